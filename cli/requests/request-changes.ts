import type { Command } from 'commander';
import { transitionText } from '../../lib/board/problems.ts';
import {
  type AppointmentRequest,
  giveAppointment,
} from '../../lib/booking/dispatchers/dispatcher-appointment.ts';
import type { ChangedBy } from '../../lib/record/changed.ts';
import {
  acknowledge,
  type EditResult,
  markReviewed,
  setUrgency,
} from '../../lib/record/dispatcher-changes.ts';
import {
  changeStatus,
  type Command as StatusCommand,
  type StatusResult,
} from '../../lib/record/lifecycle.ts';
import { type SplitResult, splitRequest } from '../../lib/record/merged-request.ts';
import { type Actor, type DispatchRequest, type Urgency, urgencies } from '../../lib/record/request.ts';
import { asRead } from '../../lib/wording/en/office.ts';
import { readAccount } from '../accounts/stored-accounts.ts';
import { type ChangeDependencies, changeDependencies } from '../change-dependencies.ts';
import { actorOf, parseReason, withBy } from '../dispatcher-options.ts';
import { CliFault } from '../fault.ts';
import { oneOf, parseDate, parseTime } from '../options.ts';
import { toJson } from '../output.ts';
import { type CliContext, type Target, type TargetOptions, withTarget } from '../target.ts';
import { appointmentText, refusalFault } from './refusal-text.ts';
import { changeTable } from './request-text.ts';

const jobStatuses = ['dispatched', 'en_route', 'in_progress', 'completed', 'no_show'] as const;

interface ChangeOptions extends TargetOptions {
  readonly by?: Actor;
}

interface AppointmentOptions extends ChangeOptions {
  readonly date: string;
  readonly time: number;
  readonly technician?: string;
  readonly service?: string;
  readonly overHold?: boolean;
}

/** A request and the dependencies to change it. */
interface Found {
  readonly request: DispatchRequest;
  readonly who: ChangedBy;
  readonly deps: ChangeDependencies;
  readonly target: Target;
  readonly json: boolean | undefined;
}

/** `requests schedule | move | cancel | hold | decline | status | urgency | split | acknowledge | reviewed`. */
export function addRequestChanges(requests: Command, cli: CliContext): void {
  addAppointment(requests, cli, 'schedule', 'gives a lead or a request on hold an appointment');
  addAppointment(requests, cli, 'move', 'moves an appointment; if the time is taken, the old one stays');
  const reasons = [
    ['cancel', 'canceled', 'cancels a request and frees its time'],
    ['hold', 'on_hold', 'puts an appointment on hold and frees its time'],
    ['decline', 'declined', 'refuses a lead'],
  ] as const;
  for (const [name, to, about] of reasons) {
    withBy(requests.command(`${name} <dispatchRequestId>`).description(about))
      .requiredOption('--reason <text>', 'why, for the history', parseReason)
      .action((id: string, { reason: why }: { readonly reason: string }, command: Command) =>
        change(id, command, cli, (found) => toStatus(found, { to, why })),
      );
  }
  const status = withBy(requests.command('status').description('records the progress of the job'));
  status
    .argument('<dispatchRequestId>')
    .addArgument(
      status.createArgument('<status>', `one of ${jobStatuses.join(', ')}`).argParser(oneOf(jobStatuses)),
    )
    .action((id: string, to: (typeof jobStatuses)[number], _: unknown, command: Command) =>
      change(id, command, cli, (found) => toStatus(found, { to })),
    );
  const urgency = withBy(
    requests.command('urgency').description('sets the urgency, which calls can only raise'),
  );
  urgency
    .argument('<dispatchRequestId>')
    .addArgument(
      urgency.createArgument('<urgency>', `one of ${urgencies.join(', ')}`).argParser(oneOf(urgencies)),
    )
    .action((id: string, to: Urgency, _: unknown, command: Command) =>
      change(id, command, cli, ({ request, who, deps }) => setUrgency(request, to, who, deps, deps.deadline)),
    );
  withBy(
    requests
      .command('split <dispatchRequestId>')
      .description('makes the merged lead a request of its own again'),
  ).action((id: string, _: unknown, command: Command) =>
    change(id, command, cli, ({ request, who, deps }) => splitRequest(request, who, deps, deps.deadline)),
  );
  withBy(
    requests
      .command('acknowledge <dispatchRequestId>')
      .description('acknowledges an emergency: nobody else on call is notified'),
  ).action((id: string, _: unknown, command: Command) =>
    change(id, command, cli, ({ request, who, deps }) => acknowledge(request, who, deps, deps.deadline)),
  );
  withBy(requests.command('reviewed <dispatchRequestId>').description('clears the review flags')).action(
    (id: string, _: unknown, command: Command) =>
      change(id, command, cli, ({ request, who, deps }) => markReviewed(request, who, deps, deps.deadline)),
  );
}

