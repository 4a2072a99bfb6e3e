import { type TextField, textFields } from '../accounts/notify.ts';
import { oneLine } from '../normalized.ts';

export type FieldValues = { readonly [Name in TextField]?: string | undefined };

/** A name or a service may have this many characters in a text; an address of a page is longer. */
const MOST_VALUE = 60;

const isField = (name: string): name is TextField => textFields.some((field) => field === name);

/** Fills the fields of a text once: what is filled in is not read again. An unknown value is left out. */
export function fill(text: string, values: FieldValues): string {
  const filled = text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    if (!isField(name)) return whole;
    const value = oneLine(values[name] ?? '');
    return name === 'link' ? value : [...value].slice(0, MOST_VALUE).join('');
  });
  // A value that is left out leaves its spaces.
  return filled
    .replaceAll(/ +/g, ' ')
    .replaceAll(/ ([,.!?:])(?=\s|$)/g, '$1')
    .trim();
}
