import type { Account } from '../../accounts/account.ts';
import type { Technician } from '../../scheduling/calendar.ts';

/** Technicians that match a text: by id, else by full name, else by first name. Ignores case and surrounding spaces. */
export function techniciansNamed({ technicians }: Account, text: string): readonly Technician[] {
  const wanted = plain(text);
  const byId =
    technicians.find(({ id }) => id === text.trim()) ?? technicians.find(({ id }) => plain(id) === wanted);
  if (byId !== undefined) return [byId];
  const named = technicians.filter(({ name }) => plain(name) === wanted);
  return named.length > 0 ? named : technicians.filter(({ name }) => plain(name).startsWith(`${wanted} `));
}

/** The technicians whom a caller's words ask for or rule out. */
export type SaidTechnicians =
  | { readonly kind: 'anyone' | 'unknown' }
  | { readonly kind: 'named' | 'ruled_out'; readonly technicians: readonly Technician[] };

const ANYONE =
  /^(?:any(?:one|body)?|any technician|whoever|no preference|(?:it )?doesn't matter)(?: is (?:fine|free|available|ok(?:ay)?))?$/i;
const DENIAL = /\b(?:but|not|no|never|except|without|besides|else|other|different|instead|rather|\w+n't)\b/i;

/** Reads `Ana`, `Ana again`, `Ana or Ben`, `anyone but Ben` and `Ana, not Ben`. Names within other words begin in upper case. */
export function saidTechnicians(account: Account, text: string): SaidTechnicians {
  const plain = text.replace(/[’‘]/g, "'").trim();
  const exact = techniciansNamed(account, plain);
  if (exact.length > 0) return { kind: 'named', technicians: exact };
  if (ANYONE.test(plain)) return { kind: 'anyone' };
  const at = DENIAL.exec(plain)?.index ?? plain.length;
  const [before, after] = [namedWithin(account, plain.slice(0, at)), namedWithin(account, plain.slice(at))];
  if (/\bif not\b/i.test(plain)) return { kind: 'unknown' };
  const isOnlyNamed = before.length > 0 && (after.length > 0 || at === plain.length);
  if (isOnlyNamed) return { kind: 'named', technicians: before };
  return after.length > 0 && before.length === 0
    ? { kind: 'ruled_out', technicians: after }
    : { kind: 'unknown' };
}

const namedWithin = ({ technicians }: Account, text: string): readonly Technician[] => {
  const words = new Set(text.match(/[\p{L}\p{N}-]+/gu));
  return technicians.filter(({ name }) => /^\p{Lu}/u.test(name) && words.has(name.split(' ')[0] ?? name));
};

export interface TechnicianRefusal {
  /** `ambiguous_technician`: several technicians share the name, so an id is needed. */
  readonly reason: 'unknown_technician' | 'ambiguous_technician';
  /** The candidates, as `id` or `id (name)`. */
  readonly known: readonly string[];
}

/** The technician that a dispatcher's text names. */
export function nameTechnician(account: Account, text: string): Technician | TechnicianRefusal {
  const [only, ...others] = techniciansNamed(account, text);
  if (only === undefined) return { reason: 'unknown_technician', known: account.technicians.map(asText) };
  return others.length === 0
    ? only
    : { reason: 'ambiguous_technician', known: [only, ...others].map(asText) };
}

const plain = (text: string): string => text.trim().toLowerCase();

const asText = ({ id, name }: Technician): string => (plain(id) === plain(name) ? id : `${id} (${name})`);
