import { afterAll, describe, expect, it, jest } from '@jest/globals';
import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import { killPoints } from '../support/sent-once/machine.ts';
import { createOracle } from '../support/sent-once/oracle.ts';
import { simulate } from '../support/sent-once/simulation.ts';

jest.setTimeout(600_000);

const SEEDS = [1, 2, 3, 4];
const CHANGES = 60;
const SEED_TWICE = 5;

/** How often each change, fault and kill happened, over all seeds. */
const counts = new Map<string, number>();

describe('random changes while database, provider and process fail', () => {
  it.each(SEEDS)('lead to messages that are sent once, and only while they hold: seed %i', async (seed) => {
    const result = await simulate(seed, CHANGES);
    for (const [what, count] of result.counts) counts.set(what, (counts.get(what) ?? 0) + count);

    expect(result.violations).toEqual([]);
    expect(result.handed).toBeGreaterThan(CHANGES / 4);
  });

  it('are the same each time that a seed is played', async () => {
    const [first, second] = [await simulate(SEED_TWICE, CHANGES), await simulate(SEED_TWICE, CHANGES)];

    expect(second.steps).toEqual(first.steps);
    expect(second.counts).toEqual(first.counts);
  });

  afterAll(() => {
    const reached = [
      ...killPoints.map((point) => `killed ${point}`),
      ...['lostAnswer', 'delayed', 'hang', 'conflict'].map((fault) => `database ${fault}`),
      ...['book answered', 'move answered', 'emergency answered', 'takes heard', 'stop heard'],
      'reportsByText heard',
      ...['waitsEarlier answered', 'message.delivered'],
    ];
    expect([...counts.keys()]).toEqual(expect.arrayContaining(reached));
  });
});

