import { describe, expect, it } from '@jest/globals';
import { applied, placedOn, withChange } from '../../../../board/src/store/applying.ts';
import type { BoardAppointmentView, BoardView, LaneView, RequestView } from '../../../../lib/board/views.ts';
import { createStore } from '../paused-page.ts';

const [monday, tuesday] = ['2026-11-23', '2026-11-24'];
const [ana, ben] = [
  { technicianId: 'ana', technician: 'Ana' },
  { technicianId: 'ben', technician: 'Ben' },
];

const at = (date: string, hour: number) => ({
  ...{ date, time: `${hour - 5}:00 AM` },
  ...{ startsAt: `${date}T${hour}:00:00.000Z`, endsAt: `${date}T${hour + 1}:00:00.000Z` },
});

const laneOf = (who: typeof ana, appointments: readonly BoardAppointmentView[] = []): LaneView => ({
  ...{ ...who, skills: [], hours: [], timeOff: [], blocks: [], held: [], unknown: [], holds: [] },
  ...{ appointments, etag: '"1"' },
});

const boardOf = (date: string, lanes: readonly LaneView[]): BoardView => ({
  account: { accountId: 'acme', name: 'Acme', timezone: 'America/New_York' },
  ...{ date, now: `${date}T12:00:00.000Z`, gridMinutes: 15, bufferMinutes: 0, serviceTypes: [] },
  day: { from: `${date}T05:00:00.000Z`, to: `${date}T29:00:00.000Z` },
  counts: { emergencies: 0, messages: 0, review: 0, unscheduled: 0, on_hold: 0, unbookedCalls: 0 },
  lanes,
});

/** Grace Kim's job: Ana and Ben on Monday, then Ben alone on Tuesday. */
const grace: RequestView = {
  ...{ dispatchRequestId: 'dr_1', accountId: 'acme', source: 'crm', version: 5, status: 'dispatched' },
  ...{ urgency: 'routine', createdAt: '', updatedAt: '', needsReview: [], noteList: [] },
  ...{ customer: { name: 'Grace Kim' }, history: [], allowed: [], undoable: [] },
  appointment: {
    ...{ ...ana, ...at(monday, 15), crew: [ben] },
    promise: { from: '09:00', to: '11:00', startsAt: `${monday}T14:00:00Z`, endsAt: `${monday}T16:00:00Z` },
    visits: [{ ...ben, ...at(tuesday, 14) }],
  },
};
const other: BoardAppointmentView = {
  ...{ dispatchRequestId: 'dr_2', version: 1, status: 'scheduled', urgency: 'routine' },
  ...{ customer: 'Luis Ortega', needsReview: [], ...at(monday, 16) },
};

/** The page's days after an answer about Grace Kim's job, which was Ana's alone. */
function boardsAfter(request: RequestView) {
  const before = { ...other, dispatchRequestId: 'dr_1', ...at(monday, 14) };
  const store = createStore(fetch);
  const boards = [
    boardOf(monday, [laneOf(ana, [before, other]), laneOf(ben)]),
    boardOf(tuesday, [laneOf(ana), laneOf(ben)]),
  ];
  store.set({ boards: new Map(boards.map((board) => [board.date, board])) });
  return applied(store.state, request).boards;
}

const cards = (boards: ReturnType<typeof boardsAfter>) =>
  [...boards.values()].flatMap(({ date, lanes }) =>
    lanes.flatMap(({ technicianId, appointments }) =>
      appointments.map((job) => [date, technicianId, job.dispatchRequestId, job.visit, job.status]),
    ),
  );

describe('an answer about a job of several', () => {
  it('is drawn as a card for each visit of everybody, as the service will say', () => {
    const boards = boardsAfter(grace);

    expect(cards(boards)).toEqual([
      [monday, 'ana', 'dr_1', 1, 'dispatched'],
      [monday, 'ana', 'dr_2', undefined, 'scheduled'],
      [monday, 'ben', 'dr_1', 1, 'dispatched'],
      [tuesday, 'ben', 'dr_1', 2, 'dispatched'],
    ]);
    const [, ofBen] = boards.get(monday)?.lanes ?? [];
    expect(ofBen?.appointments[0]).toMatchObject({
      ...ana,
      crew: [ben],
      visits: 2,
      promise: { to: '11:00' },
    });
    const later = boards.get(tuesday)?.lanes[1]?.appointments[0];
    expect([later?.crew, later?.technicianId, later?.promise]).toEqual([undefined, undefined, undefined]);
  });

  it.each(['canceled', 'on_hold'])('leaves no card of a job that is %s', (status) => {
    expect(cards(boardsAfter({ ...grace, status }))).toEqual([
      [monday, 'ana', 'dr_2', undefined, 'scheduled'],
    ]);
  });
});

describe('what is expected of a change', () => {
  it('is drawn on all cards of a job, or on those of its first visit', () => {
    const boards = boardsAfter(grace);
    const statuses = cards(withChange(boards, 'dr_1', { status: 'en_route' })).map((card) => card[4]);
    expect(statuses).toEqual(['en_route', 'scheduled', 'en_route', 'en_route']);
    const isFirst = ({ visit }: BoardAppointmentView) => visit === 1;
    const longer = withChange(boards, 'dr_1', { endsAt: `${monday}T17:00:00.000Z` }, isFirst);
    const ends = [...longer.values()].flatMap(({ lanes }) =>
      lanes.flatMap(({ appointments }) => appointments.map(({ endsAt }) => endsAt.slice(0, 13))),
    );

    expect(ends).toEqual([`${monday}T17`, `${monday}T17`, `${monday}T17`, `${tuesday}T15`]);
  });

  it('finds the first visit', () => {
    const [, second = boardOf(tuesday, [])] = boardsAfter(grace).values();

    expect(placedOn(boardsAfter(grace), 'dr_1')).toMatchObject({ date: monday, lane: 'ana' });
    expect(placedOn(new Map([[tuesday, second]]), 'dr_1')).toBeUndefined();
  });
});
