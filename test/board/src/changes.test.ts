import { describe, expect, it } from '@jest/globals';
import { ask, change } from '../../../board/src/changes.ts';
import { createApi } from '../../../board/src/store/api.ts';
import { refresh } from '../../../board/src/store/reading.ts';
import type { Subject } from '../../../board/src/store/state.ts';
import { Store } from '../../../board/src/store/store.ts';
import type { BoardView } from '../../../lib/board/views.ts';

const session = {
  token: async () => 'token',
};

const grace: Subject = {
  ...{ dispatchRequestId: 'dr_1', version: 4, label: 'Grace Kim', serviceTypeId: 'ac-tune-up' },
  ...{ status: 'dispatched', urgency: 'urgent' },
  appointment: {
    ...{ date: '2026-11-23', time: '8:00 AM', startsAt: '2026-11-23T13:00:00.000Z' },
    ...{ technicianId: 'ana', technician: 'Ana' },
  },
};

/** A page over a service that answers changes in turn: with an appointment at a time, or with a refusal. */
function pageOver(...answers: readonly (string | object)[]) {
  const sent: unknown[] = [];
  const times = [...answers];
  let version = grace.version;
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ accounts: [], lanes: [], requests: [], days: [] });
    const action = String(input).split('/').at(-1);
    const ifMatch = new Headers(init.headers).get('if-match');
    sent.push([action, ifMatch, JSON.parse(String(init.body))]);
    const answer = times.shift();
    if (typeof answer === 'object') return Response.json(answer, { status: 409 });
    version++;
    const appointment = { ...grace.appointment, time: answer };
    const rest = { customer: { name: 'Grace Kim' }, needsReview: [], history: [] };
    return Response.json({ ...grace, ...rest, version, status: 'scheduled', appointment });
  };
  const store = new Store(
    createApi(session, fetch),
    {
      ...{ draw: () => undefined, announce: () => undefined, showDay: () => undefined },
      ...{ isHidden: () => false, random: () => 0, keep: () => undefined, after: () => () => undefined },
    },
    refresh,
  );
  store.set({ date: '2026-11-23' });
  /** Presses a button of the notice and waits for the request that it sends. */
  const press = async (label: string) => {
    const before = store.state.notices.at(-1);
    const button = before?.buttons.find((one) => one.label === label);
    if (button === undefined) throw new Error(`There is no button ${label}.`);
    button.run();
    while (store.state.notices.at(-1) === before || store.state.pending !== undefined)
      await new Promise(setImmediate);
  };
  return { store, sent, press };
}

const ten = { date: '2026-11-23', time: '10:00 AM', technicianId: 'ben' };

describe('a move', () => {
  it('is undone completely: start, service and dispatched status', async () => {
    const { store, sent, press } = pageOver('10:00 AM', '8:00 AM', '8:00 AM');

    expect(await change(store, grace, 'move', ten)).toBe(true);
    expect(store.state.notices.at(-1)?.text).toBe('Grace Kim is scheduled for 10:00 AM with Ana.');
    await press('Undo');

    const back = { date: '2026-11-23', time: '8:00 AM', technicianId: 'ana', serviceTypeId: 'ac-tune-up' };
    expect(sent).toEqual([
      ['move', '"4"', ten],
      ['move', '"5"', back],
      ['status', '"6"', { status: 'dispatched' }],
    ]);
    expect(store.state.notices.at(-1)).toMatchObject({
      text: 'Grace Kim is scheduled for 8:00 AM with Ana.',
      buttons: [],
    });
  });

  it('that is refused uses the start that the dispatcher chooses instead, and says so', async () => {
    const other = { date: '2026-11-23', time: '11:00 AM', technicianId: 'dev', technician: 'Dev' };
    const { store, sent, press } = pageOver({ detail: 'It is taken.', alternatives: [other] }, '11:00 AM');

    expect(await change(store, grace, 'move', { ...ten, serviceTypeId: 'estimate' })).toBe(false);
    expect(store.state.notices.at(-1)).toMatchObject({ kind: 'refused', text: 'It is taken.' });
    await press('11:00 AM with Dev');

    const chosen = { date: other.date, time: '11:00 AM', technicianId: 'dev', serviceTypeId: 'estimate' };
    expect(sent.at(-1)).toEqual(['move', '"4"', chosen]);
    expect(store.state.notices.at(-1)?.text).toBe('Grace Kim is scheduled for 11:00 AM with Ana.');
  });

  it.each([
    ['by a rule', ten, { alternatives: [] }, ['Place it anyway…']],
    ['for another cause', ten, {}, []],
    ['in spite of a reason', { ...ten, override: { reason: 'why' } }, { alternatives: [] }, []],
    ['without a technician', { ...ten, technicianId: undefined }, { alternatives: [] }, []],
  ])('that is refused %s', async (_, body, refusal, buttons) => {
    const { store } = pageOver({ detail: 'It is taken.', ...refusal });
    await change(store, grace, 'move', body);
    const notice = store.state.notices.at(-1);
    notice?.buttons[0]?.run();

    expect(notice?.buttons.map(({ label }) => label)).toEqual(buttons);
    const asked = { kind: 'override', subject: grace, action: 'move', body };
    expect(store.state.dialog).toEqual(buttons.length === 0 ? undefined : asked);
  });
});

