import type { Command } from 'commander';
import type { Account } from '../../lib/accounts/account.ts';
import { createRequestReader } from '../../lib/aws/request-reader.ts';
import type { DispatchRequest, Status } from '../../lib/dispatch/request.ts';
import { parseDate } from './options.ts';
import { toJson } from './output.ts';
import { customerName } from './requests-command.ts';
import { drawBoard } from './schedule-board.ts';
import { readAccount } from './stored-accounts.ts';
import { type Surroundings, type TargetOptions, withTarget } from './target.ts';

export interface BoardEntry {
  readonly dispatchRequestId: string;
  readonly time: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly serviceType: string | undefined;
  readonly customer: string;
  readonly status: Status;
}

export interface BoardRow {
  readonly technicianId: string;
  readonly technician: string;
  readonly appointments: readonly BoardEntry[];
}

interface ScheduleOptions extends TargetOptions {
  readonly account: string;
  readonly date: string;
}

/** `schedule`. */
export function addSchedule(program: Command, surroundings: Surroundings): void {
  program
    .command('schedule')
    .description('the day as a board: technicians down, hours across')
    .requiredOption('--account <id>', 'whose day')
    .requiredOption('--date <date>', 'YYYY-MM-DD in the time zone of the account', parseDate)
    .action(async (_: unknown, command: Command) => {
      const { account: id, date, json, ...options } = command.optsWithGlobals<ScheduleOptions>();
      const { account, requests } = await withTarget(surroundings, options, async (target) => ({
        account: await readAccount(target, id),
        requests: await createRequestReader(target).scheduledOn(id, date),
      }));
      const rows = boardRows(account, requests);
      surroundings.print(json ? toJson(rows) : drawBoard(account, date, rows));
    });
}

/** A row for each technician of the account, and for those who have left it but still have an appointment. */
function boardRows(account: Account, requests: readonly DispatchRequest[]): readonly BoardRow[] {
  const names = new Map(account.technicians.map(({ id, name }) => [id, name]));
  for (const { appointment } of requests) {
    if (appointment !== undefined && !names.has(appointment.technicianId)) {
      names.set(appointment.technicianId, appointment.technician);
    }
  }
  return [...names].map(([technicianId, technician]) => ({
    technicianId,
    technician,
    appointments: requests
      .filter(({ appointment }) => appointment?.technicianId === technicianId)
      .flatMap(toEntry)
      .sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  }));
}

function toEntry(request: DispatchRequest): readonly BoardEntry[] {
  const { appointment, dispatchRequestId, serviceType, status } = request;
  if (appointment === undefined) return [];
  const { time, startsAt, endsAt } = appointment;
  return [
    { dispatchRequestId, time, startsAt, endsAt, serviceType, customer: customerName(request), status },
  ];
}
