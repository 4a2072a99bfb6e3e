import { Option } from '@commander-js/extra-typings';
import { outputName } from '../infra/output-name.ts';
import { channels } from '../lib/accounts/notify.ts';
import { createAwsSenders } from '../lib/aws/senders.ts';
import { createOutbox } from '../lib/aws/stores/outbox-store.ts';
import type { StoredAccount } from '../lib/record/ports.ts';
import { messagingKeyOf } from '../lib/secrets/messaging-keys.ts';
import { parseSecretDocument } from '../lib/secrets/secret-document.ts';
import type { SecretDocument } from '../lib/signatures/types.ts';
import { checkSenders, recipientsOf, templatesOf } from '../lib/touch/check-notify.ts';
import { fill } from '../lib/touch/fill.ts';
import { messageOf } from '../lib/touch/make-message.ts';
import { companyFields } from '../lib/touch/message-facts.ts';
import { type MissingDependencies, missingAt } from '../lib/touch/providers/missing.ts';
import { textsIn } from '../lib/wording/texts.ts';
import type { Program } from './command.ts';
import { explainedByAws, JsonFault, readJsonFile } from './fault.ts';
import { toJson, toTable } from './output.ts';
import { readStackSecret } from './secrets/stack-secret.ts';
import { type DeployedStack, readStack } from './stack.ts';
import {
  type CliContext,
  readAccount,
  runningServer,
  type Target,
  type TargetOptions,
  withStackTable,
  withTarget,
} from './target.ts';

/** A test message has this many milliseconds to be sent. */
const TEST_MS = 75_000;
const PAUSE_MS = 500;

/** Adds `notify check`. */
export function addNotify(program: Program, cli: CliContext): void {
  program
    .command('notify')
    .description('messages to customers, people on call, technicians and the office')
    .command('check')
    .description('says who hears what by what, and what is missing')
    .requiredOption('--account <id>', 'account to check')
    .option('--to <number or address>', 'sends a test message there')
    .addOption(
      new Option('--channel <channel>', 'sends the test message by this')
        .choices(channels)
        .default('sms' as const),
    )
    .action(async ({ account: id, to, channel }, command) => {
      const options: TargetOptions = command.optsWithGlobals();
      const stack = options.stack === undefined ? undefined : await readStack(options.stack);
      const check = async (target: Target) => {
        const account = await readAccount(target, id);
        const { accountId } = account;
        const senders = await withFacts(cli, stack, (facts) =>
          checkSenders(account, (way, provider, from) =>
            missingAt(provider, { accountId, channel: way, from }, facts),
          ),
        );
        const test = to === undefined ? undefined : await sendTest(account, channel, to, target, cli);
        const isTested = test === undefined || test.status === 'sent' || test.status === 'delivered';
        const ok = senders.every(({ ready }) => ready) && isTested;
        const lists = { recipients: recipientsOf(account), templates: templatesOf(account) };
        return { ok, accountId, senders, ...lists, ...(test && { test }) };
      };
      const checked =
        stack === undefined ? await withTarget(cli, options, check) : await withStackTable(cli, stack, check);
      const text = options.json ? toJson(checked) : readable(checked);
      cli.print(text);
      // What is wrong is in what was printed.
      if (!checked.ok) throw new JsonFault('');
    });
}

const ASKED = [
  ...['DescribePhoneNumbers', 'DescribeRegistrations', 'DescribeAccountAttributes'].map(
    (name) => `sms-voice:${name}`,
  ),
  ...['GetEmailIdentity', 'GetAccount'].map((name) => `ses:${name}`),
].join(', ');

/** Runs `use` with what is set up where messages are sent: in a stack, or by the server of `npm start`. */
async function withFacts<T>(
  cli: CliContext,
  stack: DeployedStack | undefined,
  use: (facts: MissingDependencies) => Promise<T>,
): Promise<T> {
  if (stack === undefined) {
    const document = localKeys(cli);
    const hasKey = async (provider: 'webhook' | 'twilio', accountId: string) =>
      document !== undefined && messagingKeyOf(document, provider, accountId) !== undefined;
    return await use({ hasKey, isShown: true });
  }
  let document: Promise<SecretDocument> | undefined;
  const topic = stack.outputs[outputName('TextsTopicArn')];
  const senders = createAwsSenders(stack.region);
  try {
    return await use({
      async hasKey(provider, accountId) {
        document ??= readStackSecret(stack, 'messaging');
        return messagingKeyOf(await document, provider, accountId) !== undefined;
      },
      ...(topic !== undefined && { aws: { senders, topic } }),
      isShown: false,
    });
  } catch (error) {
    throw explainedByAws(error, ASKED);
  } finally {
    senders.destroy();
  }
}

/** Returns the keys of the local server's providers; undefined if none is running. */
function localKeys(cli: CliContext): SecretDocument | undefined {
  const server = runningServer(cli);
  if (server === undefined) return undefined;
  const all: unknown = server.secrets === null ? {} : readJsonFile(server.secrets);
  const messaging = typeof all === 'object' && all !== null ? Reflect.get(all, 'messaging') : undefined;
  return parseSecretDocument(JSON.stringify(messaging ?? { keys: [] }));
}

async function sendTest(
  account: StoredAccount,
  channel: (typeof channels)[number],
  to: string,
  target: Target,
  cli: CliContext,
) {
  const now = cli.now().getTime();
  const text = fill(textsIn(account.language).texts.customer.test, companyFields(account));
  const draft = { template: 'test', audience: 'office', channel, to, text, key: [String(now)] } as const;
  const message = messageOf(account, draft, now);
  if (message === undefined) return { messageId: '', status: 'suppressed' as const };
  const outbox = createOutbox(target);
  await outbox.add({ messages: [message] }, target.deadline);
  const { messageId } = message;
  for (;;) {
    const status = (await outbox.get(messageId, target.deadline))?.status ?? 'due';
    const isOver = (status !== 'due' && status !== 'sending') || cli.now().getTime() - now > TEST_MS;
    if (isOver) return { messageId, status };
    await cli.pause(PAUSE_MS);
  }
}

interface Checked {
  readonly senders: Awaited<ReturnType<typeof checkSenders>>;
  readonly recipients: ReturnType<typeof recipientsOf>;
  readonly templates: ReturnType<typeof templatesOf>;
  readonly test?: { readonly messageId: string; readonly status: string } | undefined;
}

const readable = ({ senders, recipients, templates, test }: Checked): string =>
  [
    toTable(
      ['channel', 'provider', 'from', 'missing'],
      senders.map(({ channel, provider = '', from = '', missing, registration }) => [
        channel,
        provider,
        from,
        [missing.join(', '), ...(registration === undefined ? [] : [`(${registration})`])].join(' '),
      ]),
    ),
    toTable(
      ['who', 'name', 'by', 'to', 'for'],
      recipients.map(({ audience, name = '', channel, to, for: matters = [] }) => [
        ...[audience, name, channel, to, matters.join(', ')],
      ]),
    ),
    toTable(
      ['text', 'segments', 'words'],
      templates.map(({ template, segments, text }) => [template, String(segments), text]),
    ),
    ...(test === undefined ? [] : [`test message ${test.messageId}: ${test.status}`]),
  ].join('\n\n');
