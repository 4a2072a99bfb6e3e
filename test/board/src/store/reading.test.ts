import { describe, expect, it } from '@jest/globals';
import { refresh, select } from '../../../../board/src/store/reading.ts';
import { pausedPage } from '../paused-page.ts';

const day = 'board/2026-11-23';
const dayOf = (gridMinutes: number) => ({ gridMinutes, lanes: [] });
const queue = { requests: [], unbookedCalls: [] };
const detailOf = (dispatchRequestId: string) => ({ request: { dispatchRequestId, customer: {} }, calls: [] });

describe('a day that is read twice at once', () => {
  it('shows the newer answer, whichever arrives last', async () => {
    const { store, answer } = pausedPage();
    const older = refresh(store);
    const newer = refresh(store);
    await answer('queue', queue);
    await answer('queue', queue);
    await answer(day, dayOf(30), { isNewest: true });
    await answer(day, dayOf(15));
    await Promise.all([older, newer]);

    expect(store.state.boards.get('2026-11-23')?.gridMinutes).toBe(30);
  });

  it('shows no fault of the older request', async () => {
    const { store, answer } = pausedPage();
    const older = refresh(store);
    const newer = refresh(store);
    await answer('queue', {}, { status: 500 });
    await answer('queue', queue);
    await answer(day, dayOf(15));
    await answer(day, dayOf(30));
    await Promise.all([older, newer]);

    expect(store.state.fault).toBeUndefined();
    expect(store.state.boards.size).toBe(1);
  });
});

describe('the open request', () => {
  it('is read once with the day', async () => {
    const { store, asked, answer } = pausedPage();
    store.set({ selected: 'dr_1' });
    const reading = refresh(store);
    await answer('queue', queue);
    await answer(day, dayOf(15));

    expect(await asked()).toEqual(['requests/dr_1']);
    await answer('requests/dr_1', detailOf('dr_1'));
    await reading;
    expect(await asked()).toEqual([]);
    expect(store.state.detail?.request.dispatchRequestId).toBe('dr_1');
  });

  it('is the one that was opened while the day was read', async () => {
    const { store, asked, answer } = pausedPage();
    store.set({ selected: 'dr_1' });
    const reading = refresh(store);
    const opening = select(store, 'dr_2');
    await answer('queue', queue);
    await answer(day, dayOf(15));
    await answer('requests/dr_2', detailOf('dr_2'));
    await answer('requests/dr_2', detailOf('dr_2'));
    await Promise.all([reading, opening]);

    expect(await asked()).toEqual([]);
    expect(store.state.detail?.request.dispatchRequestId).toBe('dr_2');
  });

  it('closes with a notice if it is gone, though the board can be read', async () => {
    const { store, answer } = pausedPage();
    store.set({ selected: 'dr_1' });
    const reading = refresh(store);
    await answer('queue', queue);
    await answer(day, dayOf(15));
    await answer('requests/dr_1', { detail: 'There is nothing here that you may see.' }, { status: 404 });
    await reading;

    expect(store.state.fault).toBeUndefined();
    expect(store.state.selected).toBeUndefined();
    expect(store.state.notices.at(-1)?.text).toBe('There is nothing here that you may see.');
  });
});
