const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => entities[one] ?? one);

/** Returns the HTML of a text in an e-mail, with its addresses of pages as links. */
export function htmlOf(text: string): string {
  const body = text
    .split(/(https?:\/\/[^\s]+)/)
    .map((part, index) =>
      index % 2 === 0 ? escaped(part) : `<a href="${escaped(part)}">${escaped(part)}</a>`,
    )
    .join('');
  return `<!doctype html><html><body><p>${body.replaceAll('\n', '<br>')}</p></body></html>`;
}
