import type { PlannedDay } from '../../lib/planning/day.ts';
import { type Proposal, proposePlan } from '../../lib/planning/propose.ts';
import { isoMinute } from '../../lib/scheduling/time.ts';
import type { Program } from '../command.ts';
import { toJson, toLocalMinute, toTable } from '../output.ts';
import type { CliContext } from '../target.ts';
import { zipFinder } from '../zip-places.ts';
import { readDayFile } from './day-file.ts';

/** The same day always gets the same plan. */
const SEARCH = { seed: 1, iterations: 30_000 } as const;

/** Adds `plan`. */
export function addPlan(program: Program, cli: CliContext): void {
  program
    .command('plan')
    .description('proposes who should come when on a day, so that less is driven; every promise is kept')
    .requiredOption('--file <file>', 'the day: account, date, visits and blocks as JSON; nothing is stored')
    .action(async (_, command) => {
      const { file, json } = command.optsWithGlobals();
      const day = readDayFile(file, await zipFinder());
      const proposal = proposePlan(day, SEARCH);
      cli.print(json ? toJson(planJson(day, proposal, cli.now())) : planText(day, proposal));
    });
}

function planJson({ account, date }: PlannedDay, { before, after, changes }: Proposal, now: Date) {
  return {
    accountId: account.accountId,
    date,
    madeAt: now.toISOString(),
    before: { driveMinutes: before },
    after: { driveMinutes: after },
    savedMinutes: before - after,
    changes: changes.map(({ number, visit, to, needs, reason, savedMinutes }) => ({
      ...{
        number,
        dispatchRequestId: visit.dispatchRequestId,
        version: visit.version,
        state: 'proposed',
        needs,
      },
      from: { technicianId: visit.technicianId, startsAt: isoMinute(visit.start) },
      to: { technicianId: to.technicianId, startsAt: isoMinute(to.start) },
      ...{ reason, savedMinutes },
    })),
  };
}

function planText({ account }: PlannedDay, { before, after, changes }: Proposal): string {
  if (changes.length === 0) return 'Nothing to change: no other order saves driving.';
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  const nameOf = (id: string) => account.technicians.find((technician) => technician.id === id)?.name ?? id;
  const when = (start: number) => toLocalMinute(isoMinute(start), account.timezone);
  const rows = changes.map(({ number, visit, to, needs, reason, savedMinutes }) => [
    ...[String(number), visit.dispatchRequestId],
    ...[
      `${nameOf(visit.technicianId)}, ${when(visit.start)}`,
      `${nameOf(to.technicianId)}, ${when(to.start)}`,
    ],
    ...[String(savedMinutes), needs.join(', '), reason],
  ]);
  const table = toTable(['change', 'dispatch request', 'from', 'to', 'saves min', 'needs', 'reason'], rows);
  return `${durationText(before - after)} less driving, ${count}, every promise kept\n${table}`;
}

/** Returns minutes as people read them, such as `1 h 52 min`. */
function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ');
}
