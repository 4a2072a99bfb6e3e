import type { Account } from '../../lib/accounts/account.ts';
import { CrmPayload, locationIn } from '../../lib/adapters/crm/payload.ts';
import { type Refusal, type WebhookHandler, type WebhookOptions, webhook } from '../../lib/http/webhook.ts';
import { type LeadStore, toLead } from '../../lib/intake/leads/lead.ts';
import {
  type RefusedLeadStore,
  refusalReasons,
  refusedLeadIdOf,
} from '../../lib/intake/leads/refused-lead.ts';
import { faultName } from '../../lib/record/faults.ts';
import { routeById } from '../../lib/routes.ts';

export interface CrmDependencies extends Pick<WebhookOptions<unknown>, 'secrets' | 'now' | 'log' | 'meter'> {
  readonly accounts: { byOrigin(integration: 'crm', externalId: string): Promise<Account | undefined> };
  readonly leads: LeadStore;
  readonly refusedLeads: RefusedLeadStore;
  /** Unique per request. */
  readonly newId: () => string;
}

/** Accepts a CRM lead as a dispatch request. A repeated delivery gets the same answer and stores nothing. */
export const createHandler = ({
  accounts,
  leads,
  refusedLeads,
  newId,
  secrets,
  now,
  log,
  meter,
}: CrmDependencies): WebhookHandler =>
  webhook(
    {
      ...{ route: routeById('crm'), schema: CrmPayload, secrets, now, log, meter },
      onRefusal: (refusal) => keepRefused(refusal, { accounts, refusedLeads, now }),
    },
    async (payload, request) => {
      const account = request.authorize(await accounts.byOrigin('crm', payload.locationId));
      const lead = toLead(payload, account, { at: new Date(request.startedAt).toISOString(), id: newId() });
      const { dispatchRequestId, duplicate } = await leads.accept(lead, request.deadline);
      request.note({ outcome: duplicate ? 'duplicate' : 'accepted' });
      return { status: 202, body: { dispatchRequestId } };
    },
  );

/** Time limit in milliseconds of keeping a refused lead. */
const KEEP_WITHIN_MS = 1_000;

/** Keeps a lead whose shape or account is unknown until it is sent again. The answer is the same if that fails. */
async function keepRefused(
  { problem, body, text, request }: Refusal,
  { accounts, refusedLeads, now }: Pick<CrmDependencies, 'accounts' | 'refusedLeads' | 'now'>,
): Promise<void> {
  const reason = refusalReasons.find((code) => code === problem.code);
  if (reason === undefined) return;
  try {
    const location = locationIn(body);
    const account = location === undefined ? undefined : await accounts.byOrigin('crm', location);
    if (account !== undefined && !request.covers(account)) return;
    const [only = '*', ...others] = request.accounts();
    const accountId = account?.accountId ?? (only === '*' || others.length > 0 ? undefined : only);
    request.note({ account: accountId });
    const { credential, startedAt } = request;
    const lead = {
      refusedLeadId: refusedLeadIdOf(accountId, body),
      ...(accountId === undefined ? {} : { accountId }),
      reason,
      errors: problem.errors ?? [],
      receivedAt: new Date(startedAt).toISOString(),
      keyId: credential.kind === 'key' ? credential.key.id : credential.apiKey.id,
      mayActFor: request.accounts(),
      body: text,
    };
    request.note({ kept: await refusedLeads.keep(lead, now() + KEEP_WITHIN_MS) });
  } catch (error) {
    request.note({ kept: 'failed', keptError: faultName(error) });
  }
}
