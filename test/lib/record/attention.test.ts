import { describe, expect, it } from '@jest/globals';
import { queueOrder } from '../../../lib/record/attention.ts';
import type { Appointment, DispatchRequest } from '../../../lib/record/request.ts';

const at = '2026-06-01T12:00:00.000Z';
const facts = {
  ...{ accountId: 'acme', version: 1, updatedAt: at },
  ...{ customer: {}, invocations: [], history: [] },
} as const;
const appointment: Appointment = {
  ...{ date: '2026-06-10', minute: 9 * 60, startsAt: at, endsAt: at },
  ...{ technicianId: 'ana', technician: 'Ana', claims: [] },
};
const request = (
  dispatchRequestId: string,
  minute: number,
  over: Partial<Pick<DispatchRequest, 'urgency' | 'needsReview'>> = {},
): DispatchRequest => ({
  ...facts,
  source: 'crm',
  urgency: 'routine',
  needsReview: [],
  ...over,
  dispatchRequestId,
  createdAt: `2026-06-01T12:${String(minute).padStart(2, '0')}:00.000Z`,
  status: 'requested',
});
const ended = (
  id: string,
  status: 'canceled' | 'completed' | 'scheduled',
  over: Parameters<typeof request>[2],
): DispatchRequest => ({ ...request(id, 0, over), status, appointment });
describe('the queue of requests', () => {
  const all = [
    request('plain', 1),
    request('flagged', 2, { needsReview: ['phone'] }),
    request('later emergency', 4, { urgency: 'emergency' }),
    request('danger', 5, { needsReview: ['danger'] }),
    request('emergency', 3, { urgency: 'emergency', needsReview: ['address'] }),
    ended('done emergency', 'completed', { urgency: 'emergency', needsReview: ['urgency'] }),
    ended('canceled', 'canceled', { needsReview: ['address'] }),
  ];

  const inOrder = (requests: readonly DispatchRequest[]) =>
    requests
      .flatMap((one) => {
        const order = queueOrder(one);
        return order === undefined ? [] : [{ order, id: one.dispatchRequestId }];
      })
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ id }) => id);

  it('starts with emergencies and dangers, then flagged requests, then the rest by age, then appointments', () => {
    expect(inOrder([ended('standing', 'scheduled', {}), ...all])).toEqual([
      ...['emergency', 'later emergency', 'danger', 'flagged', 'plain', 'standing'],
    ]);
  });

  it('does not include ended requests', () => {
    expect(inOrder([ended('canceled', 'canceled', { needsReview: ['address'] })])).toEqual([]);
  });
});
