import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { table } from '../../../lib/aws/table/table.ts';
import { booking, type Service, startService } from '../../functions/service.ts';

/** The units that docs/cost.md prices, by Amazon's documented rules. */
interface Written {
  /** Of the table: 2 in a transaction for each started kilobyte of an item. */
  readonly units: number;
  /** Of the indexes: each entry is a write, 1 for each started kilobyte. */
  readonly indexUnits: number;
}

const Key = v.object({ pk: v.string(), sk: v.string() });
const Write = v.object({
  Put: v.optional(v.object({ Item: Key })),
  Update: v.optional(v.object({ Key })),
});
const Transaction = v.object({ TransactItems: v.array(Write) });

let service: Service;
const keys: v.InferOutput<typeof Key>[] = [];
beforeAll(async () => {
  service = await startService();
  service.table.document.middlewareStack.add(
    (next) => (args) => {
      const transaction = v.safeParse(Transaction, args.input);
      const writes = transaction.success ? transaction.output.TransactItems : [];
      keys.push(...writes.flatMap(({ Put, Update }) => Put?.Item ?? Update?.Key ?? []));
      return next(args);
    },
    { step: 'initialize', name: 'noteWrites' },
  );
});
afterAll(() => service.stop());

/** Bytes of a value as Amazon documents them; a number takes one byte per two digits, and one more. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(value).length / 2) + 1;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 1;
  const parts = Object.entries(value).map(
    ([name, part]) => 1 + sizeOf(part) + (Array.isArray(value) ? 0 : sizeOf(name)),
  );
  return 3 + parts.reduce((sum, size) => sum + size, 0);
}

const kilobytesOf = (item: unknown): number => Math.ceil(sizeOf(item) / 1024);

async function writtenBy(request: () => Promise<unknown>): Promise<Written> {
  keys.length = 0;
  await request();
  const { document, tableName: TableName } = service.table;
  const found = await Promise.all(keys.map((Key) => document.send(new GetCommand({ TableName, Key }))));
  const items = found.flatMap(({ Item }) => Item ?? []);
  const isIn = (item: Record<string, unknown>) =>
    table.indexes.filter(({ partitionKey, sortKey }) => partitionKey in item && sortKey in item).length;
  return {
    units: items.reduce((sum, item) => sum + 2 * kilobytesOf(item), 0),
    indexUnits: items.reduce((sum, item) => sum + isIn(item) * kilobytesOf(item), 0),
  };
}

const lead = {
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { id: 'contact_1', firstName: 'Dana', lastName: 'Miller', phone: '+12125550143' },
  customData: { serviceRequested: 'AC Repair', preferredDate: '2026-06-10', notes: 'Please call first.' },
};
/** Words that don't compress like repeated ones: about 5 KB, a call of five minutes. */
const transcript = Array.from({ length: 800 }, (_, at) => ((at * 7919) % 99_991).toString(36)).join(' ');
const ended = {
  event: 'call_ended',
  call: { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript },
};

describe('what is written', () => {
  it('for an availability is nothing', async () => {
    const search = () => service.call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });
    expect(await writtenBy(search)).toEqual({ units: 0, indexUnits: 0 });
  });

  it('for a booking are a request of over a kilobyte, day, customer, call, number and notice, the request in four indexes and the notice in one', async () => {
    const book = () => service.call('book_job', booking({ address: '1 Main Street' }));
    expect(await writtenBy(book)).toEqual({ units: 14, indexUnits: 9 });
  });

  it('for the end of a call are owner, head and transcript, and the owner in two indexes', async () => {
    const end = () => service.send('voiceone-call-complete', ended);
    expect(await writtenBy(end)).toEqual({ units: 10, indexUnits: 2 });
  });

  it('for a lead are delivery, request and number, and the request in three indexes', async () => {
    expect(await writtenBy(() => service.send('crm', lead))).toEqual({ units: 6, indexUnits: 3 });
  });
});
