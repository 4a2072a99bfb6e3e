import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { SUMMARY } from '../../lib/aws/items/call-summary.ts';
import { requestKey } from '../../lib/aws/items/request-item.ts';
import { dayUpdates } from '../../lib/aws/stores/schedule-reader.ts';
import { transact, writesOr } from '../../lib/aws/table/operations.ts';
import { StorageUnavailable } from '../../lib/record/faults.ts';
import type { Claim } from '../../lib/record/request.ts';
import { BUCKET_MINUTES, isHold, layerName, type Occupancy } from '../../lib/scheduling/occupancy.ts';
import { CliFault, fileFault } from '../fault.ts';
import type { CliContext, Target } from '../target.ts';
import {
  type Claimant,
  type ClaimFault,
  checkTable,
  claimantOf,
  type Item,
  isDay,
  readItem,
  scan,
} from './check-table.ts';

const PROGRESS_EVERY_MS = 2_000;

/** Returns a function that reports a growing count, at most every two seconds. */
function createProgress({ complain, now }: CliContext, what: string): (count: number) => void {
  let last = now().getTime();
  return (count) => {
    if (now().getTime() - last < PROGRESS_EVERY_MS) return;
    last = now().getTime();
    complain(`${what}: ${count}`);
  };
}

/**
 * Writes every item of a table to a new file, one per line in DynamoDB's JSON, readable by its owner alone. Returns their
 * number. The table may change meanwhile: stop what writes to it first, or expect items of different moments.
 */
export async function exportTable(target: Target, name: string, cli: CliContext): Promise<number> {
  const report = createProgress(cli, 'items read');
  const file = await open(name, 'wx', 0o600).catch((error: unknown) => {
    throw new CliFault(fileFault(error) ?? `${name}: it can't be written.`);
  });
  try {
    let count = 0;
    for await (const items of scan(target)) {
      await file.write(items.map((item) => `${JSON.stringify(marshall(item))}\n`).join(''));
      count += items.length;
      report(count);
    }
    return count;
  } finally {
    await file.close();
  }
}

/** Refuses a file that can't be read, before anything else is asked for. */
export async function requireFile(name: string): Promise<void> {
  await (await opened(name)).close();
}

const opened = (name: string) =>
  open(name).catch((error: unknown) => {
    throw new CliFault(fileFault(error) ?? `${name}: it can't be read.`);
  });

/** Reads the items of a file. The fault of a malformed line names the line. */
async function* itemsOf(name: string): AsyncGenerator<Item> {
  const file = await opened(name);
  try {
    let number = 0;
    for await (const line of file.readLines()) {
      number++;
      if (line !== '') yield itemOf(line, `${name}: line ${number}`);
    }
  } finally {
    await file.close();
  }
}

function itemOf(line: string, where: string): Item {
  try {
    const marshalled: Record<string, AttributeValue> = JSON.parse(line);
    const item = unmarshall(marshalled);
    if (typeof item.pk === 'string' && typeof item.sk === 'string') return item;
  } catch {
    // The fault below has no cause, because the cause would repeat the line, which may hold personal data.
  }
  throw new CliFault(`${where}: expected an item as "data export" writes it. Nothing was written.`);
}

export interface ImportSettings {
  /** Whether to overwrite items that the table has. */
  readonly replace: boolean;
  /** Added to the version of each request, so that it exceeds what consumers of events have seen. */
  readonly raiseVersions: number;
  /** Whether to only check the file. */
  readonly dryRun: boolean;
}

export interface Imported {
  readonly items: number;
  readonly written: number;
  /** How many items the table had already. */
  readonly present: number;
  /** The ids of the visits and blocks that were not written, because something else has their time. */
  readonly refused: readonly string[];
  /** What was wrong with technicians' time after that, and whether it was repaired. */
  readonly faults: readonly ClaimFault[];
}

/** How many items are written at once. A new on-demand table takes far more. */
const PARALLEL = 16;

/** Writes the items of an export. Checks the whole file first, so that a damaged one changes nothing. */
export async function importTable(
  target: Target,
  name: string,
  settings: ImportSettings,
  cli: CliContext,
): Promise<Imported> {
  let items = 0;
  for await (const _ of itemsOf(name)) items++;
  const done = { written: 0, present: 0 };
  const refused: string[] = [];
  if (settings.dryRun) return { items, ...done, refused, faults: [] };
  const report = createProgress(cli, `items of ${items} done`);
  let batch: Item[] = [];
  const flush = async () => {
    for (const result of await Promise.all(batch.map((item) => put(item, target, settings)))) {
      if (typeof result === 'string') done[result] += 1;
      else refused.push(result.holder);
    }
    batch = [];
    report(done.written + done.present + refused.length);
  };
  // The technicians' days come first, so that no caller gets the time of a visit that is yet to be written.
  for (const ofDays of [true, false]) {
    for await (const item of itemsOf(name)) {
      if (isDay(item) !== ofDays) continue;
      batch.push(item);
      if (batch.length === PARALLEL) await flush();
    }
    await flush();
  }
  return { items, ...done, refused, faults: await checkTable(target, true) };
}

/** What became of an item; the claimant itself if it was refused. */
type Outcome = 'written' | 'present' | Claimant;

