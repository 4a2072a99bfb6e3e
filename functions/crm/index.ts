import { acceptingLeads, accountSource, decidingStores } from '../../lib/aws/composition.ts';
import { createRefusedLeadStore } from '../../lib/aws/stores/refused-lead-store.ts';
import { webhookContainer } from '../../lib/aws/webhook-container.ts';
import { accountWritesPerMinute } from '../../lib/http/environment.ts';
import { createWriteQuota, limitLeads } from '../../lib/intake/write-quota.ts';
import { createHandler } from './handler.ts';

const { deps, webhook } = webhookContainer('crm');
const quota = createWriteQuota({ perMinute: accountWritesPerMinute(process.env), now: deps.now });

export const handler = createHandler({
  ...webhook,
  ...decidingStores(deps),
  accounts: accountSource(deps),
  leads: limitLeads(acceptingLeads(deps), quota),
  refusedLeads: createRefusedLeadStore(deps),
  newId: deps.newToken,
});
