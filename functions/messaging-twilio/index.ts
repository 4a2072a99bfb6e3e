import { accountSource, textStores } from '../../lib/aws/composition.ts';
import { webhookContainer } from '../../lib/aws/webhook-container.ts';
import { createHandler } from './handler.ts';

const { deps, webhook } = webhookContainer('messaging');

export const handler = createHandler({
  ...webhook,
  ...textStores(deps),
  accounts: accountSource(deps),
  publicUrl: process.env.WEBHOOKS_URL,
});
