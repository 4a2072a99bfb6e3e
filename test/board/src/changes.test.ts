import { describe, expect, it } from '@jest/globals';
import { blocking } from '../../../board/src/blocking.ts';
import { change, unblocking } from '../../../board/src/changes.ts';
import type { Subject } from '../../../board/src/store/state.ts';
import type { BoardView } from '../../../lib/board/views.ts';
import { createStore } from './paused-page.ts';

const grace: Subject = {
  ...{ dispatchRequestId: 'dr_1', version: 4, label: 'Grace Kim', serviceTypeId: 'ac-tune-up' },
  ...{ status: 'dispatched', urgency: 'urgent' },
  appointment: {
    ...{ date: '2026-11-23', time: '8:00 AM', startsAt: '2026-11-23T13:00:00.000Z' },
    ...{ technicianId: 'ana', technician: 'Ana' },
  },
};

/** The request as the service answers with it, by its status or by the time of its visit. */
interface Answer {
  readonly status?: string;
  readonly time?: string;
  /** False for a change that nobody can undo. */
  readonly isUndoable?: boolean;
  /** True if the request was so before. */
  readonly isSame?: boolean;
}

/** How the service refuses. */
interface Refusal {
  readonly refused: number;
  readonly body?: object;
}

const at = (time: string): Answer => ({ time });
const refused = (body: object): Refusal => ({ refused: 409, body });

/** The service keeps so many changes of a request. */
const KEPT = 10;

/** A page over a service that answers changes in turn. */
function pageOver(...answers: readonly (Answer | Refusal)[]) {
  const sent: unknown[] = [];
  const read: string[] = [];
  const left = [...answers];
  let version = grace.version;
  /** The versions of the changes that can be undone, by request, the last change first. */
  const undoable = new Map<string, readonly number[]>();
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const [id = '', action = ''] = String(input).split('/').slice(-2);
    if (init?.method !== 'POST') {
      read.push(action);
      return Response.json({ accounts: [], lanes: [], requests: [], days: [] });
    }
    const ifMatch = new Headers(init.headers).get('if-match');
    const body = JSON.parse(String(init.body));
    sent.push([action, ifMatch, body]);
    const answer = left.shift() ?? {};
    if ('refused' in answer) {
      if (answer.refused === 0) throw new TypeError('fetch failed');
      return Response.json(answer.body, { status: answer.refused });
    }
    const { status = 'scheduled', time = '8:00 AM', isUndoable = true, isSame = false } = answer;
    if (!isSame) version++;
    const before = undoable.get(id) ?? [];
    const after = action === 'undo' ? before.filter((one) => one < body.version) : [version, ...before];
    if (!isSame) undoable.set(id, isUndoable ? after.slice(0, KEPT) : []);
    const rest = { customer: { name: 'Grace Kim' }, needsReview: [], history: [] };
    return Response.json({
      ...{ ...grace, ...rest, dispatchRequestId: id, version, status, undoable: undoable.get(id) ?? [] },
      ...(status !== 'requested' && { appointment: { ...grace.appointment, time } }),
    });
  };
  const store = createStore(fetch);
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
  return { store, sent, read, press };
}

const ten = { date: '2026-11-23', time: '10:00 AM', technicianId: 'ben' };

