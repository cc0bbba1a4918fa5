import { OPTIONS } from './options';
import { optionWords } from './optionWords';

/** Names of the contract in a fault's sentence, by what they are called on the page. */
function replacements(): Map<string, string> {
  const words = optionWords();
  const found = new Map<string, string>();
  for (const option of OPTIONS) {
    const label = words.labels[option.path];
    if (!label) continue;
    const names = option.path.split('.');
    for (let first = 0; first < names.length; first += 1) {
      const name = names.slice(first).join('.');
      // A bare word may be a word of the sentence.
      if (/[._]/.test(name)) found.set(name, label);
    }
    if (option.field.fieldKind !== 'enum') continue;
    for (const value of option.field.enum.values) {
      const short = option.values.find(({ number }) => number === value.number)?.name;
      const called = words.values[`${option.field.enum.name}.${short}`];
      if (called) found.set(value.name, called);
    }
  }
  return found;
}

/** A fault's sentence with the page's words for fields and values in place of the contract's names. */
export function faultText(description: string): string {
  const names = replacements();
  return description.replace(/[A-Za-z][A-Za-z_.]*[A-Za-z]/g, (name) => {
    const called = names.get(name);
    return called ? `“${called}”` : name;
  });
}
