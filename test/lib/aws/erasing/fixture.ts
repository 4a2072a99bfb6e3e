import { canonicalText } from '../../../../lib/record/ids.ts';
import { cliOf } from '../../../cli/run-cli.ts';
import type { Service } from '../../../functions/service.ts';
import { storedText } from '../../../support/stored.ts';

export const PHONE = '+12125550123';

/** Drives a service for a test of erasing: people say things, and one of them is erased. */
export function erasingOf(service: Service) {
  const cli = cliOf(service);
  const command = (...args: string[]) => ['customers', 'delete', '--account', 'acme-hvac', ...args];
  return {
    run: (...args: string[]) => cli.run(...command(...args)),
    /** The findings of a dry run. */
    find: (...args: string[]) => cli.json(...command(...args)),
    /** Erases; keeps upcoming visits by default. */
    erase: (...args: string[]) => cli.json(...command('--keep-visits', '--yes', ...args)),
    stored: () => storedText(service.table),
    /** Each item as text in a canonical order, whatever the order of its attributes. */
    async items(): Promise<readonly string[]> {
      const items: unknown[] = JSON.parse(await storedText(service.table));
      return items.map(canonicalText).sort();
    },
    /** A report of a call that ended. */
    ended: (call: Record<string, unknown>, event = 'call_ended') =>
      service.send('voiceone-call-complete', { event, call: { agent_id: 'agent_acme', ...call } }),
    /** The id of the request that a lead became. */
    async lead(contact: Record<string, unknown>, customData: Record<string, unknown> = {}): Promise<string> {
      const body = {
        ...{ type: 'WorkflowWebhook', locationId: 'loc_acme', contact: { id: 'contact_1', ...contact } },
        customData: { serviceRequested: 'AC Repair', ...customData },
      };
      return (await service.send('crm', body)).body.dispatchRequestId;
    },
  };
}
