import type { Command } from 'commander';
import { transitionText } from '../../lib/board/problems.ts';
import { customerName } from '../../lib/booking/dispatchers/day-board.ts';
import { changeStatus } from '../../lib/record/lifecycle.ts';
import { type Actor, type DispatchRequest, isOpenMessage } from '../../lib/record/request.ts';
import { asRead, notesText } from '../../lib/wording/en/office.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { changeDependencies } from '../change-dependencies.ts';
import { actorOf, withBy } from '../dispatcher-options.ts';
import { CliFault } from '../fault.ts';
import { toJson, toLocalMinute, toTable } from '../output.ts';
import { listOpen } from '../requests/list-requests.ts';
import { refusalFault } from '../requests/refusal-text.ts';
import { changeTable } from '../requests/request-text.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';

interface ListOptions extends TargetOptions {
  readonly account: string;
}

interface DoneOptions extends TargetOptions {
  readonly by?: Actor;
}

/** `messages list | done`. */
export function addMessages(program: Command, cli: CliContext): void {
  const messages = program.command('messages').description('messages that callers left for the office');
  messages
    .command('list')
    .description('lists open messages, the earliest due first')
    .requiredOption('--account <id>', 'account of the messages')
    .action(async (_: unknown, command: Command) => {
      const { account, json, ...options } = command.optsWithGlobals<ListOptions>();
      const { found, timezone } = await withTarget(cli, options, async (target) => {
        const { timezone } = await readAccount(target, account);
        const listed = await listOpen(target, cli, {
          account,
          wanted: isOpenMessage,
          limit: Infinity,
          through: 'messages',
        });
        return { ...listed, timezone };
      });
      const open = found.toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : 1));
      cli.print(json ? toJson(open.map(asRead)) : messageTable(open, cli.now().toISOString(), timezone));
    });
  withBy(
    messages.command('done <dispatchRequestId>').description('closes a message: the caller was reached'),
  ).action((id: string, _: unknown, command: Command) => close(id, command, cli));
}

const dueOf = ({ dueAt = '' }: DispatchRequest): string => dueAt;

async function close(id: string, command: Command, cli: CliContext): Promise<void> {
  const { json, by, ...options } = command.optsWithGlobals<DoneOptions>();
  const actor = actorOf(by, command);
  const result = await withTarget(cli, options, async (target) => {
    const deps = changeDependencies(target, cli);
    const request = await deps.requests.get(id, deps.deadline);
    if (request?.kind !== 'message')
      throw new CliFault(`${id}: there is no such message; "messages list" shows the open ones.`);
    if (request.status === 'completed') return { kind: 'stands', request } as const;
    const who = { by: actor, now: deps.now() };
    return await changeStatus({ request, command: { to: 'completed' }, who }, deps, deps.deadline);
  });
  if (result.kind === 'refused') {
    const sentence = transitionText(result.refusal, result.request);
    throw refusalFault({ dispatchRequestId: id, ...result.refusal }, { sentence }, json);
  }
  if (json) cli.print(toJson(asRead(result.request)));
  else if (result.kind === 'changed') cli.print(changeTable(result.previous, result.request));
  else cli.print(`Nothing to change: ${id} already has this state (${result.request.status}).`);
}

/** Messages, one per row. */
function messageTable(messages: readonly DispatchRequest[], now: string, timezone: string): string {
  if (messages.length === 0) return 'No open messages.';
  return toTable(
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