async function put(item: Item, target: Target, settings: ImportSettings): Promise<Outcome> {
  // The days of a table in use tell who has the time now.
  if (isDay(item)) return await putAlone(item, target, false);
  const claimant = claimantOf(item);
  const written = raised(item, settings);
  return claimant === undefined || claimant.claims.length === 0
    ? await putAlone(written, target, settings.replace)
    : await putWithTime(written, claimant, target, settings.replace);
}

const REQUEST = requestKey('').pk;

/** Returns an item as it is stored. Its events are left out, because other systems had them already. */
function raised(item: Item, { raiseVersions }: ImportSettings): Item {
  const { pk, version } = item;
  const { events: _, ...silent } = item;
  if (typeof pk === 'string' && pk.startsWith(REQUEST) && typeof version === 'number')
    return { ...silent, version: version + raiseVersions };
  return item.sk === SUMMARY && 'reports' in item ? { ...item, imported: true } : item;
}

const ABSENT = { ConditionExpression: 'attribute_not_exists(pk)' };

async function putAlone(Item: Item, { document, tableName }: Target, replace: boolean): Promise<Outcome> {
  try {
    await document.send(new PutCommand({ TableName: tableName, Item, ...(replace ? {} : ABSENT) }));
    return 'written';
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'present';
    throw error;
  }
}

/** How often a visit is tried whose technician's day keeps changing. */
const ATTEMPTS = 5;

/**
 * Stores a visit or block and claims its time in one transaction, which also releases the time of what is replaced. Takes
 * time from nobody but callers who are still deciding.
 */
async function putWithTime(
  Item: Item,
  claimant: Claimant,
  target: Target,
  replace: boolean,
): Promise<Outcome> {
  const { accountId, holder, claims } = claimant;
  const { tableName: TableName } = target;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const stored = await readItem({ pk: Item.pk, sk: Item.sk }, target);
    if (stored !== undefined && !replace) return 'present';
    const former = (stored && claimantOf(stored)?.claims) ?? [];
    const seen = await occupancyOf([...claims, ...former], accountId, target);
    const holderAt = ({ technicianId, layer }: Claim, bucket: number) =>
      seen.get(layerName(technicianId, layer))?.get(bucket);
    const held = [...claims, ...former].map((claim) => ({
      ...claim,
      buckets: claim.buckets.filter((bucket) => holderAt(claim, bucket) === holder),
    }));
    const isTaken = claims.some((claim) =>
      claim.buckets.some((bucket) => {
        const other = holderAt(claim, bucket);
        return other !== undefined && other !== holder && !isHold(other);
      }),
    );
    if (isTaken) return claimant;
    const change = { accountId, held: [{ holder, claims: held }], wanted: [claimant], seen };
    const Put = { TableName, Item, ...(stored === undefined ? ABSENT : {}) };
    const writes = writesOr('changed', [{ Put }, ...dayUpdates(TableName, change)]);
    if ((await transact({ writes }, target, target.deadline)) === 'stored') return 'written';
  }
  throw new StorageUnavailable({ cause: new Error('The technicians of a visit keep changing.') });
}

/** Reads who has the time of claims now. */
function occupancyOf(
  claims: Claimant['claims'],
  accountId: string,
  { schedule, deadline }: Target,
): Promise<Occupancy> {
  const buckets = claims.flatMap((claim) => claim.buckets);
  const span = {
    from: Math.min(...buckets) * BUCKET_MINUTES,
    to: (Math.max(...buckets) + 1) * BUCKET_MINUTES,
  };
  return schedule.occupancy(accountId, span, deadline);
}

/** Items by kind, and the ids of requests among them. The other keys contain phone numbers, so they are only counted. */
export interface Difference {
  readonly counts: Readonly<Record<string, number>>;
  readonly dispatchRequestIds: readonly string[];
}

const nameOf = ({ pk, sk }: Item): string => JSON.stringify([pk, sk]);

/** Sorts maps and sets, which have no order in DynamoDB. */
function ordered(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return /^[SNB]S$/.test(name) ? value.toSorted() : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns a digest of what an import keeps of an item. */
const digestOf = ({ events: _, imported: __, ...item }: Item): string =>
  createHash('sha256')
    .update(JSON.stringify(marshall(item), ordered))
    .digest('base64');

/** Compares a table with a file that `data export` wrote. Reads both once; the file's digests stay in memory. */
export async function diffTable(target: Target, file: string) {
  const given = new Map<string, string>();
  for await (const item of itemsOf(file)) given.set(nameOf(item), digestOf(item));
  const onlyInTable: string[] = [];
  const changed: string[] = [];
  for await (const items of scan(target)) {
    for (const item of items) {
      const name = nameOf(item);
      const before = given.get(name);
      given.delete(name);
      if (before === undefined) onlyInTable.push(name);
      else if (before !== digestOf(item)) changed.push(name);
    }
  }
  return {
    onlyInTable: differenceOf(onlyInTable),
    onlyInFile: differenceOf([...given.keys()]),
    changed: differenceOf(changed),
  };
}

function differenceOf(names: readonly string[]): Difference {
  const keys = names.map((name): string => JSON.parse(name)[0]);
  const counts: Record<string, number> = {};
  for (const key of keys) {
    const [kind = ''] = key.split('#');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  const requests = keys.filter((key) => key.startsWith(REQUEST));
  return { counts, dispatchRequestIds: requests.map((key) => key.slice(REQUEST.length)).sort() };
}
