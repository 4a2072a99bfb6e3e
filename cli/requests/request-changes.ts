import { urgencies } from '../../lib/accounts/account.ts';
import { transitionText } from '../../lib/board/problems.ts';
import { giveAppointment } from '../../lib/booking/dispatchers/dispatcher-appointment.ts';
import { acknowledge, markReviewed, setUrgency } from '../../lib/record/dispatcher-changes.ts';
import type { Command as StatusCommand } from '../../lib/record/lifecycle.ts';
import { changeStatus } from '../../lib/record/lifecycle.ts';
import { splitRequest } from '../../lib/record/merged-request.ts';
import { type Actor, type ChangedBy, type DispatchRequest, jobStatuses } from '../../lib/record/request.ts';
import { setWaiting } from '../../lib/record/waiting.ts';
import { type PartOfDay, partsOfDay } from '../../lib/scheduling/time-of-day.ts';
import { asRead } from '../../lib/wording/en/office.ts';
import type { AnyCommand, Program } from '../command.ts';
import { dateForms, parseDate, todayIn } from '../dates.ts';
import { CliFault } from '../fault.ts';
import { actorOf, byOption, gather, oneOf, parseReason, parseTime, wholeNumber } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, readAccount, type Target, type TargetOptions, withTarget } from '../target.ts';
import { appointmentText, refusalFault } from './refusal-text.ts';
import { changeTable } from './request-text.ts';

const parseVisit = wholeNumber(/^[1-9]\d?$/, 'the number of a visit, from 1');

/** The commands that give an appointment, and those that need a reason, with what they do. */
const appointments = {
  schedule: 'gives a lead or a request on hold an appointment',
  move: 'moves an appointment; if the time is taken, the old one stays',
} as const;
const withReason = [
  ['cancel', 'canceled', 'cancels a request and frees its time'],
  ['hold', 'on_hold', 'puts an appointment on hold and frees its time'],
  ['decline', 'declined', 'refuses a lead'],
] as const;
const withoutArguments = [
  ['split', splitRequest, 'makes the merged lead a request of its own again'],
  ['acknowledge', acknowledge, 'acknowledges an emergency: nobody else on call is notified'],
  ['reviewed', markReviewed, 'clears the review flags'],
] as const;

/** Adds `requests schedule | move | cancel | hold | decline | status | urgency | wait | split | acknowledge | reviewed`. */
export function addRequestChanges(requests: Program, cli: CliContext): void {
  for (const name of ['schedule', 'move'] as const)
    requests
      .command(`${name} <dispatchRequestId>`)
      .description(appointments[name])
      .addOption(byOption())
      .requiredOption('--date <date>', `a date of the account: ${dateForms}`, parseDate)
      .requiredOption('--time <time>', 'HH:MM or h:mm AM', parseTime)
      .option('--technician <name>', 'id or name; default: any free technician')
      .option('--service <name>', "id or name; default: the request's own")
      .option('--over-hold', 'takes time that is held for a caller who is deciding')
      .option('--crew <name>', 'id or name of somebody who comes along; may be repeated', gather)
      .option('--visit <number>', 'moves only this visit of the job, counted from 1', parseVisit)
      .action((id, { date: given, time: minute, overHold: overHolds, ...options }, command) =>
        change(id, command, cli, async ({ request, who, target, json }) => {
          const { technician, service, crew, visit } = options;
          const account = await readAccount(target, request.accountId);
          const date = given(todayIn(account.timezone, cli));
          const start = { account, request, date, minute };
          const wanted = { ...start, command: name, technician, service, overHolds, crew, visit, who };
          const result = await giveAppointment(wanted, target, target.deadline);
          if (result.kind !== 'refused') return result;
          const text = appointmentText(result.refusal, { ...start, request: result.request });
          throw refusalFault({ dispatchRequestId: id, ...result.refusal }, text, json);
        }),
      );
  for (const [name, to, about] of withReason)
    requests
      .command(`${name} <dispatchRequestId>`)
      .description(about)
      .addOption(byOption())
      .requiredOption('--reason <text>', 'why, for the history', parseReason)
      .action((id, { reason: why }, command) =>
        change(id, command, cli, (found) => toStatus(found, { to, why })),
      );
  requests
    .command('status')
    .description('records the progress of the job')
    .addOption(byOption())
    .argument('<dispatchRequestId>')
    .argument('<status>', `one of ${jobStatuses.join(', ')}`, oneOf(jobStatuses))
    .action((id, to, _, command) => change(id, command, cli, (found) => toStatus(found, { to })));
  requests
    .command('urgency')
    .description('sets the urgency, which calls can only raise')
    .addOption(byOption())
    .argument('<dispatchRequestId>')
    .argument('<urgency>', `one of ${urgencies.join(', ')}`, oneOf(urgencies))
    .action((id, to, _, command) =>
      change(id, command, cli, ({ request, who, target }) =>
        setUrgency(request, to, who, target, target.deadline),
      ),
    );
  requests
    .command('wait')
    .description('puts a job on the waiting list for an earlier time, or takes it off')
    .addOption(byOption())
    .argument('<dispatchRequestId>')
    .argument('<state>', 'on or off', oneOf(['on', 'off']))
    .option('--from <date>', `the first day that suits: ${dateForms}`, parseDate)
    .option('--to <date>', 'the last day that suits', parseDate)
    .option('--part <part...>', `parts of the day that suit: ${partsOfDay.join(', ')}`, parseParts)
    .action((id, state, { from, to, part: parts }, command) =>
      change(id, command, cli, async ({ request, who, target }) => {
        const wishOf = async () => {
          const { timezone } = await readAccount(target, request.accountId);
          const today = todayIn(timezone, cli);
          return { from: from?.(today), to: to?.(today), parts };
        };
        const wish = state === 'off' ? state : await wishOf();
        const result = await setWaiting(request, wish, who, target, target.deadline);
        if (result.kind === 'cannot_wait')
          throw new CliFault(
            `${id}: only a job with a service that is to come, or to be scheduled, can wait for an earlier time.`,
          );
        return result;
      }),
    );
  for (const [name, apply, about] of withoutArguments)
    requests
      .command(`${name} <dispatchRequestId>`)
      .description(about)
      .addOption(byOption())
      .action((id, _, command) =>
        change(id, command, cli, ({ request, who, target }) => apply(request, who, target, target.deadline)),
      );
}

