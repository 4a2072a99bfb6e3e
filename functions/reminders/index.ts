import { createDependencies, reminderStores } from '../../lib/aws/composition.ts';
import { createAwsMessages } from '../../lib/aws/messages.ts';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { emptyableVariable, requiredVariables } from '../../lib/http/environment.ts';
import { writeLine } from '../../lib/http/metrics.ts';
import { lazily } from '../../lib/lazily.ts';
import { oneLine } from '../../lib/normalized.ts';
import { secretVariable } from '../../lib/platforms/index.ts';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { messagingKeyOf } from '../../lib/secrets/messaging-keys.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { createProviders } from '../../lib/touch/providers/index.ts';
import { ANSWER_MS } from '../../lib/touch/providers/provider.ts';
import { whereMessagesAreSeen } from '../../lib/touch/seen-at.ts';
import { createHandler } from './handler.ts';

const SECRET_ID = secretVariable('messaging');
const variable = requiredVariables(process.env, 'TABLE_NAME', 'BASE_URL', 'WEBHOOKS_URL', SECRET_ID);
const [boardUrl, stack] = ['BOARD_URL', 'STACK_NAME'].map((name) => emptyableVariable(process.env, name));
const { SHOW_MESSAGES, MESSAGES_CONFIGURATION_SET } = process.env;
const deps = createDependencies(variable('TABLE_NAME'));
const secrets = createSecretCache({ load: createSecretLoader(variable(SECRET_ID)), now: deps.now });

/** Sends by AWS, where it is deployed: on one's own machine, there are no configuration sets. */
function byAws(numbersSet: string) {
  const mailSet = requiredVariables(process.env, 'MAIL_CONFIGURATION_SET')('MAIL_CONFIGURATION_SET');
  return lazily(() => createAwsMessages({ numbersSet, mailSet, withinMs: ANSWER_MS }));
}

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
    keyOf: async (accountId) => messagingKeyOf(await secrets.current(), 'webhook', accountId),
    twilioKeyOf: async (accountId) => messagingKeyOf(await secrets.current(), 'twilio', accountId),
    webhooksUrl: variable('WEBHOOKS_URL'),
    show: SHOW_MESSAGES === undefined ? undefined : show,
    aws: MESSAGES_CONFIGURATION_SET === undefined ? undefined : byAws(MESSAGES_CONFIGURATION_SET),
  }),
  log: writeLine,
});
