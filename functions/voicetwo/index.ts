import { accountSource, bookingStores } from '../../lib/aws/composition.ts';
import { createCallStore } from '../../lib/aws/stores/call-store.ts';
import { webhookContainer } from '../../lib/aws/webhook-container.ts';
import { accountWritesPerMinute } from '../../lib/http/environment.ts';
import { createWriteQuota, limitBookings, limitCalls } from '../../lib/intake/write-quota.ts';
import { createHandler } from './handler.ts';

const { deps, webhook } = webhookContainer('voicetwo');
const quota = createWriteQuota({ perMinute: accountWritesPerMinute(process.env), now: deps.now });

export const handler = createHandler({
  ...webhook,
  ...limitBookings(bookingStores(deps), quota),
  accounts: accountSource(deps),
  calls: limitCalls(createCallStore(deps), quota),
});
