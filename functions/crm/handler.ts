import type { Account } from '../../lib/accounts/account.ts';
import { CrmPayload, locationIn } from '../../lib/adapters/crm/payload.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { type Refusal, type WebhookDependencies, webhook } from '../../lib/http/webhook.ts';
import type { Leads } from '../../lib/intake/accept-lead.ts';
import { type ConsentDependencies, decideOnTexts } from '../../lib/intake/consent.ts';
import { leadDecision, toLead } from '../../lib/intake/leads.ts';
import { faultName } from '../../lib/record/faults.ts';
import type { RefusedLeadStore } from '../../lib/record/ports.ts';
import { refusalReasons, refusedLeadIdOf } from '../../lib/record/refused-lead.ts';

export interface CrmDependencies extends WebhookDependencies, ConsentDependencies {
  readonly accounts: { byOrigin(integration: 'crm', externalId: string): Promise<Account | undefined> };
  readonly leads: Leads;
  readonly refusedLeads: RefusedLeadStore;
  /** Unique per request. */
  readonly newId: () => string;
}

/** Accepts a CRM lead as a dispatch request. A repeated delivery gets the same answer and stores nothing. */
export const createHandler = (deps: CrmDependencies): HttpHandler => {
  const { accounts, leads, newId } = deps;
  const onRefusal = (refusal: Refusal) => keepRefused(refusal, deps);
  return webhook({ ...deps, route: 'crm', schema: CrmPayload, onRefusal }, async (payload, request) => {
    const account = request.authorize(await accounts.byOrigin('crm', payload.locationId));
    const lead = toLead(payload, account, { at: new Date(request.startedAt).toISOString(), id: newId() });
    const decision = leadDecision(payload, lead);
    const [{ dispatchRequestId, duplicate }] = await Promise.all([
      leads.accept(lead, request.deadline),
      decision && decideOnTexts(decision, deps, request.deadline),
    ]);
    request.note({ outcome: duplicate ? 'duplicate' : 'accepted' });
    return { status: 202, body: { dispatchRequestId } };
  });
};

/** Time limit in milliseconds of keeping a refused lead. */
const KEEP_WITHIN_MS = 1_000;

/** Keeps a lead whose shape or account is unknown until it is sent again. The answer is the same if that fails. */
async function keepRefused(
  { problem, body, text, request }: Refusal,
  { accounts, refusedLeads, now }: CrmDependencies,
): Promise<void> {
  const reason = refusalReasons.find((code) => code === problem.code);
  if (reason === undefined) return;
  try {
    const location = locationIn(body);
    const account = location === undefined ? undefined : await accounts.byOrigin('crm', location);
    if (account !== undefined && !request.covers(account)) return;
    const { credential, startedAt } = request;
    const [only = '*', ...others] = credential.accounts;
    const accountId = account?.accountId ?? (only === '*' || others.length > 0 ? undefined : only);
    request.note({ account: accountId });
    const lead = {
      refusedLeadId: refusedLeadIdOf(accountId, body),
      ...(accountId === undefined ? {} : { accountId }),
      reason,
      errors: problem.errors ?? [],
      receivedAt: new Date(startedAt).toISOString(),
      keyId: credential.id,
      mayActFor: credential.accounts,
      body: text,
    };
    request.note({ kept: await refusedLeads.keep(lead, now() + KEEP_WITHIN_MS) });
  } catch (error) {
    request.note({ kept: 'failed', keptError: faultName(error) });
  }
}
