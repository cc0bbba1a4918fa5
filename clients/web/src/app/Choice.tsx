import { useId } from 'preact/hooks';

/** One of a few values, as a list to choose from. */
export function Choice<T extends string | number>(props: {
  label: string;
  values: readonly T[];
  name(value: T): string;
  of: { value: T };
  hideLabel?: boolean;
}) {
  const id = useId();
  return (
    <div class="choice-field">
      <label for={id} class={props.hideLabel ? 'sr-only' : ''}>
        {props.label}
      </label>
      <select
        id={id}
        value={String(props.of.value)}
        onChange={(event) => {
          const chosen = props.values.find((value) => String(value) === event.currentTarget.value);
          if (chosen !== undefined) props.of.value = chosen;
        }}
      >
        {props.values.map((value) => (
          <option key={String(value)} value={String(value)}>
            {props.name(value)}
          </option>
        ))}
      </select>
    </div>
  );
}
