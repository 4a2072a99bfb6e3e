import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { BoardView } from '../../lib/board/views.ts';
import { DAY_MS } from '../../lib/scheduling/time.ts';
import { boardPages, changingAnswers, inBrowser, phone } from './page-fixture.ts';

inBrowser('the page at any width', () => {
  const pages = boardPages();

  it.each([390, 820, 900, 1024, 1280, 1440, 1920])(
    'of %i pixels has a header whose parts are whole, side by side and not over each other',
    async (width) => {
      const page = await pages.open({ viewport: { width, height: 900 } });
      await page.locator('.job').first().waitFor();
      await page.locator('.ringing-count').waitFor();
      for (const key of ['1', '7']) {
        await page.keyboard.press(key);
        const view = key === '1' ? 'Day' : 'Week';
        await page.locator('.views [aria-pressed=true]', { hasText: view }).waitFor({ state: 'attached' });
        const parts = await partsOf(page, '.top button, .top .live');

        expect(parts.filter(({ left, right }) => left < 0 || right > width)).toEqual([]);
        expect(parts.filter(({ isCut }) => isCut)).toEqual([]);
        expect(
          parts.filter((one, at) => parts.slice(at + 1).some((other) => one.right > other.left + 0.5)),
        ).toEqual([]);
      }
    },
  );

  /** Where the visible parts of the header are, from left to right. */
  async function partsOf(page: Page, selector: string) {
    const found = await page.locator(selector).evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility() && one.closest('.tabs') === null)
        .map((one) => {
          const { left, right } = one.getBoundingClientRect();
          return { name: one.textContent?.trim(), left, right, isCut: one.scrollWidth > one.clientWidth + 1 };
        }),
    );
    return found.sort((a, b) => a.left - b.left);
  }

  it('shows messages above what moves a job', async () => {
    const page = await pages.open({ viewport: { width: 820, height: 1180 } });
    await page.locator('.notice.alarm').waitFor();
    await page.locator('.job').first().focus();
    await page.keyboard.press('m');
    await page.locator('.notice.placing').waitFor();
    const [alarm, bar] = await Promise.all(
      ['alarm', 'placing'].map((kind) => page.locator(`.notice.${kind}`).boundingBox()),
    );

    expect((alarm?.y ?? 0) + (alarm?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  });

  it('says on a phone that nobody works on a day, with all of it in sight', async () => {
    const sunday = new Date(pages.now.getTime() + 28 * DAY_MS).toISOString().slice(0, 10);
    const page = await pages.open({ viewport: phone, date: sunday });
    const note = page.locator('.over-lanes');
    await note.waitFor();
    const { x = 0, width = 0 } = (await note.boundingBox()) ?? {};

    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(phone.width);
    expect(await page.locator('.agenda .hint').textContent()).toBe('off');
  });

  it('has lanes that share its height to the last pixel', async () => {
    const page = await pages.open({
      before: (user) =>
        changingAnswers(user, '**/api/v1/accounts/*/board/*', (day: BoardView) => ({
          ...day,
          lanes: Array.from({ length: 12 }, (_, at) => ({ ...day.lanes[0], technicianId: `t${at}` })),
        })),
    });
    await page.locator('.lane').nth(11).waitFor();

    expect(await page.locator('.day').evaluate((day) => day.scrollHeight - day.clientHeight)).toBe(0);
  });

  it.each([
    ['phone', phone],
    ['tablet', { width: 820, height: 1180 }],
  ])('shows an emergency on a %s with buttons side by side, below what closes it', async (_, viewport) => {
    const page = await pages.open({ viewport });
    const alarm = page.locator('.notice.alarm');
    await alarm.waitFor();
    const top = async (name: string) => (await alarm.getByRole('button', { name }).boundingBox())?.y ?? 0;

    expect(await top('Open')).toBe(await top('Acknowledge'));
    expect(await top('Close the message')).toBeLessThan(await top('Open'));
  });
});
