import { createDependencies, urgentStores } from '../../lib/aws/composition.ts';
import { createTopic } from '../../lib/aws/topic.ts';
import { emptyableVariable, requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'TOPIC_ARN');

export const handler = createHandler({
  ...urgentStores(createDependencies(variable('TABLE_NAME'))),
  publish: createTopic(variable('TOPIC_ARN')),
  boardUrl: emptyableVariable(process.env, 'BOARD_URL'),
  stack: emptyableVariable(process.env, 'STACK_NAME'),
  log: writeLine,
});
