import { describe, expect, it } from '@jest/globals';
import { openStarts, readStarts } from '../../../../board/src/store/reading.ts';
import type { StartSheet } from '../../../../board/src/store/state.ts';
import { job, pausedPage } from '../paused-page.ts';

const grace = {
  ...job('dr_1', 'Grace Kim'),
  appointment: {
    ...{ date: '2026-11-23', time: '8:00 AM', startsAt: '2026-11-23T13:00:00.000Z' },
    ...{ technicianId: 'ana', technician: 'Ana' },
  },
};
const pathOf = (date: string, service: string) =>
  `requests/dr_1/starts?date=${date}&serviceTypeId=${service}`;
const startsOf = (...ids: readonly string[]) => ({
  technicians: ids.map((technicianId) => ({ technicianId, technician: technicianId, starts: [] })),
});

/** The sheet of a job whose starts have been read. */
async function openedSheet() {
  const page = pausedPage();
  const opening = openStarts(page.store, grace);
  await page.answer(pathOf('2026-11-23', 'ac-tune-up'), startsOf('ana', 'ben'));
  await opening;
  const sheet = (): StartSheet => {
    const { dialog } = page.store.state;
    if (dialog?.kind !== 'starts') throw new Error('The sheet is closed.');
    return dialog;
  };
  return { ...page, sheet };
}

describe('the sheet of free starts', () => {
  it('keeps the technician of the job', async () => {
    const { sheet } = await openedSheet();

    expect(sheet()).toMatchObject({ technicianId: 'ana', starts: startsOf('ana', 'ben') });
  });

  it('offers everybody if that technician can not do the service that was chosen', async () => {
    const { store, sheet, answer } = await openedSheet();
    const reading = readStarts(store, { ...sheet(), serviceTypeId: 'drain' });
    await answer(pathOf('2026-11-23', 'drain'), startsOf('ben'));
    await reading;

    expect(sheet().technicianId).toBeUndefined();
  });

  it('shows the date that was asked for last, and keeps the technician that was chosen meanwhile', async () => {
    const { store, sheet, answer } = await openedSheet();
    const older = readStarts(store, { ...sheet(), date: '2026-11-24' });
    const newer = readStarts(store, { ...sheet(), date: '2026-11-25' });
    store.set({ dialog: { ...sheet(), technicianId: 'ben' } });
    await answer(pathOf('2026-11-25', 'ac-tune-up'), startsOf('ana', 'ben'));
    await answer(pathOf('2026-11-24', 'ac-tune-up'), startsOf('ana'));
    await Promise.all([older, newer]);

    expect(sheet()).toMatchObject({
      date: '2026-11-25',
      technicianId: 'ben',
      starts: startsOf('ana', 'ben'),
    });
  });

  it('says why the starts can not be read', async () => {
    const { store, sheet, answer } = await openedSheet();
    const reading = readStarts(store, { ...sheet(), date: '2026-11-24' });
    await answer(pathOf('2026-11-24', 'ac-tune-up'), { detail: 'The date is past.' }, { status: 400 });
    await reading;

    expect(sheet()).toMatchObject({ problem: 'The date is past.', technicianId: 'ana' });
  });
});