function addAppointment(
  requests: Command,
  cli: CliContext,
  name: AppointmentRequest['command'],
  about: string,
): void {
  withBy(requests.command(`${name} <dispatchRequestId>`).description(about))
    .requiredOption('--date <date>', 'YYYY-MM-DD in the time zone of the account', parseDate)
    .requiredOption('--time <time>', 'HH:MM or h:mm AM', parseTime)
    .option('--technician <name>', 'id or name; default: any free technician')
    .option('--service <name>', "id or name; default: the request's own")
    .option('--over-hold', 'takes time that is held for a caller who is deciding')
    .action((id: string, options: AppointmentOptions, command: Command) =>
      change(id, command, cli, (found) => toAppointment(found, name, options)),
    );
}

type Changed = Exclude<StatusResult, { readonly kind: 'refused' }> | EditResult | SplitResult;

/** Finds a request, changes it and prints the change. */
async function change(
  id: string,
  command: Command,
  cli: CliContext,
  apply: (found: Found) => Promise<Changed>,
): Promise<void> {
  const { json, by, ...options } = command.optsWithGlobals<ChangeOptions>();
  const actor = actorOf(by, command);
  const result = await withTarget(cli, options, async (target) => {
    const deps = changeDependencies(target, cli);
    const request = await deps.requests.get(id, deps.deadline);
    if (request === undefined)
      throw new CliFault(
        `${id}: there is no such dispatch request; "requests list" shows the existing ones.`,
      );
    return await apply({ request, who: { by: actor, now: deps.now() }, deps, target, json });
  });
  if (result.kind !== 'changed' && result.kind !== 'stands')
    throw new CliFault(`${id}: there is no such dispatch request; "requests list" shows the existing ones.`);
  if (json) cli.print(toJson(printable(result)));
  else if ('separated' in result) cli.print(splitText(result));
  else if (result.kind === 'changed') cli.print(changeTable(result.previous, result.request));
  else cli.print(`Nothing to change: ${id} already has this state (${result.request.status}).`);
}

/** The JSON of a change. */
const printable = (result: Changed) =>
  'separated' in result
    ? { request: asRead(result.request), separated: asRead(result.separated) }
    : asRead(result.request);

/** Both requests after a split. */
function splitText({ request, separated }: Extract<SplitResult, { readonly kind: 'changed' }>): string {
  const { dispatchRequestId: id, status } = separated;
  return `${id} is a separate request again (${status}); ${request.dispatchRequestId} is ${request.status}.`;
}

async function toStatus({ request, who, deps, json }: Found, command: StatusCommand): Promise<Changed> {
  const result = await changeStatus({ request, command, who }, deps, deps.deadline);
  if (result.kind !== 'refused') return result;
  const { dispatchRequestId } = request;
  const sentence = transitionText(result.refusal, result.request);
  throw refusalFault({ dispatchRequestId, ...result.refusal }, { sentence }, json);
}

async function toAppointment(
  { request, who, deps, target, json }: Found,
  command: AppointmentRequest['command'],
  { date, time: minute, technician, service, overHold: overHolds }: AppointmentOptions,
): Promise<Changed> {
  const account = await readAccount(target, request.accountId);
  const wanted = { command, account, request, date, minute, technician, service, overHolds, who };
  const result = await giveAppointment(wanted, deps, deps.deadline);
  if (result.kind !== 'refused') return result;
  const { dispatchRequestId } = request;
  throw refusalFault(
    { dispatchRequestId, ...result.refusal },
    appointmentText(result.refusal, { ...wanted, request: result.request }),
    json,
  );
}
