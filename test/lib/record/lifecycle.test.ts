import { describe, expect, it } from '@jest/globals';
import { allowedAfter, type Command, decideTransition } from '../../../lib/record/lifecycle.ts';
import {
  type Appointment,
  type DispatchRequest,
  hasActiveAppointment,
  type KnownStatus,
  statuses,
} from '../../../lib/record/request.ts';

const AT = Date.UTC(2026, 5, 10, 14);
const who = { by: 'dispatcher:Robin', now: AT, callId: undefined } as const;
const appointment: Appointment = {
  date: '2026-06-10',
  minute: 9 * 60,
  startsAt: '2026-06-10T13:00:00.000Z',
  endsAt: '2026-06-10T15:00:00.000Z',
  technicianId: 'ana',
  technician: 'Ana',
  claims: [{ date: '2026-06-10', technicianId: 'ana', buckets: [1, 2] }],
};
const facts = {
  dispatchRequestId: 'dr_0123456789abcdefghjk',
  accountId: 'acme-hvac',
  urgency: 'routine',
  source: 'crm',
  version: 4,
  createdAt: '2026-06-01T12:00:00.000Z',
  updatedAt: '2026-06-02T12:00:00.000Z',
  needsReview: ['address'],
  customer: { phone: '+12125550123' },
  invocations: [],
  history: [{ at: '2026-06-01T12:00:00.000Z', to: 'requested', by: 'crm' }],
} as const;

function requestIn(status: KnownStatus): DispatchRequest {
  switch (status) {
    case 'requested':
    case 'declined':
      return { ...facts, status };
    default:
      return { ...facts, status, appointment };
  }
}

function commandTo(to: Command['to']): Command {
  return to === 'on_hold' || to === 'canceled' || to === 'declined' ? { to, why: 'as asked' } : { to };
}

/** Rows: from. Columns: to. Omits what scheduling and moving lead to. */
const table: Readonly<Record<KnownStatus, readonly Command['to'][]>> = {
  requested: ['canceled', 'declined'],
  scheduled: ['requested', 'dispatched', 'on_hold', 'canceled'],
  dispatched: ['requested', 'en_route', 'in_progress', 'on_hold', 'canceled', 'no_show'],
  en_route: ['requested', 'in_progress', 'on_hold', 'no_show'],
  in_progress: ['requested', 'completed', 'on_hold', 'no_show'],
  on_hold: ['requested', 'canceled'],
  completed: [],
  canceled: [],
  declined: [],
  no_show: [],
};
const targets = [
  'requested',
  'dispatched',
  'en_route',
  'in_progress',
  'completed',
  'no_show',
  'on_hold',
  'canceled',
  'declined',
] as const;
const pairs = statuses.flatMap((from) => targets.map((to) => [from, to] as const));
const allowed = pairs.filter(([from, to]) => table[from].includes(to));
const refused = pairs.filter(
  ([from, to]) => !table[from].includes(to) && !(from === 'canceled' && to === 'canceled'),
);

describe('the state machine', () => {
  it('knows every pair of states', () => {
    expect(allowed.length + refused.length + 1).toBe(statuses.length * targets.length);
  });

  it.each(allowed)('changes %s to %s, with author and reason', (from, to) => {
    const request = requestIn(from);
    const command = commandTo(to);
    const transition = decideTransition(request, command, who);
    if (transition.kind !== 'change') throw new Error(`It is ${transition.kind}.`);
    const { next } = transition;
    const visit = { date: '2026-06-10', minute: 540, technicianId: 'ana', technician: 'Ana' };
    const ofTarget = to === 'requested' ? { kind: 'unscheduled', visit } : {};
    const reason = 'why' in command ? { kind: 'reason', words: command.why } : ofTarget;
    expect(next).toMatchObject({ status: to, version: 5, updatedAt: '2026-06-10T14:00:00.000Z' });
    expect(next.history).toEqual([
      ...facts.history,
      { at: '2026-06-10T14:00:00.000Z', from, to, by: 'dispatcher:Robin', ...reason },
    ]);
    expect(next.needsReview).toEqual(['address']);
    const holdsTime = ['dispatched', 'en_route', 'in_progress'].includes(to);
    expect(hasActiveAppointment(next)).toBe(holdsTime);
    expect(next.appointment).toEqual(
      to === 'declined' || to === 'requested' ? undefined : request.appointment,
    );
  });

  it.each(refused)('refuses %s to %s with the allowed states', (from, to) => {
    expect(decideTransition(requestIn(from), commandTo(to), who)).toEqual({
      kind: 'refused',
      refusal: { reason: 'invalid_transition', from, to, allowed: allowedAfter({ status: from }, true) },
    });
  });

  it('answers a repeated cancellation like the first', () => {
    expect(decideTransition(requestIn('canceled'), commandTo('canceled'), who)).toEqual({
      kind: 'unchanged',
    });
  });

  it.each(['dispatched', 'en_route'] as const)('calls nobody a no-show before the start (%s)', (from) => {
    const early = { ...who, now: Date.parse(appointment.startsAt) - 1 };
    expect(decideTransition(requestIn(from), { to: 'no_show' }, early)).toEqual({
      kind: 'refused',
      refusal: { reason: 'not_started', startsAt: appointment.startsAt },
    });
  });

  it.each(statuses)('allows scheduling in %s or not, as specified', (from) => {
    const open = ['requested', 'on_hold', 'scheduled', 'dispatched'];
    expect(allowedAfter({ status: from }, false).includes('scheduled')).toBe(open.includes(from));
    const alsoUnderWay = [...open, 'en_route', 'in_progress'];
    expect(allowedAfter({ status: from }, true).includes('scheduled')).toBe(alsoUnderWay.includes(from));
  });
});
