import { createRefusedLeadReader, type StoredRefusedLead } from '../../lib/aws/stores/refused-lead-store.ts';
import { CliFault } from '../fault.ts';
import type { CliHost, Target } from '../target.ts';

/** The refused leads of a table. */
export const refusedLeads = (target: Target, cli: CliHost) =>
  createRefusedLeadReader({ ...target, now: () => cli.now().getTime() });

/** The refused lead with that id, or a fault that says how to list them. */
export async function readRefused(target: Target, cli: CliHost, id: string): Promise<StoredRefusedLead> {
  const lead = await refusedLeads(target, cli).get(id);
  if (lead !== undefined) return lead;
  throw new CliFault(`${id}: there is no such refused lead; "leads refused list" shows those that are kept.`);
}
