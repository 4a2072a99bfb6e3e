import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { accountDocument, type Service, startService } from '../functions/service.ts';
import { book, checkAvailability, type LiveCall, startCall } from '../support/platforms/live-call.ts';

const always = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
    day,
    [['00:00', '24:00']],
  ]),
);
const grid = { gridMinutes: 15, minNoticeMinutes: 120, horizonDays: 60, bufferMinutes: 0, spokenOptions: 3 };
const rounds = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];

// Today is Monday, June 1, 2026; the company works from Monday to Friday.

describe.each(voicePlatforms)('days that a caller on %s asks about', (platform) => {
  let service: Service;
  let call: LiveCall;
  const start = async (over: Record<string, unknown> = {}) => {
    service = await startService(accountDocument(over));
    call = startCall(service, platform, 'call_range', '+12125550143');
  };
  beforeEach(() => start({ technicians: rounds }));
  afterEach(() => service.stop());
  const ask = (args: Record<string, unknown>) =>
    call.ask(checkAvailability, { serviceType: 'AC Repair', ...args });
  const datesOf = (answer: { readonly availableSlots: readonly { readonly date: string }[] }) => [
    ...new Set(answer.availableSlots.map(({ date }) => date)),
  ];

  it('include the first and the last of a range', async () => {
    const answer = await ask({ from: '2026-06-10', to: 'June 12th' });

    expect(answer).toMatchObject({ understood: { from: '2026-06-10', to: '2026-06-12', certain: true } });
    expect(datesOf(answer)).toEqual(['2026-06-10', '2026-06-11', '2026-06-12']);
    expect(answer).not.toHaveProperty('more');
  });

  it('continue to the horizon without a last one, and begin today without a first', async () => {
    expect(datesOf(await ask({ from: 'June 10' }))).toEqual(['2026-06-10', '2026-06-11', '2026-06-12']);
    expect(datesOf(await ask({ to: 'Wednesday' }))).toEqual(['2026-06-01', '2026-06-02', '2026-06-03']);
  });

  it('are asked for again if the first comes after the last', async () => {
    expect(await ask({ from: '2026-06-12', to: '2026-06-10' })).toMatchObject({
      reason: 'invalid_date',
      message: "I'm sorry, what's the first day that works for you, and what's the last?",
      today: { date: '2026-06-01', weekday: 'Monday' },
    });
  });

  it.each(['Tuesday and Thursday', 'Tue, Thu', ['Tuesday', 'Thursday']])(
    'are those of the weekdays %j',
    async (weekdays) => {
      const answer = await ask({ from: '2026-06-08', to: '2026-06-19', weekdays });

      expect(datesOf(answer)).toEqual(['2026-06-09', '2026-06-11', '2026-06-16', '2026-06-18']);
      expect(datesOf(await ask({ weekdays }))).toEqual(['2026-06-02', '2026-06-04', '2026-06-09']);
    },
  );

  it('are all of them if the weekdays cannot be understood, which is said', async () => {
    const answer = await ask({ from: '2026-06-08', to: '2026-06-09', weekdays: 'when it suits' });

    expect(answer).toMatchObject({ ignored: [{ argument: 'weekdays', why: 'not_understood' }] });
    expect(datesOf(answer)).toEqual(['2026-06-08', '2026-06-09']);
  });

  it('are fourteen at most, of which seven are listed', async () => {
    const answer = await ask({ from: '2026-06-08', to: '2026-07-08' });

    expect(answer).toMatchObject({
      understood: { from: '2026-06-08', to: '2026-06-21' },
      more: { from: '2026-06-17' },
    });
    expect(answer.message).toContain('I checked the first 14 days.');
    expect(datesOf(answer)).toEqual([
      ...['2026-06-08', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12'],
      ...['2026-06-15', '2026-06-16'],
    ]);
  });

  it('are omitted from the last one on if the answer would be too long', async () => {
    await service.stop();
    await start({ hours: always, booking: grid });
    const answer = await ask({ from: '2026-06-08', to: '2026-06-12' });
    const listed = datesOf(answer);

    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(12_000);
    expect(listed.length).toBeLessThan(5);
    expect(answer.more).toEqual({ from: `2026-06-${String(8 + listed.length).padStart(2, '0')}` });
    expect(answer.availableSlots).toHaveLength(96 * listed.length);
  });

  it('have only the starts of the requested technician, as long as there are any', async () => {
    const answer = await ask({ from: '2026-06-10', to: '2026-06-11', technician: 'Ben' });

    expect(answer.message).toMatch(/Ben can come on Wednesday, June 10/);
    const names = answer.availableSlots.map(({ technician }: { technician: string }) => technician);
    expect(new Set(names)).toEqual(new Set(['Ben']));
    expect(await ask({ date: '2026-06-10', technician: 'Zoe' })).toMatchObject({
      ignored: [{ argument: 'technician', why: 'unknown' }],
    });
  });

  it('do not book anything if they are several', async () => {
    const answer = await call.ask(book, {
      ...{ serviceType: 'AC Repair', customerName: 'Dana Miller', urgency: 'routine' },
      ...{ date: 'Wednesday or Thursday', time: 'morning' },
    });

    expect(answer).toMatchObject({ confirmed: false, reason: 'choose_date', alternatives: [{}, {}, {}] });
    expect(await service.requests.list('acme-hvac')).toEqual([]);
  });
});
