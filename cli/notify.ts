import { readFileSync } from 'node:fs';
import { Option } from '@commander-js/extra-typings';
import { channels, type SenderProvider } from '../lib/accounts/notify.ts';
import { createOutbox } from '../lib/aws/stores/outbox-store.ts';
import type { StoredAccount } from '../lib/record/ports.ts';
import { messagingKeyOf } from '../lib/secrets/messaging-keys.ts';
import { parseSecretDocument } from '../lib/secrets/secret-document.ts';
import { checkSenders, recipientsOf, templatesOf } from '../lib/touch/check-notify.ts';
import { fill } from '../lib/touch/fill.ts';
import { messageOf } from '../lib/touch/make-message.ts';
import { companyFields } from '../lib/touch/message-facts.ts';
import { textsIn } from '../lib/wording/texts.ts';
import type { Program } from './command.ts';
import { JsonFault } from './fault.ts';
import { toJson, toTable } from './output.ts';
import { type CliContext, readAccount, runningServer, type Target, withTarget } from './target.ts';

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
      const options: { readonly json?: boolean | undefined } = command.optsWithGlobals();
      const checked = await withTarget(cli, options, async (target) => {
        const account = await readAccount(target, id);
        const senders = await checkSenders(account, async (_, provider) =>
          missingKey(cli, provider, account),
        );
        const test = to === undefined ? undefined : await sendTest(account, channel, to, target, cli);
        const isTested = test === undefined || test.status === 'sent' || test.status === 'delivered';
        const ok = senders.every(({ ready }) => ready) && isTested;
        const { accountId } = account;
        const lists = { recipients: recipientsOf(account), templates: templatesOf(account) };
        return { ok, accountId, senders, ...lists, ...(test && { test }) };
      });
      const text = options.json ? toJson(checked) : readable(checked);
      cli.print(text);
      // What is wrong is in what was printed.
      if (!checked.ok) throw new JsonFault('');
    });
}

/** Looks for the provider's key in the secrets of the local server. */
function missingKey(
  cli: CliContext,
  provider: SenderProvider,
  { accountId }: StoredAccount,
): readonly string[] {
  if (provider !== 'webhook' && provider !== 'twilio') return [];
  const file = runningServer(cli)?.secrets;
  if (file === undefined || file === null) return file === undefined ? [] : ['key'];
  const all: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const messaging = typeof all === 'object' && all !== null ? Reflect.get(all, 'messaging') : undefined;
  const document = parseSecretDocument(JSON.stringify(messaging ?? { keys: [] }));
  return messagingKeyOf(document, provider, accountId) === undefined ? ['key'] : [];
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
      senders.map(({ channel, provider = '', from = '', missing }) => [
        channel,
        provider,
        from,
        missing.join(', '),
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
