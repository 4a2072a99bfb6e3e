import type { Account } from '../../lib/accounts/account.ts';
import { type LeadStore, toLead } from '../../lib/dispatch/requests/lead.ts';
import { type WebhookHandler, type WebhookOptions, webhook } from '../../lib/http/webhook.ts';
import { CrmPayload } from '../../lib/platforms/crm/payload.ts';
import { routeById } from '../../lib/routes.ts';

export interface CrmDependencies extends Pick<WebhookOptions<unknown>, 'secrets' | 'now' | 'log' | 'meter'> {
  readonly accounts: { byOrigin(integration: 'crm', externalId: string): Promise<Account | undefined> };
  readonly leads: LeadStore;
  /** Unique per request. */
  readonly newId: () => string;
}

/** Accepts a CRM lead as a dispatch request. A repeated delivery gets the same answer and stores nothing. */
export const createHandler = ({
  accounts,
  leads,
  newId,
  secrets,
  now,
  log,
  meter,
}: CrmDependencies): WebhookHandler =>
  webhook(
    { route: routeById('crm'), schema: CrmPayload, secrets, now, log, meter },
    async (payload, request) => {
      const account = request.authorize(await accounts.byOrigin('crm', payload.locationId));
      const lead = toLead(payload, account, { at: new Date(request.startedAt).toISOString(), id: newId() });
      const { dispatchRequestId, duplicate } = await leads.accept(lead, request.deadline);
      request.note({ outcome: duplicate ? 'duplicate' : 'accepted' });
      return { status: 202, body: { dispatchRequestId } };
    },
  );
