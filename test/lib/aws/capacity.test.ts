import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { booking, type Service, startService } from '../../functions/service.ts';

/** The units of which docs/cost.md makes prices. */
interface Units {
  reads: number;
  writes: number;
}

const Capacity = v.object({ CapacityUnits: v.number() });
const Output = v.object({ ConsumedCapacity: v.optional(v.union([v.array(Capacity), Capacity]), []) });

let service: Service;
const units: Units = { reads: 0, writes: 0 };
beforeAll(async () => {
  service = await startService();
  service.table.document.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const result = await next(args);
        const consumed = [v.parse(Output, result.output).ConsumedCapacity].flat();
        const sum = consumed.reduce((total, { CapacityUnits }) => total + CapacityUnits, 0);
        units[commandName === 'TransactWriteItemsCommand' ? 'writes' : 'reads'] += sum;
        return result;
      },
    { step: 'initialize', name: 'countUnits' },
  );
});
afterAll(() => service.stop());

async function unitsOf(request: () => Promise<unknown>): Promise<Units> {
  Object.assign(units, { reads: 0, writes: 0 });
  await request();
  return { ...units };
}

const lead = {
  type: 'WorkflowWebhook',
  locationId: 'loc_acme',
  contact: { id: 'contact_1', firstName: 'Dana', lastName: 'Miller', phone: '+12125550143' },
  customData: { serviceRequested: 'AC Repair', preferredDate: '2026-06-10', notes: 'Please call first.' },
};
/** Words that do not compress as repeated ones would: about 5 KB of a call of five minutes. */
const transcript = Array.from({ length: 800 }, (_, at) => ((at * 7919) % 99_991).toString(36)).join(' ');
const ended = {
  event: 'call_ended',
  call: { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript },
};

describe('the capacity units of the database', () => {
  const search = () => service.call('check_availability', { date: '2026-06-10', serviceType: 'AC Repair' });

  it('are those of the account and the day for a first availability, of the day alone after it', async () => {
    expect(await unitsOf(search)).toEqual({ reads: 3, writes: 0 });
    expect(await unitsOf(search)).toEqual({ reads: 1, writes: 0 });
  });

  it('are 4 and 9 for a booking: request, day, customer and three indexes', async () => {
    expect(await unitsOf(() => service.call('book_job', booking()))).toEqual({ reads: 4, writes: 9 });
  });

  it('are 11 to write the end of a call with its transcript', async () => {
    expect(await unitsOf(() => service.send('voiceone-call-complete', ended))).toEqual({
      reads: 0,
      writes: 11,
    });
  });

  it('are 2 and 5 for a lead: account, delivery, request and one index', async () => {
    expect(await unitsOf(() => service.send('crm', lead))).toEqual({ reads: 2, writes: 5 });
  });
});
