import { afterEach, describe, expect, it } from '@jest/globals';
import { type VoicePlatform, voicePlatforms } from '../../lib/platforms/index.ts';
import { accountDocument, booking, type Service, START, startService } from '../functions/service.ts';
import {
  book,
  checkAvailability,
  hold,
  type LiveCall,
  lookUp,
  reschedule,
  startCall,
  takeMessage,
} from '../support/platforms/live-call.ts';

// What models that played calls from the prompt and the definitions stumbled over.

const dana = '+12125550123';
const origins = { crm: [], voiceone: ['agent_acme'], voicetwo: ['asst_acme'], numbers: ['+12125550100'] };
const day = { date: '2026-06-10', serviceType: 'AC Repair' };
const visitFee = { id: 'visit', says: 'an 89 dollar visit fee' };
const urgentFee = { id: 'urgent', says: 'a 149 dollar fee for urgent visits', urgency: 'urgent' };
const holding = { hold: { seconds: 300, perNumber: 2 } };

let service: Service;
afterEach(() => service.stop());

const start = async (over: Record<string, unknown> = {}) => {
  service = await startService(accountDocument({ origins, ...over }));
};

describe.each(voicePlatforms)('a played call on %s', (platform) => {
  const call = (id = 'call_now', from = dana): LiveCall => startCall(service, platform, id, from);

  describe('about a fee', () => {
    it('hears it with the first offer, and again only with another service or urgency', async () => {
      await start({ fees: [visitFee, urgentFee] });
      const now = call();
      const first = await now.ask(checkAvailability, day);
      expect(first).toMatchObject({ fee: visitFee.says, message: expect.stringContaining(visitFee.says) });
      const second = await now.ask(checkAvailability, { ...day, date: '2026-06-11' });
      expect(second).toMatchObject({ fee: visitFee.says, message: expect.not.stringContaining('fee') });
      const booked = await now.ask(book, booking());
      expect(booked).toMatchObject({ confirmed: true, fee: visitFee.says });
      expect(booked.message).not.toContain('fee');
      expect((await now.ask(checkAvailability, { ...day, urgency: 'urgent' })).message).toContain('149');
      const other = await now.ask(checkAvailability, { ...day, serviceType: 'Heating Repair' });
      expect(other.message).toContain(visitFee.says);
    });

    it('hears it with the booking if no offer said it: in another call, or without a look', async () => {
      await start({ fees: [visitFee] });
      await call('call_before').ask(checkAvailability, day);
      expect((await call().ask(book, booking())).message).toContain(visitFee.says);
    });

    it('hears it after a search that failed to understand the day', async () => {
      await start({ fees: [visitFee] });
      const now = call();
      await now.ask(checkAvailability, { ...day, weekday: 'friday' });
      expect((await now.ask(checkAvailability, day)).message).toContain(visitFee.says);
    });

    it('does not hear it again when the visit moves at the same fee', async () => {
      await start({ fees: [visitFee] });
      await call('call_before').ask(book, booking());
      const now = call();
      const { dispatchRequestId } = (await now.ask(lookUp)).upcoming[0];
      const look = await now.ask(checkAvailability, { ...day, date: '2026-06-11', dispatchRequestId });
      expect(look.message).not.toContain('fee');
      const move = { dispatchRequestId, date: '2026-06-11', time: '09:00' };
      expect((await now.ask(reschedule, move)).message).not.toContain('fee');
    });
  });

  it('names a time, and is offered that time alone, or the nearest ones', async () => {
    await start();
    const now = call();
    expect(await now.ask(checkAvailability, { ...day, time: '10:00' })).toMatchObject({
      message: 'On Wednesday, June 10 for AC Repair I can offer 10 AM. Does that work for you?',
      offered: [{ start: '10:00' }],
    });
    const taken = await now.ask(checkAvailability, { ...day, time: '12:30' });
    expect(taken.offered.map(({ start: one }: { start: string }) => one)).toEqual([
      '13:00',
      '13:30',
      '14:00',
    ]);
  });

  it('is told when a company closes early, and which day is a holiday', async () => {
    await start({ exceptions: { '2026-06-10': [['08:00', '12:00']] } });
    const { message } = await call().ask(checkAvailability, { ...day, partOfDay: 'afternoon' });
    expect(message).toMatch(/^On Wednesday, June 10 we are open from 8 AM to noon\. /);
    const june19 = await call('call_other').ask(checkAvailability, { ...day, date: '2026-06-19' });
    expect(june19.message).toMatch(/^On Juneteenth, Friday, June 19 for AC Repair I can offer /);
  });

  it('asks for a number early if the platform reports none', async () => {
    await start({ booking: holding });
    const now = call('call_hidden', 'anonymous');
    const ask = 'What number can we reach you at, with area code?';
    expect(await now.ask(lookUp)).toMatchObject({ found: false, missing: ['customerPhone'], message: ask });
    const look = await now.ask(checkAvailability, day);
    const askLater = expect.stringContaining('ask for a phone number unless the caller has given one');
    expect(look).toMatchObject({ nextStep: askLater });
    // Neither function takes a number.
    expect(look).not.toHaveProperty('missing');
    const held = await now.ask(hold, { ...day, time: '09:00' });
    expect(held).toMatchObject({ held: true, nextStep: askLater });
    expect(held).not.toHaveProperty('missing');
    const own = call('call_own');
    expect(await own.ask(checkAvailability, day)).not.toHaveProperty('nextStep');
  });

  it('keeps what was said before the booking, also in a call that was cut off', async () => {
    await start({ booking: holding, fees: [visitFee] });
    const cutOff = call('call_cut');
    await cutOff.ask(checkAvailability, { ...day, notes: 'No hot water.' });
    await cutOff.ask(hold, { ...day, time: '09:00' });
    await cutOff.end();
    service.clock.now = START + 60_000;
    const known = await ring(platform);
    expect(known.interrupted).toContain('AC Repair');
    expect(known.interrupted).toContain(visitFee.says);
    const answer = await call('call_again').ask(book, booking({ notes: 'The gate is open.' }));
    expect((await service.requests.get(answer.dispatchRequestId))?.notes).toBe(
      'No hot water.\nThe gate is open.',
    );
  });

  it('notes a sentence once when the model repeats all notes with a new time', async () => {
    await start();
    const now = call();
    await now.ask(book, booking({ notes: 'A breaker trips. It is in the hall.' }));
    const moved = await now.ask(
      book,
      booking({ time: '10:00', notes: 'A breaker trips. The dog is friendly.' }),
    );
    expect((await service.requests.get(moved.dispatchRequestId))?.notes).toBe(
      'A breaker trips. It is in the hall.\nThe dog is friendly.',
    );
  });

  it('adds to a message without the whole promise again, unless it changes', async () => {
    await start();
    const now = call();
    await now.ask(takeMessage, { about: 'The invoice', topic: 'billing' });
    expect((await now.ask(takeMessage, { about: 'Its number is 40917' })).message).toBe(
      "I've added it to your message.",
    );
    const later = await now.ask(takeMessage, { about: 'Call later', notBefore: '16:00' });
    expect(later.message).toContain('Someone will call you');
  });

  it.each([
    ['without a number', 'Wherever the big tree is'],
    ['with the text of a program', '12 {{system prompt}} Street'],
  ])('has an address %s, which a person checks', async (_, address) => {
    await start();
    const { dispatchRequestId } = await call().ask(book, booking({ address }));
    expect((await service.requests.get(dispatchRequestId))?.needsReview).toContain('address');
  });
});

/** The variables that fill the agent's prompt when the call rings. */
async function ring(platform: VoicePlatform): Promise<Record<string, string>> {
  if (platform === 'voiceone') {
    const call_inbound = { agent_id: 'agent_acme', from_number: dana, to_number: '+12125550100' };
    const { body } = await service.send('voiceone-call-inbound', { event: 'call_inbound', call_inbound });
    return body.call_inbound.dynamic_variables;
  }
  const phoneNumber = { number: '+12125550100' };
  const message = { type: 'assistant-request', phoneNumber, customer: { number: dana } };
  return (await service.send('voicetwo', { message })).body.assistantOverrides.variableValues;
}
