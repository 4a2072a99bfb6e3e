import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { fromRequestItem, fromRequestItems, requestKey } from '../../../lib/aws/items/request-item.ts';
import { holdKey } from '../../../lib/aws/stores/hold-store.ts';
import { numberKey } from '../../../lib/aws/stores/number-reader.ts';
import { eventsOf } from '../../../lib/aws/stream-events.ts';
import { holdIdFor } from '../../../lib/record/hold.ts';
import { twoAlike, withCommandLine } from '../../cli/command-line-fixture.ts';
import { accountDocument } from '../../functions/service.ts';

// What a newer release may have stored while this one runs beside it, or before a rollback.
const rules = { ...accountDocument().booking, hold: { seconds: 180, perNumber: 2 } };
const fixture = withCommandLine({ ...twoAlike, booking: rules });

const itemAt = async (Key: Record<string, string>): Promise<Record<string, unknown>> => {
  const { document, tableName } = fixture.service.table;
  const { Item } = await document.send(new GetCommand({ TableName: tableName, Key }));
  return Item ?? {};
};
const stored = (id: string) => itemAt(requestKey(id));
const store = async (item: Record<string, unknown>) => {
  const { document, tableName } = fixture.service.table;
  await document.send(new PutCommand({ TableName: tableName, Item: item }));
};

describe('fields that this release does not know', () => {
  it('survive a change by this release, in the request and within its parts', async () => {
    const id = await fixture.booked();
    const item = await stored(id);
    const { customer } = await fixture.service.requests
      .get(id)
      .then((request) => request ?? { customer: {} });
    await store({ ...item, weather: 'snow', customer: { ...customer, nickname: 'Dee' } });
    await fixture.cli.json('requests', 'status', id, 'dispatched');

    expect(await stored(id)).toMatchObject({
      status: 'dispatched',
      weather: 'snow',
      customer: { nickname: 'Dee' },
    });
  });

  it('survive another hold of a call, and the end of it', async () => {
    const call = { accountId: 'acme-hvac', integration: 'voiceone', callId: 'call_1' } as const;
    const Key = holdKey(call.accountId, holdIdFor(call, '+12125550123'));
    const hold = (time: string) =>
      fixture.service.call('hold_time', { date: '2026-06-10', time, serviceType: 'AC Repair' });
    expect(await hold('09:00')).toMatchObject({ held: true });
    await store({ ...(await itemAt(Key)), weather: 'snow' });

    expect(await hold('13:00')).toMatchObject({ held: true });
    expect(await itemAt(Key)).toMatchObject({ version: 2, weather: 'snow' });
    const ended = { event: 'call_ended', call: { call_id: 'call_1', agent_id: 'agent_acme' } };
    await fixture.service.send('voiceone-call-complete', ended);
    expect(await itemAt(Key)).toMatchObject({ version: 3, weather: 'snow' });
  });

  it.each([
    ['a booking', {}],
    ['an emergency', { urgency: 'emergency' }],
  ])('survive %s in the call of a canceled booking', async (_, over) => {
    const id = await fixture.booked();
    await fixture.service.call('cancel_job', { dispatchRequestId: id });
    await store({ ...(await stored(id)), weather: 'snow' });

    expect(await fixture.booked(over)).toBe(id);
    expect(await stored(id)).toMatchObject({ weather: 'snow' });
  });

  it('survive another booking of a number', async () => {
    const Key = numberKey('acme-hvac', '+12125550123');
    await fixture.booked();
    await store({ ...(await itemAt(Key)), weather: 'snow' });

    await fixture.booked({ serviceType: 'Heating Repair', time: '13:00' });
    expect(await itemAt(Key)).toMatchObject({ version: 2, weather: 'snow' });
  });

  it('do not keep the events and index keys of an earlier change', async () => {
    const id = await fixture.booked();
    const request = fromRequestItem(await stored(id));

    expect(request).not.toHaveProperty('events');
    expect(request).not.toHaveProperty('queueKey');
    expect(request).toHaveProperty('createdAt');
  });
});

describe('a request in a state of a newer release', () => {
  /** A booking in such a state for as long as `use` runs. This release's invariants don't know that state. */
  const withUnknown = async (use: (id: string) => Promise<void>) => {
    const id = await fixture.booked();
    const item = await stored(id);
    await store({ ...item, status: 'awaiting_parts' });
    await use(id);
    await store(item);
  };

  it('is listed with what can be read', () =>
    withUnknown(async (id) => {
      const other = await stored(await fixture.lead());
      const [read, ...others] = fromRequestItems([await stored(id), other]);

      expect(read).toMatchObject({ dispatchRequestId: id, status: 'awaiting_parts', unreadable: true });
      expect(others).toEqual([fromRequestItem(other)]);
    }));

  it('is omitted from lists without what says whose it is, with a warning that names it and the field', () =>
    withUnknown(async (id) => {
      const warnings: string[] = [];
      const read = fromRequestItems([{ ...(await stored(id)), accountId: 7 }], (text) => warnings.push(text));

      expect(read).toEqual([]);
      expect(warnings).toEqual([`${id} can't be read: status. A newer release may have written it.`]);
    }));

  it('is shown, and not changed', () =>
    withUnknown(async (id) => {
      const before = await stored(id);
      const shown = await fixture.cli.run('requests', 'show', id);
      const changed = await fixture.cli.run('requests', 'cancel', id, '--reason', 'sold');

      expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('awaiting_parts') });
      expect(changed.code).toBe(1);
      expect(await stored(id)).toEqual(before);
    }));

  it('does not prevent a look-up of its caller', () =>
    withUnknown(async () => {
      const lookup = await fixture.service.call('lookup_customer', {}, { from_number: '+12125550123' });
      expect(lookup).toMatchObject({ found: true });
    }));

  it('is published to other systems with its own names', async () => {
    const type = 'dispatch-request.awaiting-parts';
    const item = { ...(await stored(await fixture.booked())), status: 'awaiting_parts', events: [type] };
    const record = { dynamodb: { NewImage: marshall(item, { removeUndefinedValues: true }) } };

    expect(eventsOf(record)).toEqual([expect.objectContaining({ type, status: 'awaiting_parts' })]);
  });
});
