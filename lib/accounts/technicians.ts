import type { Technician } from '../scheduling/calendar.ts';
import type { Account } from './account.ts';

/** Finds technicians by id, else by full name, else by first name. Ignores case and surrounding spaces. */
export function techniciansNamed({ technicians }: Account, text: string): readonly Technician[] {
  const wanted = plain(text);
  const byId =
    technicians.find(({ id }) => id === text.trim()) ?? technicians.find(({ id }) => plain(id) === wanted);
  if (byId !== undefined) return [byId];
  const named = technicians.filter(({ name }) => plain(name) === wanted);
  return named.length > 0 ? named : technicians.filter(({ name }) => plain(name).startsWith(`${wanted} `));
}

export interface TechnicianRefusal {
  /** `ambiguous_technician`: several technicians share the name, so an id is needed. */
  readonly reason: 'unknown_technician' | 'ambiguous_technician';
  /** Lists the candidates as `id` or `id (name)`. */
  readonly known: readonly string[];
}

/** Finds the technician that a dispatcher's text names. */
export function nameTechnician(account: Account, text: string): Technician | TechnicianRefusal {
  const [only, ...others] = techniciansNamed(account, text);
  if (only === undefined) return { reason: 'unknown_technician', known: account.technicians.map(asText) };
  return others.length === 0
    ? only
    : { reason: 'ambiguous_technician', known: [only, ...others].map(asText) };
}

const plain = (text: string): string => text.trim().toLowerCase();

const asText = ({ id, name }: Technician): string => (plain(id) === plain(name) ? id : `${id} (${name})`);
