import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { BoardView } from '../../lib/board/views.ts';
import { boardPages, changingAnswers, inBrowser } from './page-fixture.ts';

const TECHNICIANS = 40;

/** A day with many technicians, each with the jobs of the first one. */
function withManyLanes(day: BoardView): BoardView {
  const [first] = day.lanes;
  if (first === undefined) return day;
  const lanes = Array.from({ length: TECHNICIANS }, (_, at) => ({
    ...{ ...first, technicianId: `t${at}`, technician: `Technician ${at}` },
    appointments: first.appointments.map((job, number) => ({
      ...{ ...job, dispatchRequestId: `dr_${at}_${number}`, customer: `Customer ${at}` },
    })),
  }));
  return { ...day, lanes };
}

inBrowser('the lanes', () => {
  const pages = boardPages();

  describe('forty lanes', () => {
    async function open(): Promise<Page> {
      const page = await pages.open({
        before: (user) => changingAnswers(user, '**/api/v1/accounts/*/board/*', withManyLanes),
      });
      await page.locator('.job').first().waitFor();
      return page;
    }
    const laneOfFocus = (page: Page) =>
      page.evaluate("document.activeElement.closest('[data-technician]')?.dataset.technician");

    it.each([
      ['a day', '1', '.track .job'],
      ['a week', '7', '.cell .job'],
    ])('are all reached by the arrows on %s, although only visible ones are drawn', async (_, key, job) => {
      const page = await open();
      await page.keyboard.press(key);
      await page.locator(job).first().waitFor();
      const drawn = await page.locator('.lane:has([data-job])').count();
      expect(drawn).toBeLessThan(TECHNICIANS);
      // The jobs of a day are one below the other in a week.
      const stacked =
        key === '7' ? await page.locator('[data-technician=t0] .cell:has(.job) .job').count() : 1;
      const reached: unknown[] = [];
      for (let at = 0; at < TECHNICIANS * stacked; at++) {
        await page.keyboard.press('ArrowDown');
        reached.push(await laneOfFocus(page));
      }

      const all = Array.from({ length: TECHNICIANS }, (__, at) => `t${at}`);
      expect(reached).toEqual(all.flatMap((lane) => Array.from({ length: stacked }, () => lane)));
    });

    it('lead from the first job to the last of the lane above, and from the last to the first of the lane below', async () => {
      const page = await open();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowLeft');
      expect(await laneOfFocus(page)).toBe('t0');
      await page.keyboard.press('ArrowRight');

      expect(await laneOfFocus(page)).toBe('t1');
    });

    it('are all printed, wherever the page is scrolled to', async () => {
      const page = await open();
      await page.locator('.lane').last().scrollIntoViewIfNeeded();
      await page.locator('[data-technician=t39] .job').first().waitFor();
      const drawn = page.locator('.lane:has(.job)');
      expect(await drawn.count()).toBeLessThan(TECHNICIANS);
      await page.evaluate("window.dispatchEvent(new Event('beforeprint'))");
      expect(await drawn.count()).toBe(TECHNICIANS);
      await page.evaluate("window.dispatchEvent(new Event('afterprint'))");

      expect(await drawn.count()).toBeLessThan(TECHNICIANS);
    });
  });

  describe('the hours outside of work', () => {
    it('are folded with a count of what is in them, until somebody opens them', async () => {
      const page = await pages.open();
      const job = page.locator('.job', { hasText: 'Luis Ortega' });
      await job.waitFor();
      const hours = page.locator('.hours span');
      expect(await hours.first().textContent()).toBe('8 AM');
      await page.keyboard.press('b');
      await page.locator('.dialog [name=technician]').selectOption('ben');
      await page.locator('.dialog [name=from]').fill(`${pages.monday}T18:00`);
      await page.locator('.dialog [name=to]').fill(`${pages.monday}T20:00`);
      await page.locator('.dialog [name=reason]').fill('Night shift');
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      const later = page.getByRole('button', { name: 'Show later hours, with 1 entry' });
      await later.waitFor();
      expect(await hours.last().textContent()).toBe('4 PM');
      await later.click();
      await page.locator('.block', { hasText: 'Night shift' }).waitFor();
      expect(await hours.count()).toBe(24);
      await page.getByRole('button', { name: 'Show only working hours' }).first().click();
      await page.locator('.block', { hasText: 'Night shift' }).waitFor({ state: 'detached' });

      expect(await hours.first().textContent()).toBe('8 AM');
    });

    it('get wider and narrower by key, and stay so', async () => {
      const page = await pages.open();
      const job = page.locator('.job', { hasText: 'Luis Ortega' });
      const width = async () => Math.round((await job.boundingBox())?.width ?? 0);
      await job.waitFor();
      const before = await width();
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      const wide = await width();
      expect(wide).toBeGreaterThan(before * 1.4);
      await page.reload();
      await job.waitFor();

      expect(await width()).toBe(wide);
    });
  });

  describe('cards', () => {
    /** The text of a customer's card that takes some minutes, where some lanes share the height. */
    async function cardOf(minutes: number, lanes: number, customer = 'Luis Ortega'): Promise<string> {
      const page = await pages.open({
        before: (user) =>
          changingAnswers(user, '**/api/v1/accounts/*/board/*', (day: BoardView) => ({
            ...day,
            lanes: Array.from({ length: lanes }, (_, at) => ({
              ...{ ...day.lanes[0], technicianId: `t${at}`, etag: `"${at}"`, promise: undefined },
              appointments: day.lanes[0]?.appointments
                .filter((job) => job.customer === 'Luis Ortega')
                .map((job) => ({
                  ...job,
                  customer,
                  endsAt: new Date(Date.parse(job.startsAt) + minutes * 60_000).toISOString(),
                })),
            })),
          })),
      });
      return await page.locator('.track .job').first().innerText();
    }

    it.each([
      [120, 4, 'Luis Ortega\n10 AM–12 PM\nPlumbing Repair · New York'],
      [120, 18, 'Luis Ortega\n10 AM–12 PM · Plumbing Repair · New York'],
      [60, 4, 'Luis\nOrtega\nPlumbing Repair'],
      [45, 4, 'Luis\nOrtega'],
      [45, 18, ''],
      [30, 4, ''],
    ])('of %i minutes in one of %i lanes show as much as there is room for', async (minutes, lanes, text) => {
      expect(await cardOf(minutes, lanes)).toBe(text);
    });

    it('show a long name in two lines where there is room', async () => {
      expect(await cardOf(60, 4, 'Priya van Natarajan')).toBe('Priya\nvan Natarajan\nPlumbing Repair');
    });
  });

  describe('a drag', () => {
    /** Drags a job while its starts are being read, which `answer` lets go on. */
    async function dragging() {
      const page = await pages.open();
      const job = page.locator('.job', { hasText: 'Luis Ortega' });
      await job.waitFor();
      let answer: () => void = () => undefined;
      const isAnswered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('**/starts?**', async (route) => {
        await isAnswered;
        await route.continue();
      });
      const asked = page.waitForRequest('**/starts?**');
      const box = await job.boundingBox();
      if (box === null) throw new Error('Nothing to drag');
      await page.mouse.move(box.x + 20, box.y + 10);
      await page.mouse.down();
      await page.mouse.move(box.x + 120, box.y + 20, { steps: 3 });
      await asked;
      return { page, answer };
    }

    it.each([
      ['Escape', (page: Page) => page.keyboard.press('Escape')],
      [
        'a canceled pointer',
        (page: Page) => page.evaluate("window.dispatchEvent(new Event('pointercancel'))"),
      ],
    ])('that is ended by %s before its starts are read moves nothing', async (_, end) => {
      const { page, answer } = await dragging();
      await end(page);
      const read = page.waitForResponse('**/starts?**');
      answer();
      await read;
      await page.mouse.up();
      await page.locator('#live', { hasText: 'Not moved.' }).waitFor({ state: 'attached' });

      expect(await page.locator('.placing, .start, .notice:not(.alarm), body.dragging').count()).toBe(0);
    });

    it('that ends before its starts are read waits for them, then moves the job', async () => {
      const { page, answer } = await dragging();
      await page.mouse.up();
      answer();

      await page.locator('.notice', { hasText: /Luis Ortega is scheduled for .* with Ana/ }).waitFor();
    });
  });
});
