import { describe, expect, it } from '@jest/globals';
import { boardOf } from './board-fixture.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

// Anyone can say another person's number on the phone.

const OWNER = '+12125550110';
const CALLER = '+12125550210';
type Args = Record<string, unknown>;

const called = '+12125550100';
const origins = { crm: ['loc_acme'], voiceone: ['agent_acme'], voicetwo: ['asst_acme'], numbers: [called] };
const service = servicePerTest(() => accountDocument({ origins }));

const from = (number: string, callId: string) => ({ from_number: number, call_id: callId });
const stored = (id: string) => service().requests.get(id);
const asOwner = (name: string, args: Args = {}, callId = 'call_owner') =>
  service().call(name, args, from(OWNER, callId));
const bookFor = (over: Args = {}, number = CALLER) =>
  service().call('book_job', booking({ customerPhone: OWNER, ...over }), from(number, 'call_other'));
const address = '9 Oak Avenue';
const greeting = async () => {
  const call = { agent_id: 'agent_acme', from_number: OWNER, to_number: called };
  const { body } = await service().send('voiceone-call-inbound', {
    event: 'call_inbound',
    call_inbound: call,
  });
  return body.call_inbound.dynamic_variables;
};

describe('a visit under a number that the caller did not prove', () => {
  it.each([CALLER, 'anonymous'])('is flagged for a person, for a call from %s', async (number) => {
    const { dispatchRequestId } = await bookFor({}, number);
    expect((await stored(dispatchRequestId))?.needsReview).toEqual(['customerPhone', 'address']);
  });

  it.each([CALLER, 'anonymous'])(
    'is confirmed without an address, which is asked for, from %s',
    async (number) => {
      const asked = { missing: ['address'], nextStep: expect.stringContaining('address') };
      expect(await bookFor({}, number)).toMatchObject({ confirmed: true, ...asked });
      const found = await service().call('update_job', { address }, from(number, 'call_other'));
      expect(found).toMatchObject({ updated: true });
      const moved = await bookFor({ time: '13:00' }, number);
      expect(moved).toMatchObject({ confirmed: true });
      expect(moved).not.toHaveProperty('missing');
      expect((await stored(moved.dispatchRequestId))?.needsReview).toEqual(['customerPhone']);
    },
  );

  it('is complete with an address, as is one under a proved number without', async () => {
    expect(await bookFor({ address })).not.toHaveProperty('nextStep');
    const own = await service().call(
      'book_job',
      booking({ customerPhone: CALLER }),
      from(CALLER, 'call_own'),
    );
    expect(own).not.toHaveProperty('nextStep');
  });

  it.each([CALLER, 'anonymous'])('can be changed within its call from %s', async (number) => {
    const call = from(number, 'call_other');
    const { dispatchRequestId } = await bookFor({ address }, number);
    const moved = await service().call('reschedule_job', { date: '2026-06-11', time: '10:00' }, call);
    expect(moved).toMatchObject({ confirmed: true, dispatchRequestId });
    expect(await service().call('update_job', { notes: 'Ring.' }, call)).toMatchObject({ updated: true });
    expect(await service().call('cancel_job', {}, call)).toMatchObject({ canceled: true });
  });

  it("is not its owner's in the look-up, the greeting and questions", async () => {
    await bookFor({ address });
    expect(await asOwner('lookup_customer')).toMatchObject({ found: false });
    expect(await greeting()).toMatchObject({ customer_known: 'false', upcoming_count: '0' });
    await asOwner('create_customer', { customerName: 'Dana Miller' });
    expect(await asOwner('lookup_customer')).toMatchObject({ upcoming: [], openRequests: [] });
  });

  it.each([
    ['reschedule_job', { date: '2026-06-11', time: '10:00' }, { confirmed: true }, 1],
    ['update_job', { notes: 'Ring twice.' }, { updated: true }, 1],
    ['cancel_job', {}, { canceled: true }, 0],
  ])('is theirs once they confirm it: %s', async (name, args, done, upcoming) => {
    const { dispatchRequestId } = await bookFor({ address });
    const asked = await asOwner(name, args);
    expect(asked).toMatchObject({ reason: 'confirm_appointment', dispatchRequestId });
    expect(asked.message).toContain('Someone else');
    expect(await asOwner(name, { ...args, dispatchRequestId })).toMatchObject(done);
    const request = await stored(dispatchRequestId);
    if (upcoming > 0) expect(request?.needsReview).toEqual([]);
    const found = await asOwner('lookup_customer', {}, 'call_later');
    expect(found.upcoming ?? []).toHaveLength(upcoming);
  });

  it('is asked about as booked by someone else where there are several', async () => {
    await bookFor({ address });
    await bookFor({ address, serviceType: 'Heating Repair', date: '2026-06-11' });
    expect(await asOwner('cancel_job', {})).toMatchObject({
      reason: 'ambiguous_appointment',
      message:
        "Someone else booked visits for your number. Which one do you mean: AC Repair on Wednesday, June 10 at 9 AM or Heating Repair on Thursday, June 11 at 9 AM? I haven't changed anything.",
    });
  });

  it('is theirs once a person has reviewed it', async () => {
    const { dispatchRequestId } = await bookFor({ address });
    const path = `/requests/${dispatchRequestId}/reviewed`;
    expect((await boardOf(service()).post(path, {}, 1)).status).toBe(200);
    expect(await asOwner('lookup_customer')).toMatchObject({ upcoming: [{ dispatchRequestId }] });
  });

  it('stays theirs who booked it', async () => {
    const { dispatchRequestId } = await bookFor({ address });
    const found = await service().call('lookup_customer', {}, from(CALLER, 'call_later'));
    expect(found).toMatchObject({ upcoming: [{ dispatchRequestId }] });
  });
});
