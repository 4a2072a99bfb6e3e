import { Option } from '@commander-js/extra-typings';
import { createOutbox } from '../../lib/aws/stores/outbox-store.ts';
import { messageIdPattern, messageStatuses, type OutboxMessage } from '../../lib/record/outbox/message.ts';
import { resent } from '../../lib/touch/hand-over.ts';
import { asShown, listMessages } from '../../lib/touch/outbox-list.ts';
import type { Program } from '../command.ts';
import { CliFault } from '../fault.ts';
import { toLocalMinute, toTableOr } from '../output.ts';
import { type CliContext, show, showOfAccount } from '../target.ts';

/** Adds `messages outbox | resend`. */
export function addOutbox(messages: Pick<Program, 'command'>, cli: CliContext): void {
  messages
    .command('outbox')
    .description('lists messages to customers, people on call, technicians and the office, newest first')
    .requiredOption('--account <id>', 'account of the messages')
    .addOption(new Option('--status <status>', 'only messages in this state').choices(messageStatuses))
    .option('--request <dispatch request>', 'only messages about this request')
    .action((options, command) =>
      showOfAccount(
        cli,
        { ...command.optsWithGlobals(), account: options.account },
        ({ accountId }, target) => {
          const { status, request: dispatchRequestId } = options;
          const wanted = { status, dispatchRequestId, most: Number.POSITIVE_INFINITY };
          return listMessages(createOutbox(target), accountId, wanted, target.deadline);
        },
        (found, { timezone }) => outboxTable(found, timezone),
        (found) => found.map(asShown),
      ),
    );
  messages
    .command('resend <messageId>')
    .description('sends a message again that failed or whose outcome is unknown')
    .action((id, _, command) =>
      show(
        cli,
        command.optsWithGlobals(),
        async (target) => {
          const outbox = createOutbox(target);
          const found = messageIdPattern.test(id) ? await outbox.get(id, target.deadline) : undefined;
          if (found === undefined)
            throw new CliFault(`${id}: there is no such message; "messages outbox" shows them.`);
          const message = resent(found, cli.now().getTime());
          if (message === undefined)
            throw new CliFault(
              `${id}: only failed and unknown messages are sent again; it is ${found.status}.`,
            );
          await outbox.add({ messages: [message] }, target.deadline);
          return message;
        },
        ({ messageId }) => `${messageId} is due.`,
        asShown,
      ),
    );
}

function outboxTable(messages: readonly OutboxMessage[], timezone: string): string {
  return toTableOr(
    'No messages.',
    ['message', `due (${timezone})`, 'template', 'by', 'to', 'status', 'text'],
    messages.map(({ messageId, dueAt, template, channel, to, name, status, reason, text }) => [
      messageId,
      toLocalMinute(dueAt, timezone),
      template,
      channel,
      name === undefined ? to : `${name}, ${to}`,
      reason === undefined ? status : `${status} (${reason})`,
      text,
    ]),
  );
}
