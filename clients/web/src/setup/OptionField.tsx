import { useState } from 'preact/hooks';
import { MAX_WORD, type Option, RANGES, type Value } from './options';
import { optionWords, rankText } from './optionWords';
import { setupWords } from './words';

export interface OptionProps {
  option: Option;
  value: Value;
  /** What it is in the preset. */
  usual: Value | undefined;
  /** What is wrong with it, a sentence each. */
  faults: readonly string[];
  /** What the change of it has made of the rules, in words. */
  meaning: readonly string[];
  onChange(value: Value): void;
}

/** One option: a label, the field, what it usually is, what is wrong with it, and what it means. */
export function OptionField({ option, value, usual, faults, meaning, onChange }: OptionProps) {
  const words = setupWords();
  const [local, setLocal] = useState('');
  const { labels, hints } = optionWords();
  const id = `option-${option.path.replaceAll('.', '-')}`;
  const wrong = local ? [local] : faults;
  const isOwn = usual !== undefined && usual !== value;
  const notes = [hints[option.path], isOwn ? words.usually(valueText(option, usual)) : ''].filter(Boolean);
  const described = [notes.length ? `${id}-notes` : '', wrong.length ? `${id}-faults` : ''].filter(Boolean).join(' ');
  const field = {
    id,
    'aria-describedby': described || undefined,
    'aria-invalid': wrong.length ? ('true' as const) : undefined,
  };
  return (
    <div class={`option option-${option.kind} ${isOwn ? 'own' : ''}`} data-path={option.path}>
      <label for={id}>{labels[option.path] ?? option.path}</label>
      <Field option={option} value={value} field={field} onChange={onChange} onLocal={setLocal} />
      {notes.length > 0 && (
        <p class="notes" id={`${id}-notes`}>
          {notes.join(' ')}
        </p>
      )}
      {wrong.length > 0 && (
        <p class="fault" id={`${id}-faults`}>
          {wrong.join(' ')}
        </p>
      )}
      {!wrong.length && meaning.length > 0 && (
        <p class="meaning">
          <span class="sr-only">{words.means} </span>
          {meaning.join(' ')}
        </p>
      )}
    </div>
  );
}

interface FieldProps {
  option: Option;
  value: Value;
  field: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': 'true' | undefined };
  onChange(value: Value): void;
  /** Tells what is wrong with a text that is no value at all; empty: nothing. */
  onLocal(fault: string): void;
}

function Field({ option, value, field, onChange, onLocal }: FieldProps) {
  const words = setupWords();
  switch (option.kind) {
    case 'flag':
      return (
        <input
          {...field}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'word':
      return (
        <input
          {...field}
          type="text"
          maxLength={MAX_WORD}
          autocomplete="off"
          value={String(value)}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'number': {
      const [low, high] = RANGES[option.path] ?? [0, undefined];
      return (
        <input
          {...field}
          type="number"
          inputMode="numeric"
          min={low}
          max={high}
          value={String(value)}
          onInput={(event) => {
            const text = event.currentTarget.value;
            const isWhole = /^\d{1,9}$/.test(text);
            onLocal(isWhole ? '' : words.wholeNumber);
            if (isWhole) onChange(Number(text));
          }}
        />
      );
    }
    default:
      return (
        <select {...field} value={String(value)} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {option.values.map(({ number }) => (
            <option key={number} value={String(number)}>
              {valueText(option, number)}
            </option>
          ))}
        </select>
      );
  }
}

/** A value in words, as the page shows it. */
export function valueText(option: Option, value: Value): string {
  const words = setupWords();
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (option.kind === 'rank') return rankText(Number(value)) || words.none;
  if (option.kind !== 'choice') return String(value) || words.none;
  const name = option.values.find(({ number }) => number === value)?.name ?? String(value);
  const enumeration = option.field.fieldKind === 'enum' ? option.field.enum.name : '';
  return optionWords().values[`${enumeration}.${name}`] ?? name;
}
