import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../lib/scheduling/time.ts';
import { accountDocument, booking, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const NUMBER = '+12125550123';
type Args = Record<string, unknown>;

const service = servicePerTest(() => accountDocument({ technicians }));

const stored = () => service().requests.list('acme-hvac');
const get = (id: string) => service().requests.get(id);

/** The id that the CRM gets for a lead. */
async function lead(customData: Args = {}, contact: Args = {}): Promise<string> {
  const { status, body } = await service().send('crm', {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: { id: 'contact_1', firstName: 'Dana', lastName: 'Miller', phone: NUMBER, ...contact },
    customData: { serviceRequested: 'AC Repair', zip: '10011', notes: 'From the form.', ...customData },
  });
  expect(status).toBe(202);
  return body.dispatchRequestId;
}

const platforms = {
  voiceone: (args: Args, callId = 'call_1') => service().call('book_job', args, { call_id: callId }),
  async voicetwo(args: Args, callId = 'call_1') {
    const functionCall = { name: 'bookAppointment', parameters: args };
    const call = { id: callId, metadata: { assistantId: 'asst_acme' }, customer: { number: NUMBER } };
    return (await service().send('voicetwo', { message: { type: 'function-call', functionCall, call } })).body
      .result;
  },
};
const job = (over: Args = {}) => booking({ customerPhone: undefined, ...over });

describe.each(['voiceone', 'voicetwo'] as const)('a lead and the call about it, on %s', (platform) => {
  const book = (...asked: Parameters<typeof platforms.voiceone>) => platforms[platform](...asked);

  it('are one request with the id of the lead and the history of both', async () => {
    const id = await lead({ preferredDate: '2026-06-12', address: '9 Oak Avenue' });
    service().clock.now += 10 * MINUTE_MS;
    expect(await book(job({ notes: 'It rattles.' }))).toMatchObject({
      confirmed: true,
      dispatchRequestId: id,
      message: expect.stringContaining("You're booked for AC Repair"),
    });
    expect(await stored()).toMatchObject([
      {
        dispatchRequestId: id,
        status: 'scheduled',
        version: 2,
        createdAt: '2026-06-01T12:00:00.000Z',
        notes: 'From the form.\nIt rattles.',
        customer: { contactId: 'contact_1', address: '9 Oak Avenue', phone: NUMBER },
        history: [
          { to: 'requested', by: 'crm' },
          { from: 'requested', to: 'scheduled', by: 'caller', callId: `${platform}:call_1` },
        ],
      },
    ]);
  });

  it('are still one if the call books again, moves or cancels', async () => {
    const id = await lead();
    const first = await book(job());
    expect(await book(job())).toEqual(first);
    expect(await book(job({ time: '14:00' }))).toMatchObject({ confirmed: true, dispatchRequestId: id });
    const canceled = await service().call('cancel_job', {}, { call_id: 'call_9' });
    expect(canceled).toMatchObject({ canceled: true, dispatchRequestId: id });
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    ['of unknown service', { serviceRequested: 'the thing in the cellar' }],
    ['without a zip', { zip: '' }],
  ])('are one for a lead %s', async (_, customData) => {
    const id = await lead(customData);
    expect(await book(job({ zip: '10011-1234' }))).toMatchObject({ dispatchRequestId: id });
  });

  it.each([
    ['for another service', { serviceRequested: 'Heating Repair' }, {}],
    ['for another zip', { zip: '11201' }, {}],
    ['of another number', {}, { phone: '+12125550188' }],
  ])('are two for a lead %s', async (_, customData, contact) => {
    const id = await lead(customData, contact);
    expect((await book(job({ zip: '10011' }))).dispatchRequestId).not.toBe(id);
    expect(await get(id)).toMatchObject({ status: 'requested', version: 1 });
  });

  it('are two after fourteen days', async () => {
    const id = await lead();
    service().clock.now += 14 * 24 * HOUR_MS + 1;
    expect((await book(job({ date: '2026-06-24' }))).dispatchRequestId).not.toBe(id);
  });

  it('are one if a dispatcher has put the lead on hold', async () => {
    const { dispatchRequestId: id } = await book(job(), 'call_0');
    await service().change(id, { to: 'on_hold', why: 'parts' });
    expect(await book(job({ time: '14:00' }))).toMatchObject({ confirmed: true, dispatchRequestId: id });
    expect(await stored()).toHaveLength(1);
  });

  it('are not merged if there are two open leads, which are flagged', async () => {
    const ids = [await lead(), await lead({ notes: 'Again.' })];
    const { dispatchRequestId } = await book(job());
    expect(ids).not.toContain(dispatchRequestId);
    for (const id of ids)
      expect(await get(id)).toMatchObject({ status: 'requested', needsReview: ['merge'] });
    expect(await get(dispatchRequestId)).toMatchObject({ status: 'scheduled' });
  });

  it('do not include messages', async () => {
    const id = await lead();
    await service().call('take_message', { about: 'The invoice', topic: 'billing' }, { call_id: 'call_8' });
    expect(await book(job())).toMatchObject({ dispatchRequestId: id });
  });

  it('are one for two calls at once', async () => {
    const id = await lead();
    const answers = await Promise.all(['call_a', 'call_b', 'call_c'].map((callId) => book(job(), callId)));
    expect(answers.map(({ dispatchRequestId }) => dispatchRequestId)).toEqual([id, id, id]);
    expect(await stored()).toHaveLength(1);
  });

  it('are one if they arrive at the same time, in either order', async () => {
    for (let day = 15; day <= 19; day++, service().clock.now += 25 * HOUR_MS) {
      const date = `2026-06-${day}`;
      const [answer, id] = await Promise.all([book(job({ date }), `call_${day}`), lead({ notes: date })]);
      expect(answer).toMatchObject({ confirmed: true });
      expect([answer.dispatchRequestId, id]).toEqual([id, answer.dispatchRequestId]);
    }
    expect((await stored()).map(({ status }) => status)).toEqual(Array(5).fill('scheduled'));
  });

  it('answer a retry of the CRM alike after the merge', async () => {
    const id = await lead();
    await book(job());
    expect(await lead()).toBe(id);
    expect(await stored()).toMatchObject([{ version: 2 }]);
  });

  describe('that comes after the booking', () => {
    it('is added to it as a note, and its retry changes nothing', async () => {
      const { dispatchRequestId: id } = await book(job({ notes: 'It rattles.' }));
      service().clock.now += 23 * HOUR_MS;
      const told = { preferredDate: '2026-06-12', preferredTime: 'morning', address: '9 Oak Avenue' };
      expect(await lead(told, { email: 'dana@example.com' })).toBe(id);
      const [request, ...others] = await stored();
      expect(others).toEqual([]);
      expect(request).toMatchObject({
        status: 'scheduled',
        version: 2,
        notes: 'It rattles.',
        leadNotes: [
          'From a lead of 2026-06-02, which asks for 2026-06-12 morning:',
          'email: dana@example.com',
          'address: 9 Oak Avenue',
          'zip: 10011',
          'From the form.',
        ].join('\n'),
        history: [{ to: 'scheduled' }, { by: 'crm', why: expect.stringContaining('lead') }],
      });
      expect(await lead(told, { email: 'dana@example.com' })).toBe(id);
      expect(await stored()).toMatchObject([{ version: 2 }]);
    });

    it.each(['urgent', 'emergency'])(
      'that is %s raises its urgency to urgent at most, and a person is notified',
      async (urgency) => {
        const { dispatchRequestId: id } = await book(job());
        expect(await lead({ urgency })).toBe(id);
        const visit = await get(id);
        expect(visit).toMatchObject({
          urgency: 'urgent',
          needsReview: expect.arrayContaining(['urgency']),
          merged: [{ urgency }],
        });
        expect(visit?.alertedAt).toBeUndefined();
      },
    );

    it('never displaces what was said in calls', async () => {
      const { dispatchRequestId: id } = await book(job({ notes: 'The dog bites.' }));
      for (let index = 0; index < 8; index++)
        expect(await lead({ notes: `${index} ${'long form '.repeat(400)}` })).toBe(id);
      const visit = await get(id);
      expect(visit?.notes).toBe('The dog bites.');
      expect(visit?.leadNotes?.length).toBeLessThanOrEqual(6_000);
      expect(visit?.leadNotes).toContain('7 long form');
    });

    it.each([
      ['a day later', {}, {}, 24 * HOUR_MS + 1],
      ['for another service', { serviceRequested: 'Heating Repair' }, {}, 0],
      ['of another number', {}, { phone: '+12125550188' }, 0],
    ])('stays separate %s', async (_, customData, contact, later) => {
      const { dispatchRequestId } = await book(job());
      service().clock.now += later;
      expect(await lead(customData, contact)).not.toBe(dispatchRequestId);
      expect(await stored()).toHaveLength(2);
    });

    it('stays separate if the booking was canceled', async () => {
      const { dispatchRequestId } = await book(job());
      await service().change(dispatchRequestId, { to: 'canceled', why: 'sold' });
      const id = await lead();
      expect(id).not.toBe(dispatchRequestId);
      expect(await get(id)).toMatchObject({ status: 'requested' });
    });
  });
});

it('is not merged if the account turns merging off', async () => {
  const merge = { leadDays: 0, afterBookingHours: 0 };
  await service().accounts.put(accountDocument({ technicians, merge }));
  const id = await lead();
  const { dispatchRequestId } = await service().call('book_job', job());
  expect(dispatchRequestId).not.toBe(id);
  expect(await lead({ notes: 'Again.' })).not.toBe(dispatchRequestId);
  expect(await stored()).toHaveLength(3);
});
