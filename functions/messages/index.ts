import { accountSource, createDependencies, textStores } from '../../lib/aws/composition.ts';
import { emptyableVariable, requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { whereMessagesAreSeen } from '../../lib/touch/seen-at.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'STACK_NAME');
const deps = createDependencies(variable('TABLE_NAME'));

export const handler = createHandler({
  ...textStores(deps),
  accounts: accountSource(deps),
  seeAt: whereMessagesAreSeen({
    boardUrl: emptyableVariable(process.env, 'BOARD_URL'),
    stack: variable('STACK_NAME'),
  }),
  log: writeLine,
});
