import { describe, expect, it } from '@jest/globals';
import { ask, change } from '../../../board/src/changes.ts';
import { createApi } from '../../../board/src/store/api.ts';
import { refresh } from '../../../board/src/store/reading.ts';
import type { Subject } from '../../../board/src/store/state.ts';
import { Store } from '../../../board/src/store/store.ts';

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
  const rest = [...answers];
  let version = grace.version;
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== 'POST') return Response.json({ accounts: [] });
    const action = String(input).split('/').at(-1);
    const ifMatch = new Headers(init.headers).get('if-match');
    sent.push([action, ifMatch, JSON.parse(String(init.body))]);
    const answer = rest.shift();
    if (typeof answer === 'object') return Response.json(answer, { status: 409 });
    version++;
    const appointment = { ...grace.appointment, time: answer };
    return Response.json({ ...grace, version, status: 'scheduled', appointment, history: [] });
  };
  const store = new Store(
    createApi(session, fetch),
    {
      ...{ draw: () => undefined, announce: () => undefined, showDay: () => undefined },
      ...{ isHidden: () => false, after: () => () => undefined },
    },
    refresh,
  );
  store.set({ date: '2026-11-23' });
  /** Presses a button of the notice and waits for the request that it sends. */
  const press = async (label: string) => {
    const before = store.state.notice;
    const button = before?.buttons.find((one) => one.label === label);
    if (button === undefined) throw new Error(`There is no button ${label}.`);
    button.run();
    while (store.state.notice === before || store.state.pending !== undefined)
      await new Promise(setImmediate);
  };
  return { store, sent, press };
}

const ten = { date: '2026-11-23', time: '10:00 AM', technicianId: 'ben' };

describe('a move', () => {
  it('is undone completely: start, service and dispatched status', async () => {
    const { store, sent, press } = pageOver('10:00 AM', '8:00 AM', '8:00 AM');

    expect(await change(store, grace, 'move', ten)).toBe(true);
    expect(store.state.notice?.text).toBe('Grace Kim is scheduled for 10:00 AM with Ana.');
    await press('Undo');

    const back = { date: '2026-11-23', time: '8:00 AM', technicianId: 'ana', serviceTypeId: 'ac-tune-up' };
    expect(sent).toEqual([
      ['move', '"4"', ten],
      ['move', '"5"', back],
      ['status', '"6"', { status: 'dispatched' }],
    ]);
    expect(store.state.notice).toMatchObject({
      text: 'Grace Kim is scheduled for 8:00 AM with Ana.',
      buttons: [],
    });
  });

  it('that is refused uses the start that the dispatcher chooses instead, and says so', async () => {
    const other = { date: '2026-11-23', time: '11:00 AM', technicianId: 'dev', technician: 'Dev' };
    const { store, sent, press } = pageOver({ detail: 'It is taken.', alternatives: [other] }, '11:00 AM');

    expect(await change(store, grace, 'move', { ...ten, serviceTypeId: 'estimate' })).toBe(false);
    expect(store.state.notice).toMatchObject({ kind: 'refused', text: 'It is taken.' });
    await press('11:00 AM with Dev');

    const chosen = { date: other.date, time: '11:00 AM', technicianId: 'dev', serviceTypeId: 'estimate' };
    expect(sent.at(-1)).toEqual(['move', '"4"', chosen]);
    expect(store.state.notice?.text).toBe('Grace Kim is scheduled for 11:00 AM with Ana.');
  });
});

describe('a change', () => {
  it.each([
    ['schedule' as const, ten, ['hold', { reason: expect.any(String) }]],
    ['urgency' as const, { urgency: 'routine' }, ['urgency', { urgency: 'urgent' }]],
  ])('by %s is undone', async (action, body, [back, its]) => {
    const { store, sent, press } = pageOver('10:00 AM', '8:00 AM');
    await change(store, grace, action, body);
    await press('Undo');

    expect(sent.at(-1)).toEqual([back, '"5"', its]);
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
