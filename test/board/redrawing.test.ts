import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { BoardView } from '../../lib/board/views.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { boardPages, changingAnswers, inBrowser, showOnly } from './page-fixture.ts';

/** The key of a view, and what is drawn there of a technician's day. */
type View = readonly [key: string, place: string];
const DAY: View = ['1', '.track'];
const views: [string, View][] = [
  ['a day', DAY],
  ['several days', ['3', '.cell']],
];

/** A lane is drawn anew only if something that it shows has changed: each of these has to count as such. */
inBrowser('a lane that is drawn already', () => {
  const pages = boardPages();

  /** Opens the page in a view. `change` alters what the service says from then on. */
  async function open([key, place]: View = DAY) {
    let alter = (board: BoardView): BoardView => board;
    const page = await pages.open({
      before: async (user) => {
        await changingAnswers(user, '**/api/v1/accounts/*/board/*', (board) => alter(board));
        // The service doesn't know what is altered: the page has to read every day again.
        await changingAnswers(user, '**/api/v1/accounts/*/board?*', () => ({ days: [] }));
      },
    });
    await job(page, 'Luis Ortega').waitFor();
    await page.keyboard.press(key);
    await page.locator(`${place} .job`, { hasText: 'Luis Ortega' }).waitFor();
    const change = async (next: (board: BoardView) => BoardView) => {
      alter = next;
      await page.evaluate("window.dispatchEvent(new Event('online'))");
    };
    return { page, change };
  }

  it('that has the focus, and more about it beside, is gone without a fault', async () => {
    let isGone = false;
    const page = await pages.open({
      before: (user) =>
        changingAnswers(user, '**/api/v1/accounts/*/queue', (queue) => ({
          ...queue,
          requests: isGone ? [] : queue.requests,
        })),
    });
    const entry = page.locator('.entry', { hasText: 'Dana Miller' });
    await entry.waitFor();
    await page.keyboard.press('Tab');
    await entry.locator('.open-entry').focus();
    await page.locator('.glance', { hasText: 'Dana Miller' }).waitFor();
    isGone = true;
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await entry.waitFor({ state: 'detached' });

    await page.locator('.glance').waitFor({ state: 'detached' });
  });

  it('says no more about a job that the pointer has left or pressed while that was read', async () => {
    const page = await pages.open();
    const card = job(page, 'Grace Kim');
    await card.waitFor();
    const due = Promise.withResolvers<void>();
    await page.route('**/requests/*', async (route) => {
      await due.promise;
      await route.continue();
    });
    const asked = page.waitForRequest('**/requests/*');
    await card.hover();
    await asked;
    await page.mouse.down();
    const read = page.waitForResponse('**/requests/*');
    due.resolve();
    await (await read).finished();
    await page.mouse.up();
    await page.locator('.detail h2', { hasText: 'Grace Kim' }).waitFor();

    expect(await page.locator('.glance').count()).toBe(0);
  });

  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const showTechnicians = (page: Page, name: string) =>
    page.locator('.menu label', { hasText: name }).click();

  it.each(views)('of %s shows that jobs get late once they need more time between them', async (_, view) => {
    const { page, change } = await open(view);
    expect(await job(page, 'Luis Ortega').getAttribute('aria-label')).not.toContain('may be late');
    await change((board) => ({ ...board, bufferMinutes: 600 }));

    await page.locator('.job.at_risk', { hasText: 'Luis Ortega' }).waitFor();
    expect(await job(page, 'Luis Ortega').getAttribute('aria-label')).toContain('may be late');
  });

  it.each(views)('of %s moves to other hours with the others', async (_, view) => {
    const { page, change } = await open(view);
    const [, place] = view;
    const ofAna = page.locator(`${place}[data-technician=ana][data-date="${pages.monday}"]`);
    const from = Number(await ofAna.getAttribute('data-from'));
    await change((board) => ({
      ...board,
      lanes: board.lanes.map((lane) =>
        lane.technicianId !== 'ben' || board.date !== pages.monday
          ? lane
          : {
              ...lane,
              etag: '"other"',
              hours: [{ from: new Date(from - 2 * HOUR_MS).toISOString(), to: board.day.to }],
            },
      ),
    }));

    await page.locator(`${place}[data-technician=ana][data-from="${from - 2 * HOUR_MS}"]`).waitFor();
  });

  it('proposes blocks by the grid that the account has now', async () => {
    const { page, change } = await open();
    await change((board) => ({ ...board, gridMinutes: 60, bufferMinutes: 600 }));
    await page.locator('.job.at_risk', { hasText: 'Luis Ortega' }).waitFor();
    const track = page.locator('.track[data-technician=ana]');
    const box = await track.boundingBox();
    if (box === null) throw new Error('There is no lane.');
    const [from, to] = await Promise.all(['from', 'to'].map((name) => track.getAttribute(`data-${name}`)));
    const hour = box.width / ((Number(to) - Number(from)) / HOUR_MS);
    await page.mouse.move(box.x + box.width - 1.5 * hour, box.y + 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1.2 * hour, box.y + 2, { steps: 3 });
    await page.mouse.up();

    expect(await page.locator('.dialog [name=from]').inputValue()).toMatch(/:00$/);
    expect(await page.locator('.dialog [name=to]').inputValue()).toMatch(/:00$/);
  });

  it('shows what time it is', async () => {
    const { page, change } = await open();
    const opens = Number(await page.locator('.track').first().getAttribute('data-from'));
    await page.clock.setFixedTime(opens + 4 * HOUR_MS);
    await change((board) => board);

    await page.locator('.now').first().waitFor();
    expect(await page.locator('.hours time').textContent()).toMatch(/^(11:00 A|12:00 P)M$/);
    await page.locator('.job.late', { hasText: 'Luis Ortega' }).waitFor();
  });

  it.each(views)(
    'of %s shows what is filtered, chosen and moved, and no longer what was',
    async (_, view) => {
      const { page } = await open(view);
      await showOnly(page, 'Plumbing Repair');
      await page.locator('.job.dim', { hasText: 'Grace Kim' }).waitFor();
      await showOnly(page, 'Plumbing Repair');
      await page.locator('.job.dim').first().waitFor({ state: 'detached' });
      await job(page, 'Grace Kim').click();
      await page.locator('.job[aria-pressed=true]', { hasText: 'Grace Kim' }).waitFor();
      await job(page, 'Luis Ortega').click();
      await page.locator('.job[aria-pressed=true]', { hasText: 'Luis Ortega' }).waitFor();
      expect(await page.locator('.job[aria-pressed=true]').count()).toBe(1);
      await page.keyboard.press('m');
      await page.locator('.start, .cell.free').first().waitFor();
      expect(await page.locator('.ghost').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.locator('.start, .cell.free, .ghost').first().waitFor({ state: 'detached' });
    },
  );

  it('comes back with its jobs when all technicians are shown again, and when the day is', async () => {
    const { page } = await open();
    const lanes = await page.locator('.lane:has(.job)').count();
    await page.getByRole('button', { name: 'Filter' }).click();
    await showTechnicians(page, 'Ben');
    await job(page, 'Luis Ortega').waitFor({ state: 'detached' });
    expect(await page.locator('.lane').count()).toBe(1);
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.keyboard.press('Escape');
    await job(page, 'Luis Ortega').waitFor();
    expect(await page.locator('.lane:has(.job)').count()).toBe(lanes);
    await page.keyboard.press(']');
    await job(page, 'Luis Ortega').waitFor({ state: 'detached' });
    await page.keyboard.press('[');
    await job(page, 'Luis Ortega').waitFor();
    expect(await page.locator('.lane:has(.job)').count()).toBe(lanes);
  });
});
