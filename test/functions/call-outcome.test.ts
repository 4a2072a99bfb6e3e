import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { cliOf } from '../cli/run-cli.ts';
import {
  book,
  cancel,
  checkAvailability,
  handOver,
  type LiveCall,
  lookUp,
  type Platform,
  reschedule,
  startCall,
  takeMessage,
} from '../support/platforms/live-call.ts';
import { openTestStream } from '../support/stream.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const dana = '+12125550123';
const day = { date: '2026-06-10', serviceType: 'AC Repair' };
const at = (time: string) => booking({ time });

let service: Service;
afterEach(() => service.stop());

const platforms: readonly Platform[] = ['voiceone', 'voicetwo'];

describe.each(platforms)('a call on %s', (platform) => {
  beforeEach(async () => {
    service = await startService();
  });

  const call = (callId: string) => startCall(service, platform, callId, dana);
  const stored = (callId: string) => service.calls.get('acme-hvac', platform, callId);
  const listed = async (...args: string[]) =>
    await cliOf(service).json('calls', 'list', '--account', 'acme-hvac', ...args);

  /** A report of a call that ended with an appointment on June 10 at 9. */
  async function earlierBooking() {
    const earlier = call('call_earlier');
    await earlier.ask(book, at('09:00'));
  }

  const onlySpoken = async () => undefined;
  const scripts: readonly (readonly [string, (call: LiveCall) => Promise<unknown>])[] = [
    // The agent answers from what it knew before hello.
    ['answered', onlySpoken],
    ['answered', (now) => now.ask(lookUp)],
    ['answered', (now) => now.ask(checkAvailability, { date: '2026-06-10', serviceType: 'pool cleaning' })],
    ['unbooked', (now) => now.ask(checkAvailability, day)],
    ['unbooked', (now) => now.ask(book, at('03:00'))],
    ['booked', (now) => now.ask(checkAvailability, day).then(() => now.ask(book, at('13:00')))],
    ['booked', (now) => now.ask(book, at('13:00')).then(() => now.ask(book, at('13:30')))],
    ['canceled', (now) => now.ask(book, at('13:00')).then(() => now.ask(cancel, { reason: 'sold' }))],
    ['emergency', (now) => now.ask(book, { serviceType: 'AC Repair', urgency: 'emergency' })],
    [
      'emergency',
      (now) => now.ask(book, at('13:00')).then(() => now.ask(book, { ...day, urgency: 'emergency' })),
    ],
    [
      'emergency',
      (now) => now.ask(book, { ...day, urgency: 'emergency' }).then(() => now.ask(book, at('13:00'))),
    ],
    [
      'emergency',
      (now) =>
        now
          .ask(book, at('13:00'))
          .then(() => now.ask(book, { ...day, urgency: 'emergency' }))
          .then(() => now.ask(cancel, { reason: 'sold' })),
    ],
    [
      'message',
      (now) => now.ask(checkAvailability, day).then(() => now.ask(takeMessage, { about: 'a price' })),
    ],
    ['answered', (now) => now.ask(handOver)],
  ];

  it.each(scripts)('is %s after these functions', async (outcome, script) => {
    const now = call('call_now');
    await script(now);
    await now.end();

    expect(await stored('call_now')).toMatchObject({ outcome });
    expect(await listed()).toMatchObject([{ callId: 'call_now', outcome }]);
    expect(await listed('--outcome', outcome)).toHaveLength(1);
    expect(await listed('--outcome', outcome === 'moved' ? 'booked' : 'moved')).toEqual([]);
  });

  it('is silent if the caller said nothing', async () => {
    await call('call_now').endInSilence();

    expect(await listed('--outcome', 'silent')).toMatchObject([{ callId: 'call_now', outcome: 'silent' }]);
  });

  it('is moved or canceled if it changed the appointment of another call', async () => {
    await earlierBooking();
    const moving = call('call_moving');
    await moving.ask(reschedule, { date: '2026-06-11', time: '10:00' });
    await moving.end();
    const canceling = call('call_canceling');
    await canceling.ask(cancel, { reason: 'sold' });
    await canceling.end();

    const [moved, canceled] = await Promise.all([stored('call_moving'), stored('call_canceling')]);
    expect([moved?.outcome, canceled?.outcome]).toEqual(['moved', 'canceled']);
    expect(moved?.dispatchRequestIds).toHaveLength(1);
    expect(moved?.dispatchRequestIds).toEqual(canceled?.dispatchRequestIds);
  });

  it('is a message if a person must make the change', async () => {
    await earlierBooking();
    service.clock.now = Date.UTC(2026, 5, 10, 12, 30);
    const now = call('call_now');
    await now.ask(cancel, { reason: 'sick' });
    await now.end();

    expect(await stored('call_now')).toMatchObject({ outcome: 'message' });
  });

  it('has the requested service and days if it is unbooked', async () => {
    const now = call('call_now');
    await now.ask(checkAvailability, { date: '2026-06-10', serviceType: 'air conditioning repair' });
    await now.ask(checkAvailability, { date: 'June 11 to June 12', serviceType: 'AC Repair' });
    await now.end();

    const asked = { services: ['AC Repair'], dates: ['2026-06-10', '2026-06-11 to 2026-06-12'] };
    expect(await listed('--outcome', 'unbooked')).toMatchObject([{ caller: dana, asked }]);
    const { out } = await cliOf(service).run('calls', 'list', '--account', 'acme-hvac');
    expect(out).toContain('AC Repair on 2026-06-10, 2026-06-11 to 2026-06-12');
  });

  it('is not listed for a callback without a number', async () => {
    const hidden = startCall(service, platform, 'call_hidden', 'anonymous');
    for (const now of [hidden, call('call_now')]) {
      await now.ask(checkAvailability, day);
      await now.end();
    }

    expect(await listed('--outcome', 'unbooked')).toMatchObject([{ callId: 'call_now' }]);
    expect(await listed()).toHaveLength(2);
  });

  describe('whose reports and functions arrive in any order', () => {
    const steps = ['first', 'second', 'book'] as const;
    const orders = steps.flatMap((a) =>
      steps.flatMap((b) => steps.flatMap((c) => (new Set([a, b, c]).size === 3 ? [[a, b, c] as const] : []))),
    );

    it.each(orders)('ends with the same outcome: %s, %s, %s', async (...order) => {
      const stream = await openTestStream(service.table);
      const now = call('call_now');
      await now.ask(checkAvailability, day);
      for (const step of order) {
        if (step === 'book') await now.ask(book, at('09:00'));
        else await now.end(step);
      }

      const told = (await stream.records()).flatMap(eventsOf).filter(({ type }) => type === 'call.completed');
      stream.client.destroy();
      expect(await stored('call_now')).toMatchObject({ outcome: 'booked' });
      expect(await listed('--outcome', 'booked')).toHaveLength(1);
      // Nothing is published before a report; a booking after one is published on its own.
      const outcomes = told.map((event) => 'outcome' in event && event.outcome);
      const booked = order.indexOf('book');
      expect(outcomes.slice(booked)).toEqual(Array(booked === 0 ? 2 : 3 - booked).fill('booked'));
      expect(outcomes.slice(0, booked)).toHaveLength(booked);
      expect(outcomes.slice(0, booked)).not.toContain('booked');
      const versions = told.map((event) => 'version' in event && event.version);
      expect(versions).toEqual([...versions].sort());
    });
  });
});

describe('a call that was transferred to a person', () => {
  beforeEach(async () => {
    service = await startService(accountDocument());
  });

  it.each(['call_transfer', 'transfer_bridged'])('is transferred on platform one: %s', async (reason) => {
    const call = { call_id: 'c', agent_id: 'agent_acme', disconnection_reason: reason };
    await service.send('voiceone-call-complete', { event: 'call_ended', call });
    expect(await service.calls.get('acme-hvac', 'voiceone', 'c')).toMatchObject({ outcome: 'transferred' });
  });

  it.each([
    { endedReason: 'assistant-forwarded-call' },
    { endedReason: 'customer-ended-call', artifact: { transfers: [{ status: 'completed' }] } },
  ])('is transferred on platform two: %j', async (own) => {
    const call = { id: 'c', assistantId: 'asst_acme' };
    await service.send('voicetwo', { message: { type: 'end-of-call-report', call, ...own } });
    expect(await service.calls.get('acme-hvac', 'voicetwo', 'c')).toMatchObject({ outcome: 'transferred' });
  });
});
