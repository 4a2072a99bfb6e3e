import { customerName } from '../../lib/booking/dispatchers/day-board.ts';
import { type DispatchRequest, isOpenMessage } from '../../lib/record/request.ts';
import { asRead, notesText } from '../../lib/wording/en/office.ts';
import type { Program } from '../command.ts';
import { CliFault } from '../fault.ts';
import { byOption } from '../options.ts';
import { toLocalMinute, toTableOr } from '../output.ts';
import { type CliContext, showOfAccount } from '../target.ts';
import { addOutbox } from './outbox.ts';
import { change, toStatus } from './request-changes.ts';
import { listOpen } from './requests-command.ts';

/** Adds `messages list | done | outbox | resend`. */
export function addMessages(program: Program, cli: CliContext): void {
  const messages = program
    .command('messages')
    .description('messages that callers left for the office, and messages to people');
  messages
    .command('list')
    .description('lists open messages, the earliest due first')
    .requiredOption('--account <id>', 'account of the messages')
    .action((_, command) =>
      showOfAccount(
        cli,
        command.optsWithGlobals(),
        async ({ accountId: account }, target) => {
          const wanted = { account, isWanted: isOpenMessage, limit: Infinity, through: 'messages' } as const;
          const { found } = await listOpen(target, wanted);
          return found.toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : 1));
        },
        (open, { timezone }) => messageTable(open, cli.now().toISOString(), timezone),
        (open) => open.map(asRead),
      ),
    );
  addOutbox(messages, cli);
  const noSuchMessage = (id: string) =>
    new CliFault(`${id}: there is no such message; "messages list" shows the open ones.`);
  messages
    .command('done <dispatchRequestId>')
    .description('closes a message: the caller was reached')
    .addOption(byOption())
    .action((id, _, command) =>
      change(
        id,
        command,
        cli,
        async (found) => {
          const { request } = found;
          if (request.kind !== 'message') throw noSuchMessage(id);
          if (request.status === 'completed') return { kind: 'stands', request };
          return await toStatus(found, { to: 'completed' });
        },
        noSuchMessage,
      ),
    );
}

const dueOf = ({ dueAt = '' }: DispatchRequest): string => dueAt;

function messageTable(messages: readonly DispatchRequest[], now: string, timezone: string): string {
  return toTableOr(
    'No open messages.',
    ['message', `call by (${timezone})`, 'topic', 'customer', 'number', 'about'],
    messages.map((message) => [
      message.dispatchRequestId,
      `${toLocalMinute(dueOf(message), timezone)}${dueOf(message) < now ? ' (overdue)' : ''}`,
      message.topic ?? '',
      customerName(message),
      message.customer.phone ?? '',
      notesText(message.notes) ?? '',
    ]),
  );
}
