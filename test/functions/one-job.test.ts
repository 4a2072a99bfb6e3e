import { describe, expect, it } from '@jest/globals';
import { type FunctionName, functionNames } from '../../lib/platforms/function-names.ts';
import { accountDocument, booking, type Heard, type Service, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const NUMBER = '+12125550123';
type Args = Record<string, unknown>;

/** A function that a caller uses on either platform, by its name on platform one. */
const platforms = {
  voiceone:
    (service: Service) =>
    (name: FunctionName, args: Args, callId: string, from = NUMBER): Promise<Heard['body']> =>
      service.call(name, args, { call_id: callId, from_number: from }),
  voicetwo:
    (service: Service) =>
    async (name: FunctionName, args: Args, callId: string, from = NUMBER) => {
      const functionCall = { name: functionNames[name].voicetwo, parameters: args };
      const call = { id: callId, metadata: { assistantId: 'asst_acme' }, customer: { number: from } };
      return (await service.send('voicetwo', { message: { type: 'function-call', functionCall, call } })).body
        .result;
    },
};

const service = servicePerTest(() => accountDocument({ technicians }));

const stored = () => service().requests.list('acme-hvac');
const job = (over: Args = {}) => booking({ customerPhone: undefined, ...over });

describe.each(['voiceone', 'voicetwo'] as const)('one caller, one job, on %s', (platform) => {
  const call: ReturnType<(typeof platforms)['voiceone']> = (...asked) =>
    platforms[platform](service())(...asked);

  describe('a service that an earlier call booked on that day', () => {
    it('at the same start is the same appointment', async () => {
      const first = await call('book_job', job({ technician: 'Ana' }), 'call_a');
      const again = await call('book_job', job(), 'call_b');
      expect(again).toEqual({
        ...first,
        message: "You're already booked for AC Repair on Wednesday, June 10 at 9 AM with Ana.",
      });
      expect(await stored()).toHaveLength(1);
    });

    it('stores details that the second call adds', async () => {
      const { dispatchRequestId } = await call('book_job', job(), 'call_a');
      await call('book_job', job({ address: '9 Oak Avenue', notes: 'Gate code 12' }), 'call_b');
      expect(await service().requests.get(dispatchRequestId)).toMatchObject({
        customer: { address: '9 Oak Avenue' },
        notes: 'Gate code 12',
        needsReview: [],
      });
    });

    it('at another start asks, and books one more visit only on request', async () => {
      const first = await call('book_job', job(), 'call_a');
      const asked = await call('book_job', job({ time: '10:00' }), 'call_b');
      expect(asked).toMatchObject({
        confirmed: false,
        reason: 'already_booked',
        dispatchRequestId: first.dispatchRequestId,
        appointments: [
          {
            dispatchRequestId: first.dispatchRequestId,
            date: '2026-06-10',
            time: '9:00 AM',
            serviceType: 'AC Repair',
          },
        ],
        message:
          'You already have AC Repair on Wednesday, June 10 at 9 AM. Shall I move it to 10 AM, or is this another visit?',
        nextStep: expect.stringContaining('additionalVisit'),
      });
      expect(await stored()).toMatchObject([{ version: 1, appointment: { minute: 9 * 60 } }]);
      const second = await call('book_job', job({ time: '10:00', additionalVisit: true }), 'call_b');
      expect(second).toMatchObject({ confirmed: true, time: '10:00 AM' });
      expect(second.dispatchRequestId).not.toBe(first.dispatchRequestId);
      expect(await stored()).toHaveLength(2);
    });

    it('can be moved instead', async () => {
      const { dispatchRequestId } = await call('book_job', job(), 'call_a');
      await call('book_job', job({ time: '10:00' }), 'call_b');
      const moved = await call(
        'reschedule_job',
        { date: '2026-06-10', time: '10:00', dispatchRequestId },
        'call_b',
      );
      expect(moved).toMatchObject({ confirmed: true, dispatchRequestId, time: '10:00 AM' });
      expect(await stored()).toHaveLength(1);
    });

    it('with another technician asks', async () => {
      await call('book_job', job({ technician: 'Ana' }), 'call_a');
      expect(await call('book_job', job({ technician: 'Ben' }), 'call_b')).toMatchObject({
        reason: 'already_booked',
        message:
          'You already have AC Repair on Wednesday, June 10 at 9 AM. Shall I send Ben instead, or is this another visit?',
      });
    });

    it('counts until it is over, even if it should have begun', async () => {
      await call('book_job', job(), 'call_a');
      service().clock.now = Date.UTC(2026, 5, 10, 14);
      expect(await call('book_job', job({ time: '14:00' }), 'call_b')).toMatchObject({
        reason: 'already_booked',
      });
    });

    it('does not count once it is canceled, or on another day, or for another service or number', async () => {
      await call('book_job', job(), 'call_a');
      await call('cancel_job', {}, 'call_b');
      expect(await call('book_job', job({ time: '10:00' }), 'call_b')).toMatchObject({ confirmed: true });
      expect(await call('book_job', job({ date: '2026-06-11' }), 'call_c')).toMatchObject({
        confirmed: true,
      });
      const heating = job({ serviceType: 'Heating Repair', time: '14:00' });
      expect(await call('book_job', heating, 'call_d')).toMatchObject({ confirmed: true });
      expect(await call('book_job', job({ time: '14:00' }), 'call_e', '+12125550177')).toMatchObject({
        confirmed: true,
      });
      expect(await stored()).toHaveLength(5);
    });

    it('does not count for another customer whom the same number books for', async () => {
      const first = await call('book_job', job({ customerPhone: '+12125550181' }), 'call_a');
      const other = await call('book_job', job({ customerPhone: '+12125550182' }), 'call_b');
      expect(other.confirmed).toBe(true);
      expect(other.dispatchRequestId).not.toBe(first.dispatchRequestId);
      expect(await call('book_job', job(), 'call_c')).toMatchObject({
        confirmed: true,
        message: expect.stringContaining('already'),
      });
    });

    it('does not reveal an appointment of another number', async () => {
      await call('book_job', job(), 'call_a');
      const other = await call('book_job', job({ customerPhone: NUMBER }), 'call_b', '+12125550177');
      expect(other.message).toBe("You're booked for AC Repair on Wednesday, June 10 at 9 AM with Ben.");
    });
  });

  describe('two calls at once', () => {
    it('book one appointment for one start', async () => {
      const calls = ['call_a', 'call_b', 'call_c', 'call_d'];
      const answers = await Promise.all(calls.map((id) => call('book_job', job(), id)));
      expect(answers.map(({ confirmed }) => confirmed)).toEqual([true, true, true, true]);
      expect(new Set(answers.map(({ dispatchRequestId }) => dispatchRequestId)).size).toBe(1);
      expect(await stored()).toHaveLength(1);
    });

    it('book one appointment for two starts, and ask about the other', async () => {
      const answers = await Promise.all([
        call('book_job', job({ time: '09:00' }), 'call_a'),
        call('book_job', job({ time: '14:00' }), 'call_b'),
      ]);
      expect(answers.map(({ reason }) => reason).sort()).toEqual(['already_booked', undefined]);
      expect(await stored()).toHaveLength(1);
    });
  });

  describe('another address in one call', () => {
    const at = (address: string, over: Args = {}) => job({ address, ...over });

    it('asks, whatever the start, and moves nothing', async () => {
      const first = await call('book_job', at('12 Oak Avenue'), 'call_a');
      for (const time of ['09:00', '10:00']) {
        expect(await call('book_job', at('7 Third Avenue', { time }), 'call_a')).toMatchObject({
          confirmed: false,
          reason: 'another_address',
          dispatchRequestId: first.dispatchRequestId,
          message:
            'Is Third Avenue for a second visit, or should I correct the address of the one on Wednesday, June 10 at 9 AM?',
          nextStep: expect.stringContaining('additionalVisit'),
        });
      }
      expect(await stored()).toMatchObject([
        { version: 1, appointment: { minute: 9 * 60 }, customer: { address: '12 Oak Avenue' } },
      ]);
    });

    it('is a second visit on request, and each can be moved by its address', async () => {
      const first = await call('book_job', at('12 Oak Avenue'), 'call_a');
      const second = await call(
        'book_job',
        at('7 Third Avenue', { additionalVisit: true, time: '14:00' }),
        'call_a',
      );
      expect(second).toMatchObject({ confirmed: true, time: '2:00 PM' });
      const moved = await call('book_job', at('7 Third Ave', { time: '15:00' }), 'call_a');
      expect(moved).toMatchObject({ confirmed: true, dispatchRequestId: second.dispatchRequestId });
      const other = await call('book_job', at('12 Oak Ave.', { time: '08:00' }), 'call_a');
      expect(other).toMatchObject({ confirmed: true, dispatchRequestId: first.dispatchRequestId });
      expect(await stored()).toHaveLength(2);
    });

    it('is a correction on request', async () => {
      const first = await call('book_job', at('12 Oak Avenue'), 'call_a');
      const corrected = await call('book_job', at('7 Third Avenue', { additionalVisit: false }), 'call_a');
      expect(corrected).toMatchObject({ confirmed: true, dispatchRequestId: first.dispatchRequestId });
      expect(await stored()).toMatchObject([{ customer: { address: '7 Third Avenue' } }]);
    });

    it('asks in another call of that day as well', async () => {
      await call('book_job', at('12 Oak Avenue'), 'call_a');
      expect(await call('book_job', at('7 Third Avenue'), 'call_b')).toMatchObject({
        reason: 'another_address',
      });
      expect(await stored()).toMatchObject([{ version: 1 }]);
    });

    it.each(['12 oak ave', '12 Oak Avenue, New York, NY', '12 Oak Avenue Apt 4', 'Oak Avenue'])(
      'is not assumed for %j, which may be the same',
      async (address) => {
        const first = await call('book_job', at('12 Oak Avenue'), 'call_a');
        expect(await call('book_job', at(address, { time: '10:00' }), 'call_a')).toMatchObject({
          confirmed: true,
          dispatchRequestId: first.dispatchRequestId,
        });
      },
    );
  });
});