describe('a change', () => {
  it.each([
    ['schedule' as const, ten, ['unschedule', {}]],
    ['urgency' as const, { urgency: 'routine' }, ['urgency', { urgency: 'urgent' }]],
  ])('by %s is undone', async (action, body, [back, its]) => {
    const { store, sent, press } = pageOver('10:00 AM', '8:00 AM');
    await change(store, grace, action, body);
    await press('Undo');

    expect(sent.at(-1)).toEqual([back, '"5"', its]);
  });

  it('waits for the one before, and is made on its version', async () => {
    const { store, sent } = pageOver('10:00 AM', '10:00 AM');
    const [first, second] = [
      change(store, grace, 'move', ten),
      change(store, grace, 'urgency', { urgency: 'routine' }),
    ];

    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(sent).toEqual([
      ['move', '"4"', ten],
      ['urgency', '"5"', { urgency: 'routine' }],
    ]);
  });

  it('is shown at once, and as before if it is refused', async () => {
    const { store } = pageOver({ detail: 'The job is over.' });
    const job = { ...grace, customer: 'Grace Kim', date: '2026-11-23', needsReview: [] };
    const at = { time: '8:00 AM', startsAt: '2026-11-23T13:00:00.000Z', endsAt: '2026-11-23T14:00:00.000Z' };
    const lane = {
      ...{ technicianId: 'ana', technician: 'Ana', skills: [], hours: [], timeOff: [], etag: '"1"' },
      ...{ blocks: [], held: [], unknown: [], holds: [], appointments: [{ ...job, ...at }] },
    };
    const counts = { emergencies: 0, messages: 0, review: 0, unscheduled: 0, on_hold: 0, unbookedCalls: 0 };
    const board: BoardView = {
      account: { accountId: 'acme', name: 'Acme', timezone: 'America/New_York' },
      ...{
        date: '2026-11-23',
        now: at.startsAt,
        gridMinutes: 15,
        bufferMinutes: 0,
        serviceTypes: [],
        counts,
      },
      ...{ day: { from: '2026-11-23T05:00:00.000Z', to: '2026-11-24T05:00:00.000Z' }, lanes: [lane] },
    };
    store.set({ boards: new Map([['2026-11-23', board]]) });
    const statusShown = () =>
      store.state.boards.get('2026-11-23')?.lanes[0]?.appointments.map(({ status }) => status);
    const sending = change(store, grace, 'status', { status: 'en_route' });

    expect(statusShown()).toEqual(['en_route']);
    expect(await sending).toBe(false);
    expect(store.state.notices.at(-1)?.text).toBe('The job is over.');
  });

  it('that can be undone is sent at once', () => {
    const { store, sent } = pageOver('10:00 AM');
    ask(store, grace, 'urgency', { urgency: 'routine' }, 'Make routine');

    expect(store.state.dialog).toBeUndefined();
    expect(store.state.pending).toBe('dr_1');
    expect(sent).toEqual([]);
  });

  it('that cannot be undone needs a confirmation', () => {
    const { store } = pageOver();
    ask(store, grace, 'status', { status: 'completed' }, 'Complete');

    expect(store.state.dialog).toMatchObject({ kind: 'confirm', subject: grace, title: 'Complete' });
    expect(store.state.pending).toBeUndefined();
  });
});
