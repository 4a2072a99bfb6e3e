import type { Account } from '../../accounts/account.ts';
import type { Technician } from '../../scheduling/calendar.ts';

/**
 * The technicians whom a text can mean: the one of that id, else all of that name, else all of that first name. Case and
 * spaces around don't count. Empty if nobody has it.
 */
export function techniciansNamed({ technicians }: Account, text: string): readonly Technician[] {
  const wanted = plain(text);
  const byId =
    technicians.find(({ id }) => id === text.trim()) ?? technicians.find(({ id }) => plain(id) === wanted);
  if (byId !== undefined) return [byId];
  const named = technicians.filter(({ name }) => plain(name) === wanted);
  return named.length > 0 ? named : technicians.filter(({ name }) => plain(name).startsWith(`${wanted} `));
}

export interface TechnicianRefusal {
  /** `ambiguous_technician`: several have the name, so that only an id tells who is meant. */
  readonly reason: 'unknown_technician' | 'ambiguous_technician';
  /** Those who could be meant, as `id` or `id (name)`. */
  readonly known: readonly string[];
}

/** The one technician whom a dispatcher's text means. */
export function nameTechnician(account: Account, text: string): Technician | TechnicianRefusal {
  const [only, ...others] = techniciansNamed(account, text);
  if (only === undefined) return { reason: 'unknown_technician', known: account.technicians.map(asText) };
  return others.length === 0
    ? only
    : { reason: 'ambiguous_technician', known: [only, ...others].map(asText) };
}

const plain = (text: string): string => text.trim().toLowerCase();

const asText = ({ id, name }: Technician): string => (plain(id) === plain(name) ? id : `${id} (${name})`);
