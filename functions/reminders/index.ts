import { createDependencies, reminderStores } from '../../lib/aws/composition.ts';
import { requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { oneLine } from '../../lib/normalized.ts';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { createProviders } from '../../lib/touch/providers/index.ts';
import { whereMessagesAreSeen } from '../../lib/touch/seen-at.ts';
import { createHandler } from './handler.ts';

const variable = requiredVariables(process.env, 'TABLE_NAME', 'BASE_URL');
const { BOARD_URL: boardUrl, STACK_NAME: stack, SHOW_MESSAGES } = process.env;
const deps = createDependencies(variable('TABLE_NAME'));

/** Shows a message on one's own machine. */
const show = ({ template, channel, to, text }: OutboxMessage) => {
  process.stdout.write(`  ${template} by ${channel} to ${to}: ${oneLine(text)}\n`);
};

export const handler = createHandler({
  ...reminderStores(deps),
  baseUrl: variable('BASE_URL'),
  seeAt: whereMessagesAreSeen({ boardUrl, stack }),
  providers: createProviders({
    now: deps.now,
    keyOf: async () => undefined,
    show: SHOW_MESSAGES === undefined ? undefined : show,
  }),
  log: writeLine,
});
