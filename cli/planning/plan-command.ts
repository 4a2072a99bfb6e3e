import { oneLine } from '../../lib/normalized.ts';
import type { PlannedDay } from '../../lib/planning/day.ts';
import { type Proposal, proposePlan } from '../../lib/planning/propose.ts';
import { findZip } from '../../lib/planning/zip-codes.ts';
import { isoMinute } from '../../lib/scheduling/time.ts';
import type { Program } from '../command.ts';
import { isTsv, toJson, toLocalMinute, toTableOr } from '../output.ts';
import type { CliContext } from '../target.ts';
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
      const day = readDayFile(file, findZip);
      for (const line of placeWarnings(day)) cli.complain(line);
      const proposal = proposePlan(day, SEARCH);
      if (json) return cli.print(toJson(planJson(day, proposal, cli.now())));
      const table = changesTable(day, proposal);
      const left = leftLines(day, proposal);
      // Other programs read only the table.
      if (isTsv()) for (const line of left) cli.complain(line);
      cli.print(isTsv() ? table : [summaryOf(proposal), table, ...left].filter(Boolean).join('\n'));
    });
}

/** Returns what the plan doesn't know. */
function placeWarnings({ account, rules, visits, homes }: PlannedDay): readonly string[] {
  const unknown = visits
    .filter(({ place }) => place.at === undefined)
    .map((visit) => visit.dispatchRequestId);
  const homeless = account.technicians.filter(({ id, homeZip }) => homeZip !== undefined && !homes.has(id));
  return [
    ...(unknown.length === 0
      ? []
      : [
          `Warning: unknown places, to and from which drives take ${rules.maxMinutes} minutes: ${unknown.join(', ')}`,
        ]),
    ...homeless.map(({ name }) => `Warning: the home of ${oneLine(name)} is no known postal code.`),
  ];
}

function planJson({ account, date }: PlannedDay, { before, after, changes, ...left }: Proposal, now: Date) {
  return {
    accountId: account.accountId,
    date,
    madeAt: now.toISOString(),
    before: { driveMinutes: before },
    after: { driveMinutes: after },
    savedMinutes: before - after,
    ...left,
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

function summaryOf({ before, after, changes, short, outside }: Proposal): string {
  if (changes.length === 0)
    return short.length > 0 ? 'No change would help.' : 'Nothing to change: no other order saves driving.';
  const promises = outside.length === 0 ? 'every promise kept' : 'no promise broken by a change';
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return `${durationText(Math.abs(before - after))} ${before >= after ? 'less' : 'more'} driving, ${count}, ${promises}`;
}

const localTime = ({ account }: PlannedDay, start: number): string =>
  toLocalMinute(isoMinute(start), account.timezone);

function changesTable(day: PlannedDay, { changes }: Proposal): string {
  const nameOf = (id: string) =>
    day.account.technicians.find((technician) => technician.id === id)?.name ?? id;
  const rows = changes.map(({ number, visit, to, needs, reason, savedMinutes }) => [
    ...[String(number), visit.dispatchRequestId],
    ...[visit, to].map(({ technicianId, start }) => `${nameOf(technicianId)}, ${localTime(day, start)}`),
    ...[String(savedMinutes), needs.join(', '), reason],
  ]);
  return toTableOr('', ['change', 'dispatch request', 'from', 'to', 'saves min', 'needs', 'reason'], rows);
}

/** Returns what is wrong with the day even with all changes, a line each. */
function leftLines(day: PlannedDay, { short, outside }: Proposal): readonly string[] {
  const stopOf = (id: string) => {
    const block = day.blocks.find((one) => one.id === id);
    return block === undefined ? id : `the block at ${localTime(day, block.from)}`;
  };
  return [
    ...short.map(({ from, to, minutes }) =>
      from === to
        ? `${from} stands in blocked time.`
        : `${Math.ceil(minutes)} minutes short between ${stopOf(from)} and ${stopOf(to)}.`,
    ),
    ...outside.map((id) => `${id} begins outside of what was promised.`),
  ];
}

/** Returns minutes as people read them, such as `1 h 52 min`. */
function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ');
}
