import * as v from 'valibot';
import type { Account } from '../../lib/accounts/account.ts';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { endTime, time } from '../../lib/accounts/document/hours.ts';
import { InvalidAccountDocument } from '../../lib/accounts/document/invalid-account-document.ts';
import { fieldErrors, withoutOwnMessages } from '../../lib/field-errors.ts';
import type { DayBlock, DayVisit, PlannedDay } from '../../lib/planning/day.ts';
import { type FindZip, homesOf, placeOf, plausible } from '../../lib/planning/places.ts';
import { activeStatuses, statuses } from '../../lib/record/request.ts';
import { boundaryOf, isLocalDate } from '../../lib/scheduling/time.ts';
import { wallMinute } from '../../lib/scheduling/time-of-day.ts';
import { CliFault, readJsonFile } from '../fault.ts';

const name = () => v.pipe(v.string('a text'), v.nonEmpty('a text'));

const versionExpected = 'a whole number';

const Visit = v.strictObject({
  dispatchRequestId: name(),
  version: v.optional(v.pipe(v.number(versionExpected), v.integer(versionExpected)), 1),
  technicianId: name(),
  time: time(),
  serviceTypeId: name(),
  zip: v.optional(v.string('a postal code')),
  address: v.optional(v.string('a text')),
  status: v.optional(v.picklist(statuses, `one of ${statuses.join(', ')}`), 'scheduled'),
  promise: v.optional(v.strictObject({ from: time(), to: endTime() })),
  pinned: v.optional(v.boolean('true or false'), false),
  askedFor: v.optional(v.string('the id of a technician')),
});

const Block = v.strictObject({
  technicianId: name(),
  from: time(),
  to: endTime(),
  zip: v.optional(v.string('a postal code')),
});

const dateExpected = 'a calendar date as YYYY-MM-DD';

/** A day to plan: the account, its visits and blocks of one date, with local times. */
const DayFile = v.strictObject({
  account: v.optional(v.unknown()),
  date: v.pipe(v.string(dateExpected), v.check(isLocalDate, dateExpected)),
  visits: v.array(Visit, 'a list of visits'),
  blocks: v.optional(v.array(Block, 'a list of blocks'), []),
});

/** Returns the id of a block: its place in the file. */
const blockId = (at: number): string => `blocks[${at}]`;

type Parsed = v.InferOutput<typeof DayFile>;

/** Reads the day of a file. Throws a fault with a line for each thing that is wrong. */
export function readDayFile(file: string, find: FindZip): PlannedDay {
  const document = readJsonFile(file);
  if (!isFields(document)) throw new CliFault(`${file}: expected an object`);
  const faults: Fault[] = [];
  const account = accountOf(document.account, faults);
  const parsed = v.safeParse(DayFile, document, withoutOwnMessages);
  faults.push(...fieldErrors(parsed.issues ?? []));
  if (parsed.success && account !== undefined) {
    faults.push(...unknownNames(parsed.output, account));
    if (account.travel === undefined)
      faults.push({ path: 'account.travel', expected: 'how long drives take' });
  }
  if (!parsed.success || account?.travel === undefined || faults.length > 0)
    throw new CliFault(
      faults
        .map(({ path, expected }) => `${file}: ${path === '' ? '' : `${path}: `}expected ${expected}`)
        .join('\n'),
    );
  return dayOf(parsed.output, account, account.travel, find);
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Fault {
  readonly path: string;
  readonly expected: string;
}

function accountOf(document: unknown, faults: Fault[]): Account | undefined {
  try {
    return parseAccount(document);
  } catch (error) {
    if (!(error instanceof InvalidAccountDocument)) throw error;
    for (const { path, expected } of error.faults)
      faults.push({ path: path === 'document' ? 'account' : `account.${path}`, expected });
    return undefined;
  }
}

/** Returns faults of technicians and services that the account doesn't have, of ids that are there twice, and of spans. */
function unknownNames({ visits, blocks }: Parsed, { technicians, serviceTypes }: Account): readonly Fault[] {
  const isTechnician = (id: string) => technicians.some((technician) => technician.id === id);
  const technician = 'the id of a technician of the account';
  const ofVisits = visits.flatMap((visit, at) => {
    const path = `visits[${at}]`;
    const { technicianId, serviceTypeId, askedFor, dispatchRequestId, promise } = visit;
    const first = visits.findIndex((one) => one.dispatchRequestId === dispatchRequestId);
    const isOfBlock = blocks.some((_, number) => dispatchRequestId === blockId(number));
    return [
      ...(first === at
        ? []
        : [{ path: `${path}.dispatchRequestId`, expected: `an id different from visits[${first}]` }]),
      ...(isOfBlock ? [{ path: `${path}.dispatchRequestId`, expected: 'an id that no block has' }] : []),
      ...(isTechnician(technicianId) ? [] : [{ path: `${path}.technicianId`, expected: technician }]),
      ...(askedFor === undefined || isTechnician(askedFor)
        ? []
        : [{ path: `${path}.askedFor`, expected: technician }]),
      ...(serviceTypes.some(({ id }) => id === serviceTypeId)
        ? []
        : [{ path: `${path}.serviceTypeId`, expected: 'the id of a service of the account' }]),
      ...(promise === undefined || promise.from < promise.to
        ? []
        : [{ path: `${path}.promise.to`, expected: 'an end after its start' }]),
    ];
  });
  const ofBlocks = blocks.flatMap(({ technicianId, from, to }, at) => [
    ...(isTechnician(technicianId) ? [] : [{ path: `blocks[${at}].technicianId`, expected: technician }]),
    ...(from < to ? [] : [{ path: `blocks[${at}].to`, expected: 'an end after its start' }]),
  ]);
  return [...ofVisits, ...ofBlocks];
}

function dayOf(
  { date, visits, blocks }: Parsed,
  account: Account,
  rules: NonNullable<Account['travel']>,
  find: FindZip,
): PlannedDay {
  const { region, timezone, serviceTypes } = account;
  const homes = homesOf(account, find);
  const places = plausible(
    [...visits, ...blocks].map((one) => placeOf(one, region, find)),
    [...homes.values()],
  );
  const instantAt = (wall: string): number => boundaryOf(timezone, date, wallMinute(wall));
  return {
    ...{ account, rules, date, homes },
    visits: visits.flatMap((visit, at): DayVisit[] => {
      const { dispatchRequestId, version, technicianId, zip, status, promise, pinned, askedFor } = visit;
      const service = serviceTypes.find(({ id }) => id === visit.serviceTypeId);
      const takesPlace = status === 'completed' || activeStatuses.some((active) => active === status);
      if (service === undefined || !takesPlace) return [];
      return [
        {
          ...{ dispatchRequestId, version, technicianId, service, zip },
          start: instantAt(visit.time),
          place: places[at] ?? {},
          promise: promise && { from: wallMinute(promise.from), to: wallMinute(promise.to) },
          isFixed: pinned || status !== 'scheduled',
          isAskedFor: askedFor === technicianId,
        },
      ];
    }),
    blocks: blocks.map(({ technicianId, from, to, zip }, at): DayBlock => {
      const place = zip === undefined ? undefined : places[visits.length + at];
      return { id: blockId(at), technicianId, from: instantAt(from), to: instantAt(to), place };
    }),
  };
}