describe('a move', () => {
  it('is undone by the service, and then not undone again', async () => {
    const { store, sent, press } = pageOver(at('10:00 AM'), { time: '8:00 AM', status: 'dispatched' });

    expect(await change(store, grace, 'move', ten)).toBe(true);
    expect(store.state.notices.at(-1)?.text).toBe('Grace Kim is scheduled for 10:00 AM with Ana.');
    await press('Undo');

    expect(sent).toEqual([
      ['move', '"4"', ten],
      ['undo', '"5"', { version: 5 }],
    ]);
    expect(store.state.notices).toMatchObject([
      { text: 'Grace Kim is scheduled for 8:00 AM with Ana.', buttons: [] },
    ]);
    expect(store.state.done).toEqual([]);
  });

  it('that is refused uses the start that the dispatcher chooses instead, and says so', async () => {
    const other = { date: '2026-11-23', time: '11:00 AM', technicianId: 'dev', technician: 'Dev' };
    const { store, sent, press } = pageOver(
      refused({ detail: 'It is taken.', alternatives: [other] }),
      at('11:00 AM'),
    );

    expect(await change(store, grace, 'move', { ...ten, serviceTypeId: 'estimate' })).toBe(false);
    expect(store.state.notices.at(-1)).toMatchObject({ kind: 'refused', text: 'It is taken.' });
    await press('11:00 AM with Dev');

    const chosen = { date: other.date, time: '11:00 AM', technicianId: 'dev', serviceTypeId: 'estimate' };
    expect(sent.at(-1)).toEqual(['move', '"4"', chosen]);
    expect(store.state.notices.at(-1)?.text).toBe('Grace Kim is scheduled for 11:00 AM with Ana.');
  });

  it.each([
    ['the visit that moves', { ...ten, visit: 2 }, 2, { ...ten, visit: 2, time: '11:00 AM' }],
    ['the first visit', { ...ten, visits: [ten] }, 1, { ...ten, time: '11:00 AM', visits: [ten] }],
    ['a later visit', { ...ten, visits: [ten] }, 2, { ...ten, visits: [{ ...ten, time: '11:00 AM' }] }],
  ])('that is refused for %s gives that another start', async (_, body, visit, chosen) => {
    const other = { date: ten.date, time: '11:00 AM', technicianId: 'ben', technician: 'Ben' };
    const { store, sent, press } = pageOver(
      refused({ detail: 'It is taken.', visit, alternatives: [other] }),
      at('11:00 AM'),
    );
    await change(store, grace, 'move', body);
    await press('11:00 AM with Ben');

    expect(sent.at(-1)).toEqual(['move', '"4"', chosen]);
  });

  it('of the whole job that is refused for a later visit gives no visit another start', async () => {
    const other = { date: ten.date, time: '11:00 AM', technicianId: 'ben', technician: 'Ben' };
    const { store } = pageOver(refused({ detail: 'It is taken.', visit: 2, alternatives: [other] }));
    await change(store, grace, 'move', ten);

    expect(store.state.notices.at(-1)?.buttons.map(({ label }) => label)).toEqual(['Place it anyway…']);
  });

  it.each([
    ['by a rule', ten, { alternatives: [] }, ['Place it anyway…']],
    ['for another cause', ten, {}, []],
    ['in spite of a reason', { ...ten, override: { reason: 'why' } }, { alternatives: [] }, []],
    ['without a technician', { ...ten, technicianId: undefined }, { alternatives: [] }, []],
  ])('that is refused %s', async (_, body, refusal, buttons) => {
    const { store } = pageOver(refused({ detail: 'It is taken.', ...refusal }));
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
    ['schedule', ten, { status: 'requested' }, 'Grace Kim needs a time again.'],
    ['schedule', ten, { status: 'on_hold' }, 'Grace Kim is marked as on hold.'],
    ['status', { status: 'en_route' }, { status: 'dispatched' }, 'Grace Kim is marked as sent out.'],
    ['status', { status: 'dispatched' }, {}, 'Grace Kim is scheduled for 8:00 AM with Ana.'],
    ['urgency', { urgency: 'routine' }, {}, 'Grace Kim is as before.'],
    ['notes', { note: 'Ring twice.' }, {}, 'Grace Kim is as before.'],
  ] as const)('by %s is undone', async (action, body, undone, text) => {
    const { store, sent, press } = pageOver(at('10:00 AM'), undone);
    await change(store, grace, action, body);
    await press('Undo');

    expect(sent.at(-1)).toEqual(['undo', '"5"', { version: 5 }]);
    expect(store.state.notices.at(-1)?.text).toBe(text);
  });

  it('that the service can’t undo is not offered to be undone', async () => {
    const { store } = pageOver({ isUndoable: false });
    await change(store, grace, 'split', {});

    expect(store.state.notices.at(-1)?.buttons).toEqual([]);
    expect(store.state.done).toEqual([]);
  });

  it('is undone after the later changes of the same request', async () => {
    const { store, sent } = pageOver();
    await change(store, grace, 'move', ten);
    await change(store, { ...grace, dispatchRequestId: 'dr_2' }, 'urgency', { urgency: 'routine' });
    await change(store, grace, 'urgency', { urgency: 'routine' });
    const first = store.state.done.at(-1);
    if (first === undefined) throw new Error('Nothing can be undone.');
    await store.takeBack(first);

    expect(sent.slice(3)).toEqual([
      ['undo', '"7"', { version: 7 }],
      ['undo', '"8"', { version: 5 }],
    ]);
    expect(store.state.done.map(({ undo }) => undo.id)).toEqual(['dr_2']);
  });

  it('is not offered to be undone a second time if it changes nothing', async () => {
    const { store } = pageOver({}, { isSame: true });
    await change(store, grace, 'urgency', { urgency: 'routine' });
    await change(store, grace, 'urgency', { urgency: 'routine' });

    expect(store.state.done).toHaveLength(1);
    expect(store.state.notices.at(-1)?.buttons).toEqual([]);
  });

  it('is made on the version that the page shows if somebody else has made that since', async () => {
    const { store, sent } = pageOver();
    await change(store, grace, 'move', ten);
    await change(store, { ...grace, version: 9 }, 'urgency', { urgency: 'routine' });

    expect(sent.at(-1)).toEqual(['urgency', '"9"', { urgency: 'routine' }]);
  });

  it('leaves the list once the service keeps it no longer', async () => {
    const { store } = pageOver();
    await change(store, { ...grace, dispatchRequestId: 'dr_2' }, 'move', ten);
    for (let left = 0; left < KEPT + 1; left++)
      await change(store, grace, 'urgency', { urgency: left % 2 === 0 ? 'urgent' : 'routine' });

    expect(store.state.done.map(({ undo }) => undo.id)).toEqual([
      ...Array.from({ length: KEPT }, () => 'dr_1'),
      'dr_2',
    ]);
  });

  it('is undone with later ones before the page is read once', async () => {
    const { store, read } = pageOver();
    await change(store, grace, 'move', ten);
    await change(store, grace, 'urgency', { urgency: 'routine' });
    const first = store.state.done.at(-1);
    if (first === undefined) throw new Error('Nothing can be undone.');
    read.length = 0;
    await store.takeBack(first);

    expect(read.filter((path) => path === 'queue')).toHaveLength(1);
  });

  it('that is sent while another is on its way has the page read once, after both', async () => {
    const { store, sent, read } = pageOver();
    await Promise.all([
      change(store, grace, 'move', ten),
      change(store, grace, 'urgency', { urgency: 'routine' }),
    ]);

    expect(sent).toHaveLength(2);
    expect(read.filter((path) => path === 'queue')).toHaveLength(1);
  });

  it('keeps its place in the list if it could not be undone', async () => {
    const { store } = pageOver({}, {}, {}, { refused: 0 });
    await change(store, grace, 'move', ten);
    await change(store, { ...grace, dispatchRequestId: 'dr_2' }, 'move', ten);
    await change(store, grace, 'urgency', { urgency: 'routine' });
    const before = store.state.done;
    const undoing = store.takeBack(before[2] ?? { text: '', undo: { send: async () => ({ text: '' }) } });
    await change(store, { ...grace, dispatchRequestId: 'dr_3' }, 'move', ten);
    await undoing;

    expect(store.state.done.map(({ undo }) => undo.id)).toEqual(['dr_3', 'dr_1', 'dr_2', 'dr_1']);
    expect(store.state.done.slice(1)).toEqual(before);
  });

  it('is undone by the keyboard even while it is on its way', async () => {
    const { store, sent } = pageOver();
    await Promise.all([change(store, grace, 'move', ten), store.takeBackLast()]);

    expect(sent.at(-1)).toEqual(['undo', '"5"', { version: 5 }]);
  });

  it.each([
    [
      'somebody else has changed the request since',
      {
        refused: 412,
        body: {
          current: {
            ...{ dispatchRequestId: 'dr_1', undoable: [] },
            history: [{ by: 'dispatcher:Kim', why: 'moved' }],
          },
        },
      },
      'Kim changed this first: moved. Nothing else was changed.',
      [],
    ],
    [
      'the change is too old',
      refused({ detail: 'The change is too old.', reason: 'changed_since' }),
      'The change is too old.',
      [],
    ],
    ['the request is gone', { refused: 404, body: { detail: 'It is gone.' } }, 'It is gone.', []],
    [
      'the time is taken, which may end',
      refused({ detail: 'The time of the visit is taken.', reason: 'slot_taken' }),
      'The time of the visit is taken.',
      ['Grace Kim is now urgent.', 'Grace Kim is scheduled for 8:00 AM with Ana.'],
    ],
    [
      'the service fails, and it stays in the list',
      { refused: 500, body: { detail: 'Something failed.' } },
      'Something failed.',
      ['Grace Kim is now urgent.', 'Grace Kim is scheduled for 8:00 AM with Ana.'],
    ],
    [
      'there is no connection, and it stays in the list',
      { refused: 0 },
      'The connection failed. Check whether the change went through before you try again.',
      ['Grace Kim is now urgent.', 'Grace Kim is scheduled for 8:00 AM with Ana.'],
    ],
  ])('is not undone if %s', async (_, refusal, text, left) => {
    const { store, sent } = pageOver({}, {}, refusal);
    await change(store, grace, 'move', ten);
    await change(store, grace, 'urgency', { urgency: 'routine' });
    const first = store.state.done.at(-1);
    if (first === undefined) throw new Error('Nothing can be undone.');
    await store.takeBack(first);

    expect(sent).toHaveLength(3);
    expect(store.state.notices.at(-1)).toMatchObject({ kind: 'refused', text });
    expect(store.state.done.map((one) => one.text)).toEqual(left);
  });

  it('leaves the list with all of its request once somebody else has changed that', async () => {
    const current = { dispatchRequestId: 'dr_1', undoable: [], history: [] };
    const { store } = pageOver({}, {}, { refused: 412, body: { detail: 'Changed.', current } });
    await change(store, grace, 'move', ten);
    await change(store, grace, 'urgency', { urgency: 'routine' });
    await store.takeBackLast();

    expect(store.state.done).toEqual([]);
  });

  it('waits for the one before, and is made on its version', async () => {
    const { store, sent } = pageOver(at('10:00 AM'), at('10:00 AM'));
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
    const { store } = pageOver(refused({ detail: 'The job is over.' }));
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
});

describe('a block', () => {
  it('that was removed and is there again is removed by its new id', async () => {
    const ids = ['bl_1', 'bl_2', 'bl_3'];
    const sent: string[] = [];
    const { store } = pageOver();
    const span = { technicianId: 'ana', from: '2026-11-23T13:00', to: '2026-11-23T17:00', reason: 'Dentist' };
    Object.assign(store.api, {
      block: async () => {
        const blockId = ids.shift();
        sent.push(`made ${blockId}`);
        return { ...span, technician: 'Ana', blockId };
      },
      unblock: async (_: string, id: string) => {
        sent.push(`removed ${id}`);
      },
    });
    await store.attempt(blocking(store, span));
    await store.attempt(unblocking(store, { ...span, blockId: 'bl_1' }));
    await store.takeBackLast();
    await store.takeBackLast();

    expect(sent).toEqual(['made bl_1', 'removed bl_1', 'made bl_2', 'removed bl_2']);
    expect(store.state.done).toEqual([]);
  });
});
