import { once } from '../lazily.ts';
import { normalized } from '../normalized.ts';
import type { ServiceType } from './account.ts';

/** These words don't distinguish services. */
const fillers = new Set(
  (
    'a an the my our your i we you is am are was it its me us to of on in at for with and or some someone somebody ' +
    'need needs needed want wants would like could can get have has having do does done book booking schedule ' +
    'scheduling make set please service services appointment appointments visit call job work help thanks thank ' +
    'hi hello yes um uh today tomorrow now soon asap looking come out'
  ).split(' '),
);

/** Splits a text into words without case, accents and punctuation. `a.c.` and `A/C` are `ac`. */
export function wordsOf(text: string): readonly string[] {
  return (
    normalized(text, 'NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/['’`]/gu, '')
      .replace(/(?<![\p{L}\p{N}])(?:\p{L}[./]){1,}\p{L}?(?![\p{L}\p{N}])/gu, (letters) =>
        letters.replace(/[./]/g, ''),
      )
      .replace(/\b(tune|check)[\s_-]+(up)\b/gu, '$1$2')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      // Speech recognition writes "a c"; `a` on its own is a filler word.
      .replace(/(?<![\p{L}\p{N}])a c(?![\p{L}\p{N}])/gu, 'ac')
      .trim()
      .split(' ')
  );
}

/**
 * Removes case, accents, punctuation and filler words from a name. Names with equal results are the same to a caller. A
 * name of only filler words keeps them.
 */
export function normalizeServiceName(text: string): string {
  const words = wordsOf(text);
  const telling = words.filter((word) => !fillers.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** Maps an account's services by what they are called, and by their ids. */
export interface ServiceNames {
  readonly byName: ReadonlyMap<string, readonly ServiceType[]>;
  readonly byId: ReadonlyMap<string, readonly ServiceType[]>;
}

export const namesOf = once(
  (services: readonly ServiceType[]): ServiceNames => ({
    byName: bySpelling(services, ({ name, aliases, symptoms = [] }) => [name, ...aliases, ...symptoms]),
    byId: bySpelling(services, ({ id }) => [id]),
  }),
);

function bySpelling(services: readonly ServiceType[], textsOf: (service: ServiceType) => readonly string[]) {
  const found = new Map<string, ServiceType[]>();
  for (const service of services) {
    for (const spelling of new Set(textsOf(service).map(normalizeServiceName))) {
      const known = found.get(spelling);
      if (known === undefined) found.set(spelling, [service]);
      else known.push(service);
    }
  }
  return found;
}
