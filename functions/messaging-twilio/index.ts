import { accountSource, textStores } from '../../lib/aws/composition.ts';
import { webhookContainer } from '../../lib/aws/webhook-container.ts';
import { whereMessagesAreSeen } from '../../lib/touch/seen-at.ts';
import { createHandler } from './handler.ts';

const { deps, webhook } = webhookContainer('messaging');
const { BOARD_URL: boardUrl, STACK_NAME: stack } = process.env;

export const handler = createHandler({
  ...webhook,
  ...textStores(deps),
  accounts: accountSource(deps),
  seeAt: whereMessagesAreSeen({ boardUrl, stack }),
  publicUrl: process.env.WEBHOOKS_URL,
});
