import type { Account } from '../../accounts/account.ts';
import type { Technician } from '../../scheduling/calendar.ts';

export interface TechnicianRefusal {
  /** `ambiguous_technician`: several have the name, so that only an id tells who is meant. */
  readonly reason: 'unknown_technician' | 'ambiguous_technician';
  /** Those who could be meant, as `id` or `id (name)`. */
  readonly known: readonly string[];
}

/** The technician of that id, else the only one of that name; case and spaces around don't count. */
export function nameTechnician({ technicians }: Account, text: string): Technician | TechnicianRefusal {
  const wanted = plain(text);
  const byId =
    technicians.find(({ id }) => id === text.trim()) ?? technicians.find(({ id }) => plain(id) === wanted);
  if (byId !== undefined) return byId;
  const named = technicians.filter(({ name }) => plain(name) === wanted);
  const [only, ...others] = named;
  if (only === undefined) return { reason: 'unknown_technician', known: technicians.map(asText) };
  return others.length === 0 ? only : { reason: 'ambiguous_technician', known: named.map(asText) };
}

const plain = (text: string): string => text.trim().toLowerCase();

const asText = ({ id, name }: Technician): string => (plain(id) === plain(name) ? id : `${id} (${name})`);
