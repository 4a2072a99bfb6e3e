import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Service, startService } from '../functions/service.ts';
import {
  book,
  checkAvailability,
  handOver,
  lookUp,
  type Platform,
  startCall,
} from '../support/platforms/live-call.ts';

// What Dana and Sam say on the phone on Monday, June 1. The company has one technician, Ana; visits take two hours.
const dana = '+12125550123';
const sam = '+12125550124';
const wednesday = { date: '2026-06-10', serviceType: 'AC Repair' };
const at = (time: string, customerName: string) => ({ ...wednesday, time, customerName });

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const platforms: readonly (readonly [Platform, Platform])[] = [
  ['voiceone', 'voicetwo'],
  ['voicetwo', 'voiceone'],
];

describe.each(platforms)('a caller on %s who changes their mind, beside another on %s', (here, there) => {
  const requestsOf = async (callId: string) =>
    (await service.requests.list('acme-hvac')).filter((request) => request.callId === callId);

  it('ends with one appointment despite repeats, refusals and late retries', async () => {
    const call = startCall(service, here, 'call_dana', dana);

    expect(await call.ask(lookUp)).toMatchObject({
      found: false,
      message: 'I have no record for this number yet. May I have your name?',
    });
    expect((await call.ask(checkAvailability, wednesday)).message).toBe(
      'On Wednesday, June 10 for AC Repair I can offer 8 AM, 1 PM or 3 PM. Which works best for you?',
    );
    const booked = await call.ask(book, at('9:00 AM', 'Dana Miller'));
    expect(booked.message).toBe("You're booked for AC Repair on Wednesday, June 10 at 9 AM with Ana.");

    // She interrupts the agent: the platform repeats the same invocation, then the model makes a new one.
    expect(await call.sendAgain(2)).toEqual(booked);
    expect(await call.ask(book, at('9:00 AM', 'Dana Miller'))).toEqual(booked);

    // "Could it be later?" Her own appointment does not block what is offered.
    const { availableSlots } = await call.ask(checkAvailability, wednesday);
    expect(availableSlots).toContainEqual({
      date: '2026-06-10',
      time: '9:30 AM',
      start: '09:30',
      technician: 'Ana',
    });
    expect(availableSlots).toContainEqual({
      date: '2026-06-10',
      time: '1:00 PM',
      start: '13:00',
      technician: 'Ana',
    });

    // Sam books the time after lunch while she is thinking.
    const other = startCall(service, there, 'call_sam', sam);
    const taken = await other.ask(book, at('1:00 PM', 'Sam Lee'));
    expect(taken.message).toBe("You're booked for AC Repair on Wednesday, June 10 at 1 PM with Ana.");

    const refused = await call.ask(book, at('1:00 PM', 'Dana Miller'));
    expect(refused).toMatchObject({
      confirmed: false,
      reason: 'slot_taken',
      dispatchRequestId: booked.dispatchRequestId,
    });
    expect(refused.message).toMatch(
      /^1 PM on Wednesday, June 10 is taken\. Your appointment on Wednesday, June 10 at 9 AM stays\. I can offer /,
    );
    expect(refused.alternatives).toHaveLength(3);
    expect(await requestsOf('call_dana')).toEqual([
      expect.objectContaining({ appointment: expect.objectContaining({ minute: 9 * 60 }) }),
    ]);

    const thursday = { ...at('8:30 AM', 'Dana Miller'), date: '2026-06-11' };
    const moved = await call.ask(book, thursday);
    expect(moved).toMatchObject({
      confirmed: true,
      dispatchRequestId: booked.dispatchRequestId,
      message:
        'Your AC Repair is moved from Wednesday, June 10 at 9 AM to Thursday, June 11 at 8:30 AM with Ana.',
    });

    // The line drops. The end is reported twice, and before a delayed delivery of her first booking.
    await call.end();
    await call.end();
    const late = await call.sendAgain(2);
    expect(late).toMatchObject({ dispatchRequestId: booked.dispatchRequestId, date: '2026-06-11' });
    expect(late.message).toContain('Thursday, June 11 at 8:30 AM');

    expect(await requestsOf('call_dana')).toEqual([
      expect.objectContaining({
        dispatchRequestId: booked.dispatchRequestId,
        status: 'scheduled',
        customer: expect.objectContaining({ name: 'Dana Miller', phone: dana }),
        appointment: expect.objectContaining({ date: '2026-06-11', minute: 8 * 60 + 30, technician: 'Ana' }),
      }),
    ]);
    expect(await service.calls.get('acme-hvac', here, 'call_dana')).toMatchObject({
      accountId: 'acme-hvac',
      caller: dana,
      events: [here === 'voiceone' ? 'call_ended' : 'end-of-call-report'],
      transcript: expect.stringContaining('air conditioner is leaking'),
      dispatchRequestIds: [booked.dispatchRequestId],
    });
    // The next caller can book the time that she left, but not the one that she moved to.
    const next = startCall(service, there, 'call_next', '+12125550125');
    expect(await next.ask(book, { ...thursday, customerName: 'Kim' })).toMatchObject({
      reason: 'slot_taken',
    });
    expect(await next.ask(book, at('9:00 AM', 'Kim'))).toMatchObject({ confirmed: true, time: '9:00 AM' });
  });

  it('is recognized when calling again, on either platform', async () => {
    const call = startCall(service, here, 'call_first', dana);
    const { dispatchRequestId } = await call.ask(book, at('9:00 AM', 'Dana Miller'));
    await call.end();
    const again = startCall(service, there, 'call_again', dana);

    expect(await again.ask(lookUp)).toMatchObject({
      found: true,
      upcoming: [{ dispatchRequestId, date: '2026-06-10', time: '9:00 AM', serviceType: 'AC Repair' }],
      message: 'I found your record, Dana. You have AC Repair on Wednesday, June 10 at 9 AM with Ana.',
    });
  });

  it('whose line drops while booking is booked once, and a repeat gets the answer', async () => {
    const call = startCall(service, here, 'call_dropped', dana);
    const [first, second] = await Promise.all([
      call.ask(book, at('9:00 AM', 'Dana Miller')),
      call.end().then(() => call.sendAgain(0)),
    ]);

    expect(first.confirmed).toBe(true);
    expect(second).toEqual(first);
    expect(await requestsOf('call_dropped')).toHaveLength(1);
    expect(await service.calls.get('acme-hvac', here, 'call_dropped')).toMatchObject({
      dispatchRequestIds: [first.dispatchRequestId],
    });
  });

  it('whose repair turns into an emergency is handed to a person, and keeps the appointment', async () => {
    const call = startCall(service, here, 'call_urgent', dana);
    const booked = await call.ask(book, at('9:00 AM', 'Dana Miller'));
    const urgent = await call.ask(book, { urgency: 'emergency', serviceType: 'AC Repair', notes: 'smoke' });

    expect(urgent).toMatchObject({
      confirmed: false,
      reason: 'needs_human',
      dispatchRequestId: booked.dispatchRequestId,
      transferTo: '+12125550100',
      message:
        'If you see fire or smoke, leave and call 911. Before I connect you, could you tell me the address? Your appointment on Wednesday, June 10 at 9 AM stays.',
    });
    expect(await call.ask(handOver)).toMatchObject({ transferTo: '+12125550100' });
    expect(await requestsOf('call_urgent')).toEqual([
      expect.objectContaining({ status: 'scheduled', urgency: 'emergency' }),
    ]);
  });
});
