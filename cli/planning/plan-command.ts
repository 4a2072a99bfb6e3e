import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Account } from '../../lib/accounts/account.ts';
import { oneLine } from '../../lib/normalized.ts';
import type { PlannedDay } from '../../lib/planning/day.ts';
import { proposePlan } from '../../lib/planning/propose.ts';
import { findZip } from '../../lib/planning/zip-codes.ts';
import {
  acceptPlan,
  type Chosen,
  dismissPlan,
  makePlan,
  type PlanRefusal,
  type PlanResult,
  planOf,
  SEARCH,
  undoPlan,
} from '../../lib/plans/plan-day.ts';
import { asShown, type DayPlan, type PlanChange } from '../../lib/record/day-plan.ts';
import { isoMinute } from '../../lib/scheduling/time.ts';
import type { Program } from '../command.ts';
import { dateForms, parseDate, todayIn } from '../dates.ts';
import { actorOf, byOption } from '../options.ts';
import { isTsv, toJson, toLocalMinute, toTableOr } from '../output.ts';
import { refusalFault } from '../requests/refusal-text.ts';
import { type CliContext, DEADLINE_MS, readAccount, withTarget } from '../target.ts';
import { readDayFile } from './day-file.ts';

/** Parses numbers of changes, such as `3,4`, or `all`. */
function parseChanges(text: string): Chosen {
  if (text === 'all') return text;
  const numbers = text.split(',').map((one) => one.trim());
  if (numbers.every((one) => /^[1-9]\d{0,3}$/.test(one))) return numbers.map(Number);
  throw new InvalidArgumentError('Expected numbers of changes such as 3,4, or all.');
}

const wishes = ['accept', 'dismiss', 'undo', 'file'] as const;

/** An option that says what to do, in place of the others. */
const wish = <const Flags extends string>(flags: Flags, about: string) => {
  const option = new Option(flags, about);
  return option.conflicts(wishes.filter((name) => name !== option.name()));
};

/** Adds `plan`. */
export function addPlan(program: Program, cli: CliContext): void {
  program
    .command('plan')
    .description('proposes who should come when on a day, so that less is driven; every promise is kept')
    .option('--account <id>', 'account of the day (or DISPATCH_ACCOUNT)')
    .option('--date <date>', `a date after today: ${dateForms}; default: tomorrow`, parseDate)
    .addOption(
      wish('--accept <changes>', 'makes changes of the last plan, such as 3,4 or all').argParser(
        parseChanges,
      ),
    )
    .addOption(wish('--dismiss <changes>', 'dismisses changes of the last plan').argParser(parseChanges))
    .addOption(wish('--undo', 'puts back what was accepted of the last plan'))
    .addOption(
      wish('--file <file>', 'instead, a day as JSON: account, date, visits and blocks; nothing is stored'),
    )
    .addOption(byOption())
    .action(async (_, command) => {
      const { file, json, by, date: given, accept, dismiss, undo, ...options } = command.optsWithGlobals();
      const show = (shown: Shown) => {
        if (json) return cli.print(toJson(shown.plan));
        const table = changesTable(shown);
        const left = leftLines(shown);
        // Other programs read only the table.
        if (isTsv()) for (const line of left) cli.complain(line);
        cli.print(isTsv() ? table : [summaryOf(shown.plan), table, ...left].filter(Boolean).join('\n'));
      };
      if (file !== undefined) {
        const day = readDayFile(file, findZip);
        for (const line of placeWarnings(day)) cli.complain(line);
        const { account, date } = day;
        const proposal = proposePlan(day, SEARCH);
        const plan = planOf({ account, date, now: cli.now().getTime() }, proposal);
        return show({ account, plan, blocks: day.blocks });
      }
      const id = options.account ?? cli.environment.DISPATCH_ACCOUNT?.trim();
      if (!id) return command.error("required option '--account <id>' not specified");
      const actor = actorOf(by, command);
      await withTarget(cli, options, async (target) => {
        const account = await readAccount(target, id);
        const date = (given ?? parseDate('tomorrow'))(todayIn(account.timezone, cli));
        const day = { account, date, who: { by: actor, now: target.now() } };
        const decided = (): Promise<PlanResult> => {
          if (accept !== undefined) return acceptPlan(day, accept, target, target.deadline);
          if (dismiss !== undefined) return dismissPlan(day, dismiss, target, target.deadline);
          if (undo) return undoPlan(day, target, target.deadline);
          return makePlan(day, target, DEADLINE_MS);
        };
        const result = await decided();
        if ('reason' in result)
          throw refusalFault(result, { sentence: refusalText(result, account, date) }, json);
        show({ account, plan: asShown(result.plan), blocks: [] });
      });
    });
}

