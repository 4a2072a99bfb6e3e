/** Joins options: `a`, `a o b`, `a, b o c`. What all times have in common is said once: `las ocho o las nueve de la mañana`. */
export const either = (options: readonly string[]): string => joined(options, 'o', /^h?o/i, 'u');

/** Joins items: `a`, `a y b`, `a, b y c`. */
export const all = (items: readonly string[]): string => joined(items, 'y', /^h?i(?!e)/i, 'e');

function joined(items: readonly string[], word: string, changing: RegExp, changed: string): string {
  if (items.length < 2) return items[0] ?? '';
  const last = items.at(-1) ?? '';
  const others = items.slice(0, -1).map((item, index) => withoutSharedPart(item, items[index + 1] ?? ''));
  return `${others.join(', ')} ${changing.test(last) ? changed : word} ${last}`;
}

const TIME = /^(?:a )?las? /;
const PART_OF_DAY = / de la (?:madrugada|mañana|tarde|noche)$/;

/** Omits the part of the day of a time if the next one has the same. Windows keep theirs. */
function withoutSharedPart(time: string, next: string): string {
  const [part] = (TIME.test(time) && PART_OF_DAY.exec(time)) || [];
  return part !== undefined && next.endsWith(part) ? time.slice(0, -part.length) : time;
}

/** `al lunes`, `a las nueve` */
export const a = (thing: string): string => (thing.startsWith('el ') ? `al ${thing.slice(3)}` : `a ${thing}`);

/** `del lunes`, `de las nueve` */
export const de = (thing: string): string =>
  thing.startsWith('el ') ? `del ${thing.slice(3)}` : `de ${thing}`;