describe('the oracle', () => {
  const NOON = Date.UTC(2026, 5, 1, 16);
  const request = {
    accountId: 'acme-hvac',
    ...{ pk: 'REQUEST#dr_1', dispatchRequestId: 'dr_1', version: 1, status: 'scheduled', urgency: 'routine' },
    ...{ createdAt: '2026-06-01T12:00:00.000Z', customer: { phone: '+12125550120', zip: '10001' } },
    appointment: {
      ...{ startsAt: '2026-06-10T13:30:00.000Z', endsAt: '2026-06-10T14:30:00.000Z', technicianId: 'ana' },
    },
  };
  const message: OutboxMessage = {
    ...{ messageId: 'ms_1', accountId: 'acme-hvac', dispatchRequestId: 'dr_1', template: 'booked' },
    ...{
      audience: 'customer',
      channel: 'sms',
      to: '+12125550120',
      from: '+12125550150',
      provider: 'webhook',
    },
    ...{ text: 'You are booked on Wednesday, June 10, 9:30 AM.', status: 'sending', attempts: 1 },
    ...{ createdAt: '2026-06-01T16:00:00.000Z', dueAt: '2026-06-01T16:00:00.000Z' },
    expiresAt: '2026-06-02T16:00:00.000Z',
  };
  /** A customer who wants texts has a visit. */
  function started(now = NOON) {
    const clock = { now };
    const oracle = createOracle(clock);
    oracle.onStored(request);
    oracle.decided('acme-hvac', '+12125550120', true);
    const send = (over: Partial<OutboxMessage> = {}) => {
      oracle.onHandedOver({ ...message, ...over });
      oracle.onTaken({ ...message, ...over });
    };
    return { clock, oracle, send, wrong: () => oracle.violations.map(({ what }) => what) };
  }

  it('finds nothing wrong with one message of what stands', () => {
    const { send, wrong } = started();
    send();
    expect(wrong()).toEqual([]);
  });

  it('sees a message that is sent twice, under its own id and another', () => {
    const { send, wrong } = started();
    send();
    send();
    send({ messageId: 'ms_2' });
    expect(wrong()).toEqual(['duplicate', 'duplicate']);
  });

  it('sees a message of what no longer stands', () => {
    const { clock, oracle, send, wrong } = started();
    const appointment = { ...request.appointment, startsAt: '2026-06-11T13:30:00.000Z' };
    oracle.onStored({ ...request, version: 2, appointment });
    clock.now += 60_000;
    send();
    expect(wrong()).toEqual(['stale']);
  });

  it('sees a text to somebody who said stop', () => {
    const { clock, oracle, send, wrong } = started();
    oracle.decided('acme-hvac', '+12125550120', false);
    clock.now += 60_000;
    send();
    expect(wrong()).toEqual(['after stop']);
  });

  it('sees a text at night', () => {
    const { send, wrong } = started(Date.parse('2026-06-01T21:00:05-04:00'));
    send();
    expect(wrong()).toEqual(['at night']);
  });

  it('sees a change that nobody tells to who wants texts again, and lets a booking of long ago be', () => {
    const { clock, oracle, send, wrong } = started();
    send();
    oracle.decided('acme-hvac', '+12125550120', false);
    const appointment = { ...request.appointment, startsAt: '2026-06-11T13:30:00.000Z' };
    oracle.onStored({ ...request, version: 2, appointment });
    oracle.onStored({ ...request, dispatchRequestId: 'dr_2' });
    clock.now += 24 * 3_600_000;
    oracle.decided('acme-hvac', '+12125550120', true);
    clock.now += 3_600_000;
    oracle.atTheEnd([{ ...message, sk: 'MESSAGE', status: 'sent' }]);
    expect(wrong()).toEqual(['not told']);
  });

  const waiting = {
    ...{ ...request, dispatchRequestId: 'dr_2', pk: 'REQUEST#dr_2', waitlist: { since: request.createdAt } },
    customer: { ...request.customer, phone: '+12125550121' },
    offers: [
      {
        ...{ messageId: 'ms_1', technicianId: 'ana', serviceTypeId: 'ac', date: '2026-06-03', minute: 570 },
        ...{ startsAt: '2026-06-03T13:30:00.000Z', until: '2026-06-01T16:10:00.000Z' },
      },
    ],
  };
  const offer = {
    template: 'offer',
    ...{ dispatchRequestId: 'dr_2', to: '+12125550121' },
    text: 'An earlier time is free: Wednesday, June 3, 9:30 AM.',
  } as const;
  /** Somebody who waits is offered a time. */
  function offering(now = NOON) {
    const begun = started(now);
    begun.oracle.onStored(waiting);
    begun.oracle.decided('acme-hvac', '+12125550121', true);
    return begun;
  }

  it('finds nothing wrong with one offer of a free time, and sees a second one of the same', () => {
    const { oracle, send, wrong } = offering();
    send(offer);
    expect(wrong()).toEqual([]);
    const again = waiting.offers.map((one) => ({ ...one, messageId: 'ms_2' }));
    oracle.onStored({ ...waiting, version: 2, offers: [...waiting.offers, ...again] });
    send({ ...offer, messageId: 'ms_2' });
    expect(wrong()).toEqual(['duplicate']);
  });

  it('sees an offer at night, without consent, and of a time that somebody has', () => {
    const { clock, oracle, send, wrong } = offering(Date.parse('2026-06-01T11:59:50-04:00'));
    oracle.decided('acme-hvac', '+12125550121', false);
    const appointment = { ...request.appointment, startsAt: '2026-06-03T13:00:00.000Z' };
    oracle.onStored({ ...request, dispatchRequestId: 'dr_3', appointment });
    clock.now += 10_000;
    send(offer);
    expect(wrong()).toEqual(['not free', 'after stop']);
    const night = offering(Date.parse('2026-06-01T21:00:05-04:00'));
    night.send(offer);
    expect(night.wrong()).toContain('at night');
  });

  it('sees a time that two people are offered at once', () => {
    const { clock, oracle, send, wrong } = offering();
    const offers = waiting.offers.map((one) => ({ ...one, messageId: 'ms_other' }));
    oracle.onStored({ ...waiting, dispatchRequestId: 'dr_3', offers });
    clock.now += 10_000;
    send(offer);
    expect(wrong()).toEqual(['offered twice']);
  });

  it('sees a message to somebody who was erased, and what is left of them', () => {
    const { clock, oracle, send, wrong } = started();
    oracle.forgotten('acme-hvac', { phone: '+12125550120' });
    clock.now += 60_000;
    send();
    const item = { pk: 'NUMBER#acme-hvac#+12125550120', sk: 'NUMBER' };
    oracle.atTheEnd([item, { ...item, pk: 'NUMBER#bravo-hvac#+12125550120' }]);
    expect(wrong()).toEqual(['after erasing', 'not erased']);
  });

  it("sees another company's number, name and request", () => {
    const { send, wrong } = started();
    send({ from: '+12125550160' });
    expect(wrong()).toEqual(['mixed up']);
    const named = started();
    named.send({ text: `Bravo: ${message.text}` });
    expect(named.wrong()).toEqual(['mixed up']);
    const foreign = started();
    foreign.send({ accountId: 'bravo-hvac', from: '+12125550160' });
    expect(foreign.wrong()).toContain('mixed up');
  });

  it('sees a danger that a text reports and of which nobody is alerted', () => {
    const { oracle, wrong } = started();
    oracle.reported('acme-hvac', '+12125550120');
    expect(wrong()).toEqual(['alert lost']);
    const at = new Date(NOON).toISOString();
    oracle.onStored({ ...request, version: 2, urgency: 'emergency', alertedAt: at });
    oracle.reported('acme-hvac', '+12125550120');
    expect(wrong()).toEqual(['alert lost']);
  });

  it('sees an alert that was never made, and a message that nobody ends', () => {
    const { clock, oracle, wrong } = started();
    clock.now += 1_000;
    const at = new Date(clock.now).toISOString();
    const alerted = { alertedAt: at, notified: [{ at, role: 'backup', people: ['Ben'] }] };
    oracle.onStored({ ...request, version: 2, urgency: 'emergency', ...alerted });
    clock.now += 3_600_000;
    oracle.atTheEnd([{ ...message, sk: 'MESSAGE' }]);
    expect(wrong()).toEqual(['unfinished', 'alert lost', 'not told']);
  });
});
