import type { Json } from '../../../lib/kits/samples/sample.ts';
import type { boardOf } from '../../functions/board-fixture.ts';
import { accountDocument, type Service } from '../../functions/service.ts';

export const OWNER = '+12125550110';
export const TELLER = '+12125550210';
export const HIDDEN = 'anonymous';
export const called = { acme: '+12125550100', zenith: '+12125550101' } as const;
export type AccountName = keyof typeof called;
export type Args = Readonly<Record<string, unknown>>;

/** What must not reach anybody: controls, direction marks, line breaks. */
export const unspeakable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
export const behind = `\u0007\n\u202eZz${'w'.repeat(60)}`;

/**
 * Marks texts by their field. A marker is a word, so that it is no reason to drop a text, before a line break, control
 * characters and a long word.
 */
export function planter() {
  const fields = new Map<string, string>();
  const mark = (field: string): string => {
    const number = String(fields.size).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
    const marker = `Qzx${number}xzq`;
    fields.set(marker, field);
    return `${marker}${behind}`;
  };
  return { fields, mark };
}
export type Mark = ReturnType<typeof planter>['mark'];

/** A value with a marker for each text, except in fields that a program reads. */
export function marked(value: Json, mark: Mark, structural: ReadonlySet<string>, name = ''): Json {
  if (structural.has(name)) return value;
  if (typeof value === 'string') return mark(name);
  if (Array.isArray(value)) return value.map((one: Json) => marked(one, mark, structural, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, marked(one, mark, structural, key)]),
  );
}

/** A service and its board. */
export interface World {
  readonly service: Service;
  readonly board: ReturnType<typeof boardOf>;
}

const technicians = ['ana', 'ben', 'cleo', 'dan'].map((id) => ({ id, name: id }));
/** A company whose platforms and number are named after it. */
export const documentOf = (name: AccountName, over: Args = {}) =>
  accountDocument({
    technicians,
    origins: {
      crm: [`loc_${name}`],
      voiceone: [`agent_${name}`],
      voicetwo: [`asst_${name}`],
      numbers: [called[name]],
    },
    ...over,
  });
