import { describe, expect, it } from '@jest/globals';
import { eventTypesOf } from '../../../lib/record/events.ts';
import type { DispatchRequest, Released, Scheduled, Unscheduled } from '../../../lib/record/request.ts';

const facts = {
  dispatchRequestId: 'dr_0123456789abcdefghjk',
  accountId: 'acme-hvac',
  urgency: 'routine',
  source: 'voiceone',
  version: 1,
  createdAt: '2026-06-01T12:00:00.000Z',
  updatedAt: '2026-06-01T12:00:00.000Z',
  needsReview: [],
  customer: { name: 'Dana', phone: '+12125550123' },
  invocations: [],
  history: [],
} as const;
const appointment = (minute: number, technicianId = 'ana') => ({
  date: '2026-06-10',
  minute,
  startsAt: `2026-06-10 ${minute}`,
  endsAt: `2026-06-10 ${minute} later`,
  technicianId,
  technician: technicianId,
  claims: [],
});
const requested: Unscheduled = { ...facts, status: 'requested' };
const scheduled: Scheduled = { ...facts, status: 'scheduled', appointment: appointment(9 * 60) };
const promised = (time: number, technicianId = 'ana', day = 'that'): Scheduled => {
  const promise = { from: '08:00', to: '10:00', startsAt: `${day} 08:00`, endsAt: `${day} 10:00` };
  const given = appointment(time, technicianId);
  return { ...facts, status: 'scheduled', appointment: { ...given, startsAt: `${day} ${time}`, promise } };
};
const dispatched: Scheduled = { ...scheduled, status: 'dispatched' };
const canceled: Released = { ...scheduled, status: 'canceled' };

const rows: readonly (readonly [string, DispatchRequest, DispatchRequest | undefined, string[]])[] = [
  ['a lead', requested, undefined, ['requested']],
  [
    'a lead that is unclear',
    { ...requested, needsReview: ['phone'] },
    undefined,
    ['requested', 'needs-review'],
  ],
  ['an emergency', { ...requested, urgency: 'emergency' }, undefined, ['requested', 'needs-review']],
  ['a booking', scheduled, undefined, ['scheduled']],
  [
    'an emergency that was canceled and is booked again',
    { ...scheduled, urgency: 'emergency', needsReview: ['urgency'] },
    { ...canceled, urgency: 'emergency', needsReview: ['urgency'] },
    ['scheduled', 'needs-review'],
  ],
  ['an urgency that a person lowers', scheduled, { ...scheduled, urgency: 'emergency' }, ['scheduled']],
  ['a lead that gets an appointment', scheduled, requested, ['scheduled']],
  ['another time', { ...scheduled, appointment: appointment(13 * 60) }, scheduled, ['moved']],
  ['another technician', { ...scheduled, appointment: appointment(9 * 60, 'ben') }, scheduled, ['moved']],
  [
    'another time of one dispatched',
    { ...scheduled, appointment: appointment(13 * 60) },
    dispatched,
    ['moved'],
  ],
  ['another start within the promise', promised(570), promised(540), ['adjusted']],
  ['another technician within it', promised(540, 'ben'), promised(540), ['adjusted']],
  [
    'another technician by a plan',
    {
      ...{ ...scheduled, appointment: appointment(9 * 60, 'ben') },
      history: [
        { at: '2026-06-01T12:00:00.000Z', to: 'scheduled', kind: 'adjusted', by: 'dispatcher:Robin' },
      ],
    },
    scheduled,
    ['adjusted'],
  ],
  ['another promise', promised(540, 'ana', 'later'), promised(540), ['moved']],
  ['a technician sent', dispatched, scheduled, ['status-changed']],
  ['a hold', { ...scheduled, status: 'on_hold' }, scheduled, ['status-changed']],
  ['a lead declined', { ...requested, status: 'declined' }, requested, ['status-changed']],
  ['a cancellation', canceled, scheduled, ['canceled']],
  ['a canceled one booked again', scheduled, canceled, ['scheduled']],
  [
    'an appointment that becomes an emergency',
    { ...scheduled, urgency: 'emergency', needsReview: ['urgency'] },
    scheduled,
    ['scheduled', 'needs-review'],
  ],
  [
    'a corrected name',
    { ...scheduled, customer: { ...facts.customer, name: 'Dan' } },
    scheduled,
    ['scheduled'],
  ],
  [
    'the same details in another order',
    { ...scheduled, customer: { phone: '+12125550123', name: 'Dana' } },
    scheduled,
    [],
  ],
  ['a remembered invocation', { ...scheduled, version: 2, invocations: ['i'] }, scheduled, []],
  [
    'a flag that was there before',
    { ...scheduled, needsReview: ['address'] },
    { ...scheduled, needsReview: ['address'] },
    [],
  ],
  ['a flag that is gone', scheduled, { ...scheduled, needsReview: ['address'] }, ['scheduled']],
];

describe('the events of a change', () => {
  it.each(rows)('%s', (_what, next, previous, told) => {
    expect(eventTypesOf(next, previous)).toEqual(told.map((type) => `dispatch-request.${type}`));
  });
});