const parsePart = oneOf(partsOfDay);
const parseParts = (part: string, before: readonly PartOfDay[] = []): readonly PartOfDay[] => [
  ...before,
  parsePart(part),
];

/** A request that is to be changed, and by whom. */
export interface Found {
  readonly request: DispatchRequest;
  readonly who: ChangedBy;
  readonly target: Target;
  readonly json: boolean | undefined;
}

/** The result of a change. It has `previous` if the request was changed. */
interface Changed {
  readonly kind: string;
  readonly request: DispatchRequest;
  readonly previous?: DispatchRequest;
  /** The request that a split made. */
  readonly separated?: DispatchRequest;
}

/** Finds a request, changes it and prints the change. */
export async function change(
  id: string,
  command: AnyCommand<TargetOptions & { readonly by?: Actor | undefined }>,
  cli: CliContext,
  apply: (found: Found) => Promise<Changed>,
  noSuch = noSuchRequest,
): Promise<void> {
  const { json, by, ...options } = command.optsWithGlobals();
  const actor = actorOf(by, command);
  const result = await withTarget(cli, options, async (target) => {
    const request = await target.requests.get(id, target.deadline);
    if (request === undefined) throw noSuch(id);
    return await apply({ request, who: { by: actor, now: target.now() }, target, json });
  });
  const { kind, request, previous, separated } = result;
  if (kind !== 'changed' && kind !== 'stands') throw noSuch(id);
  if (json)
    cli.print(
      toJson(
        separated === undefined
          ? asRead(request)
          : { request: asRead(request), separated: asRead(separated) },
      ),
    );
  else if (separated !== undefined)
    cli.print(
      `${separated.dispatchRequestId} is a separate request again (${separated.status}); ${id} is ${request.status}.`,
    );
  else if (previous !== undefined) cli.print(changeTable(previous, request));
  else cli.print(`Nothing to change: ${id} already has this state (${request.status}).`);
}

export const noSuchRequest = (id: string) =>
  new CliFault(`${id}: there is no such dispatch request; "requests list" shows the existing ones.`);

/** Changes the status of a request. Throws a fault that says why if its state doesn't allow that. */
export async function toStatus({ request, who, target, json }: Found, command: StatusCommand) {
  const result = await changeStatus({ request, command, who }, target, target.deadline);
  if (result.kind !== 'refused') return result;
  const { dispatchRequestId } = request;
  const sentence = transitionText(result.refusal, result.request);
  throw refusalFault({ dispatchRequestId, ...result.refusal }, { sentence }, json);
}
