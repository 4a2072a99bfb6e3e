import { describe, expect, it } from '@jest/globals';
import { later, stranger, withAppointment } from './appointment-fixture.ts';
import { booking } from './service.ts';

const NUMBER = '+12125550123';
const fixture = withAppointment();
const { stored } = fixture;
type Args = Record<string, unknown>;

const platforms = {
  voiceone: (args: Args, over: Args = later) => fixture.service.call('update_job', args, over),
  async voicetwo(args: Args, over: { readonly call_id?: string; readonly from_number?: string } = later) {
    const functionCall = { name: 'updateAppointment', parameters: args };
    const customer = { number: over.from_number ?? NUMBER };
    const call = { id: over.call_id, metadata: { assistantId: 'asst_acme' }, customer };
    const sent = { message: { type: 'function-call', functionCall, call } };
    return (await fixture.service.send('voicetwo', sent)).body.result;
  },
};

describe.each(['voiceone', 'voicetwo'] as const)('details of an appointment, on %s', (platform) => {
  const update = platforms[platform];

  it('are added the next day from the same number only', async () => {
    fixture.service.clock.now += 24 * 3_600_000;
    expect(await update({ gateCode: '4711#' }, stranger)).toMatchObject({
      updated: false,
      reason: 'no_appointment',
    });
    expect(await update({ gateCode: '4711#', dispatchRequestId: fixture.id }, stranger)).toMatchObject({
      reason: 'no_appointment',
    });
    expect(await update({ gateCode: '4711#', notes: 'Mind the dog.' })).toEqual({
      updated: true,
      dispatchRequestId: fixture.id,
      message: "I've added that. Your AC Repair is still on for Wednesday, June 10 at 9 AM.",
    });
    expect(await stored()).toMatchObject({
      status: 'scheduled',
      version: 2,
      customer: { gateCode: '4711#' },
      notes: 'Mind the dog.',
      history: [{}, { by: 'caller', why: 'corrected: gateCode, notes' }],
    });
  });

  it('are stored once', async () => {
    await update({ gateCode: '4711#' });
    expect(await update({ gateCode: '4711#' }, { call_id: 'call_9' })).toMatchObject({ updated: true });
    expect(await stored()).toMatchObject({ version: 2 });
  });

  it('correct the address, which is repeated without its number and stored with the customer', async () => {
    await update({ address: '12 Oak Avenue', city: 'New York', gateCode: '1' });
    const answer = await update({ address: '7 Third Avenue', customerName: 'Dana Q. Miller' });
    expect(answer.message).toBe('Your AC Repair on Wednesday, June 10 at 9 AM is now at Third Avenue.');
    const request = await stored();
    expect(request?.customer).toMatchObject({ address: '7 Third Avenue', name: 'Dana Q. Miller' });
    expect([request?.customer.city, request?.customer.gateCode]).toEqual([undefined, undefined]);
    expect(await fixture.service.customer(NUMBER)).toMatchObject({
      name: 'Dana Q. Miller',
      sites: [{ address: '12 Oak Avenue' }, { address: '7 Third Avenue' }],
    });
  });

  it('ask for the zip code of another address if the earlier one had one', async () => {
    await update({ address: '12 Oak Avenue', city: 'New York', zip: '10001' });
    expect(await update({ address: '7 Third Avenue' })).toEqual({
      updated: true,
      dispatchRequestId: fixture.id,
      message:
        "Your AC Repair on Wednesday, June 10 at 9 AM is now at Third Avenue. What's the zip code there?",
      missing: ['zip'],
      nextStep: expect.stringContaining('zip'),
    });
    expect(await update({ zip: '10003' })).not.toHaveProperty('missing');
    expect((await stored())?.customer).toMatchObject({ address: '7 Third Avenue', zip: '10003' });
  });

  it('are accepted while the technician is on the way, and another address notifies a person', async () => {
    await fixture.service.change(fixture.id, { to: 'dispatched' });
    await fixture.service.change(fixture.id, { to: 'en_route' });
    expect(await update({ address: '7 Third Avenue' })).toMatchObject({ updated: true });
    expect(await stored()).toMatchObject({ status: 'en_route', needsReview: ['address'] });
  });

  it('are asked for if missing, and so is the appointment if it is unclear', async () => {
    expect(await update({})).toMatchObject({
      updated: false,
      reason: 'missing_argument',
      message: 'What should I add or correct?',
    });
    await fixture.service.call('book_job', booking({ serviceType: 'Heating Repair', time: '2 PM' }), later);
    expect(await update({ gateCode: '1' })).toMatchObject({ reason: 'ambiguous_appointment' });
    expect(await update({ gateCode: '1', which: 'the furnace' })).toMatchObject({ updated: true });
  });

  it('do not touch the record of another number', async () => {
    const other = { call_id: 'call_5', from_number: '+12125550178' };
    await fixture.service.call('book_job', booking({ time: '2 PM' }), other);
    const record = () => fixture.service.items(`CUSTOMER#acme-hvac#${NUMBER}`);
    const before = await record();
    expect(await update({ customerName: 'Eve Stone', address: '1 Elm Street' }, other)).toMatchObject({
      updated: true,
    });
    expect(await record()).toEqual(before);
  });

  it('that mention a danger get the safety sentence first', async () => {
    const answer = await update({ notes: 'It smells like gas now.' });
    expect(answer).toMatchObject({ updated: true, danger: 'gas' });
    expect(answer.message).toMatch(/^Get everyone outside now/);
  });
});
