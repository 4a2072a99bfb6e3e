import { accountSource, reportStores } from '../../lib/aws/composition.ts';
import { createCallStore } from '../../lib/aws/stores/call-store.ts';
import { webhookContainer } from '../../lib/aws/webhook-container.ts';
import { accountWritesPerMinute } from '../../lib/http/environment.ts';
import { createWriteQuota, limitCalls, limitRequests } from '../../lib/intake/write-quota.ts';
import { createHandler } from './handler.ts';

const { deps, webhook } = webhookContainer('voiceone');
const quota = createWriteQuota({ perMinute: accountWritesPerMinute(process.env), now: deps.now });
const stores = reportStores(deps);

export const handler = createHandler({
  ...webhook,
  ...stores,
  requests: limitRequests(stores.requests, quota),
  accounts: accountSource(deps),
  calls: limitCalls(createCallStore(deps), quota),
});