/** Says why there is no plan, or why it stays as it is. */
function refusalText({ reason }: PlanRefusal, { accountId }: Account, date: string): string {
  switch (reason) {
    case 'no_travel':
      return `${accountId}: the account doesn't say how long drives take: add travel to its document.`;
    case 'past':
      return `--date: expected a date after today, because visits of today may be under way.`;
    case 'no_plan':
      return `${date}: there is no plan yet; make one without --accept, --dismiss and --undo.`;
    case 'plan_changed':
      return `${date}: another plan was made meanwhile; look at it first.`;
    case 'no_such_change':
      return `changes: expected numbers that the plan of ${date} has, or all.`;
    case 'under_way':
      return `${date}: a visit that was changed is under way; move visits one by one.`;
  }
}

/** A plan with what its lines name. */
interface Shown {
  readonly account: Account;
  readonly plan: DayPlan;
  readonly blocks: PlannedDay['blocks'];
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

function summaryOf({ savedMinutes, changes, short, outside }: DayPlan): string {
  if (changes.length === 0)
    return short.length > 0 ? 'No change would help.' : 'Nothing to change: no other order saves driving.';
  const promises = outside.length === 0 ? 'every promise kept' : 'no promise broken by a change';
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return `${durationText(Math.abs(savedMinutes))} ${savedMinutes >= 0 ? 'less' : 'more'} driving, ${count}, ${promises}`;
}

const refusalTexts: Readonly<Record<NonNullable<PlanChange['refusal']>, string>> = {
  version_changed: 'refused: the visit has changed',
  needs: 'refused: it needs others',
  not_free: 'refused: not free any more',
};

function changesTable({ account, plan }: Shown): string {
  const nameOf = (id: string) => account.technicians.find((technician) => technician.id === id)?.name ?? id;
  const isNew = plan.changes.every(({ state }) => state === 'proposed');
  const rows = plan.changes.map(({ number, dispatchRequestId, state, refusal, ...change }) => [
    ...[String(number), dispatchRequestId],
    ...[change.from, change.to].map(
      ({ technicianId, startsAt }) => `${nameOf(technicianId)}, ${toLocalMinute(startsAt, account.timezone)}`,
    ),
    ...[String(change.savedMinutes), change.needs.join(', '), change.reason],
    ...(isNew ? [] : [refusal === undefined ? state : refusalTexts[refusal]]),
  ]);
  const head = ['change', 'dispatch request', 'from', 'to', 'saves min', 'needs', 'reason'];
  return toTableOr('', isNew ? head : [...head, 'state'], rows);
}

/** Returns what is wrong with the day even with all changes, a line each. */
function leftLines({ account, plan, blocks }: Shown): readonly string[] {
  const stopOf = (id: string) => {
    const block = blocks.find((one) => one.id === id);
    return block === undefined
      ? id
      : `the block at ${toLocalMinute(isoMinute(block.from), account.timezone)}`;
  };
  return [
    ...plan.short.map(({ from, to, minutes }) =>
      from === to
        ? `${from} stands in blocked time.`
        : `${minutes} minutes short between ${stopOf(from)} and ${stopOf(to)}.`,
    ),
    ...plan.outside.map((id) => `${id} begins outside of what was promised.`),
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
