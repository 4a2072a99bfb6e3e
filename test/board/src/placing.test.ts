import { describe, expect, it } from '@jest/globals';
import { leave, place, placeOn } from '../../../board/src/placing.ts';
import { job, pausedPage } from './paused-page.ts';

const [grace, luis] = [job('dr_1', 'Grace Kim'), job('dr_2', 'Luis Ortega')];
const [monday, tuesday, wednesday] = ['2026-11-23', '2026-11-24', '2026-11-25'];
const pathOf = (id: string, date: string) => `requests/${id}/starts?date=${date}`;
const startsOn = (date: string) => ({
  date,
  technicians: [
    { technicianId: 'ana', technician: 'Ana', starts: [{ time: '9:00 AM', startsAt: `${date}T14:00:00Z` }] },
  ],
});

describe('a job that is about to be moved', () => {
  it('is the last one that was chosen, whichever starts are read last', async () => {
    const { store, answer } = pausedPage();
    const older = place(store, grace);
    const newer = place(store, luis);
    await answer(pathOf('dr_2', monday), startsOn(monday));
    await answer(pathOf('dr_1', monday), startsOn(monday));
    await Promise.all([older, newer]);

    expect(store.state.placing?.subject).toBe(luis);
  });

  it('stays where it is if the dispatcher cancels before its starts are read', async () => {
    const { store, said, answer } = pausedPage();
    const placing = place(store, grace);
    leave(store);
    await answer(pathOf('dr_1', monday), startsOn(monday));
    await placing;

    expect(store.state.placing).toBeUndefined();
    expect(said).toEqual(['Not moved.']);
  });

  it('shows no refusal if the dispatcher cancels before reading its starts fails', async () => {
    const { store, answer } = pausedPage();
    const placing = place(store, grace);
    leave(store);
    await answer(pathOf('dr_1', monday), { detail: 'The request is canceled.' }, { status: 409 });
    await placing;

    expect(store.state.notices.at(-1)).toBeUndefined();
  });

  it('may go to the date that was asked for last, whichever starts are read last', async () => {
    const { store, answer } = pausedPage();
    const placing = place(store, grace);
    await answer(pathOf('dr_1', monday), startsOn(monday));
    await placing;
    const older = placeOn(store, tuesday);
    const newer = placeOn(store, wednesday);
    await answer(pathOf('dr_1', wednesday), startsOn(wednesday));
    await answer(pathOf('dr_1', tuesday), startsOn(tuesday));
    await Promise.all([older, newer]);

    expect(store.state.placing?.starts.date).toBe(wednesday);
  });

  it('keeps the starts that are shown if those of another date cannot be read', async () => {
    const { store, answer } = pausedPage();
    const placing = place(store, grace);
    await answer(pathOf('dr_1', monday), startsOn(monday));
    await placing;
    const asking = placeOn(store, tuesday);
    await answer(pathOf('dr_1', tuesday), {}, { status: 500 });
    await asking;

    expect(store.state.placing?.starts.date).toBe(monday);
    expect(store.state.notices.at(-1)?.text).toBe('The service failed. Try again.');
  });
});
