import type { RuleFault, Rules } from '../contract';
import { faultText } from './faultText';
import { OptionField } from './OptionField';
import { GROUPS, type Group, type Option, optionsIn, type Value, valueIn } from './options';
import { setupWords } from './words';

interface Props {
  rules: Rules;
  /** The preset that they began as. */
  usual: Rules | undefined;
  faults: readonly RuleFault[];
  /** What the last change of an option has made of the rules, in words, by its path. */
  meanings: ReadonlyMap<string, readonly string[]>;
  onChange(option: Option, value: Value): void;
}

/** Every option that the game has, in parts that can be opened; one with a fault is open. */
export function HouseRules({ rules, usual, faults, meanings, onChange }: Props) {
  const options = optionsIn(rules);
  return (
    <section class="house-rules" aria-labelledby="house-rules">
      <h3 id="house-rules">{setupWords().houseRules}</h3>
      {GROUPS.map((group) => {
        const inside = options.filter((option) => option.group === group);
        return inside.length ? (
          <Part key={group} group={group} options={inside} {...{ rules, usual, faults, meanings, onChange }} />
        ) : null;
      })}
    </section>
  );
}

function Part({
  group,
  options,
  rules,
  usual,
  faults,
  meanings,
  onChange,
}: Props & { group: Group; options: Option[] }) {
  const words = setupWords();
  const usually = (option: Option) => usual && valueIn(usual, option);
  const own = options.filter((option) => usually(option) !== undefined && usually(option) !== valueIn(rules, option));
  const wrong = options.filter((option) => faultsOf(option, faults).length);
  return (
    <details class="part" {...(wrong.length ? { open: true } : {})} data-group={group}>
      <summary>
        <span class="part-name">{words.groups[group]}</span>
        {own.length > 0 && <span class="tally own">{words.ownIn(own.length)}</span>}
        {wrong.length > 0 && <span class="tally fault">{words.faultsIn(wrong.length)}</span>}
      </summary>
      <div class="options">
        {options.map((option) => (
          <OptionField
            key={option.path}
            option={option}
            value={valueIn(rules, option) ?? 0}
            usual={usually(option)}
            faults={faultsOf(option, faults)}
            meaning={meanings.get(option.path) ?? []}
            onChange={(value) => onChange(option, value)}
          />
        ))}
      </div>
    </details>
  );
}

function faultsOf(option: Option, faults: readonly RuleFault[]): string[] {
  return faults.filter((fault) => fault.fields.includes(option.path)).map((fault) => faultText(fault.description));
}
