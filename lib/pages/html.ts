/** Markup that may be sent as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | undefined | readonly Value[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Writes markup. Values become text, so they may stand between tags and within quoted attributes, and nowhere else.
 * Lists are joined, and undefined is left out.
 */
export const html = (markup: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(
    markup.map((part, index) => `${part}${index < values.length ? textOf(values[index]) : ''}`).join(''),
  );

function textOf(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
  return value.map(textOf).join('');
}
