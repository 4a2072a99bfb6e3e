import { open } from 'node:fs/promises';
import { type AttributeValue, ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { SUMMARY } from '../../lib/aws/items/call-summary.ts';
import { requestKey } from '../../lib/aws/items/request-item.ts';
import { scheduleKey } from '../../lib/aws/stores/schedule-reader.ts';
import { CliFault, fileFault } from '../fault.ts';
import type { Target } from '../target.ts';
import { type ClaimFault, checkTable } from './check-table.ts';
import { createProgress, type Reporting } from './progress.ts';

type Item = Readonly<Record<string, unknown>>;

export interface ImportSettings extends Reporting {
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
  /** Items that the table had already. */
  readonly present: number;
  /** What was wrong with technicians' time after that, and whether it was repaired. */
  readonly faults: readonly ClaimFault[];
}

/** Writes at once, well below what a new on-demand table takes. */
const PARALLEL = 16;

/** Writes the items of an export. Checks the whole file first, so that a damaged one changes nothing. */
export async function importTable(target: Target, name: string, settings: ImportSettings): Promise<Imported> {
  let items = 0;
  for await (const _ of itemsOf(name)) items++;
  if (settings.dryRun) return { items, written: 0, present: 0, faults: [] };
  const report = createProgress(settings, `items of ${items} done`);
  let written = 0;
  let present = 0;
  let batch: Item[] = [];
  const flush = async () => {
    const results = await Promise.all(batch.map((item) => put(target, raised(item, settings), settings)));
    written += results.filter((isWritten) => isWritten).length;
    present += results.filter((isWritten) => !isWritten).length;
    batch = [];
    report(written + present);
  };
  // The technicians' days come first, so that no caller gets a visit's time between the two.
  for (const ofDays of [true, false]) {
    for await (const item of itemsOf(name)) {
      if (isDay(item) !== ofDays) continue;
      batch.push(item);
      if (batch.length === PARALLEL) await flush();
    }
    await flush();
  }
  return { items, written, present, faults: await checkTable(target, true) };
}

/** Refuses a file that can't be read, before anything else is asked for. */
export async function requireFile(name: string): Promise<void> {
  await (await opened(name)).close();
}

const opened = (name: string) =>
  open(name).catch((error: unknown) => {
    throw new CliFault(fileFault(error) ?? `${name}: it can't be read.`);
  });

/** The items of a file. A malformed line is an error that names the line. */
export async function* itemsOf(name: string): AsyncGenerator<Item> {
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
    // Reported below: the line may hold personal data, which the cause would repeat.
  }
  throw new CliFault(`${where}: expected an item as "data export" writes it. Nothing was written.`);
}

const SCHEDULE = scheduleKey('', '', '').pk;
const isDay = ({ pk }: Item): boolean => typeof pk === 'string' && pk.startsWith(SCHEDULE);

const REQUEST = requestKey('').pk;

function raised(item: Item, { raiseVersions }: ImportSettings): Item {
  const { pk, version } = item;
  const isRequest = typeof pk === 'string' && pk.startsWith(REQUEST) && typeof version === 'number';
  // Other systems had the events of these changes before.
  const { events: _, ...silent } = item;
  if (isRequest) return { ...silent, version: version + raiseVersions };
  return item.sk === SUMMARY && 'reports' in item ? { ...item, imported: true } : item;
}

/** Whether the item was written: false if the table has one with its key. */
async function put({ document, tableName }: Target, item: Item, { replace }: ImportSettings) {
  const condition = replace ? {} : { ConditionExpression: 'attribute_not_exists(pk)' };
  try {
    await document.send(new PutCommand({ TableName: tableName, Item: item, ...condition }));
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
