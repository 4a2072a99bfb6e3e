import { accountSource, textStores } from '../../lib/aws/composition.ts';
import { webhookContainer } from '../../lib/aws/webhook-container.ts';
import { emptyableVariable } from '../../lib/http/environment.ts';
import { whereMessagesAreSeen } from '../../lib/touch/seen-at.ts';
import { createHandler } from './handler.ts';

const { deps, webhook } = webhookContainer('messaging');
const [boardUrl, stack] = ['BOARD_URL', 'STACK_NAME'].map((name) => emptyableVariable(process.env, name));

export const handler = createHandler({
  ...webhook,
  ...textStores(deps),
  accounts: accountSource(deps),
  seeAt: whereMessagesAreSeen({ boardUrl, stack }),
});
