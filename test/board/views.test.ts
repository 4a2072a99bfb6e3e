import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../support/browser.ts';
import { boardPages, inBrowser, said } from './page-fixture.ts';

/** The Saturday before the clocks in New York go forward; the demo's jobs are on Monday. */
const SATURDAY = '2027-03-13';
const [SUNDAY, MONDAY, TUESDAY] = ['2027-03-14', '2027-03-15', '2027-03-16'];

inBrowser('several days at once', () => {
  const pages = boardPages({ DISPATCH_DEMO: 'on' }, new Date(`${SATURDAY}T15:00:00Z`));

  /** Opens the page and presses the key of a view. */
  async function open(date: string, key: '3' | '7'): Promise<Page> {
    const page = await pages.open({ date });
    await page.locator('.track').first().waitFor();
    await page.keyboard.press(key);
    await page.locator('.cell').first().waitFor();
    return page;
  }

  const cell = (page: Page, date: string, technician: string) =>
    page.locator(`.cell[data-date="${date}"][data-technician="${technician}"]`);
  const card = (page: Page, date: string, technician: string, name: string) =>
    cell(page, date, technician).locator('.job', { hasText: name });

  it('keeps the keys that are pressed before it has loaded, and heeds them in order', async () => {
    const late = ['**/later-*.js', '**/api/v1/accounts'];
    let answer: () => void = () => undefined;
    const isDue = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await pages.open({
      date: SATURDAY,
      async before(user) {
        for (const address of late)
          await user.route(address, async (route) => {
            await isDue;
            await route.continue();
          });
      },
    });
    await page.locator('.bones').first().waitFor();
    for (const key of ['7', ']', 'Control+k']) await page.keyboard.press(key);
    expect(await page.locator('.lanes.week, .dialog').count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('view')).toBeNull();
    answer();

    await page.getByRole('combobox', { name: 'Search everything' }).waitFor();
    await card(page, MONDAY, 'ben', 'Tom Becker').waitFor();
  });

  it('shows each job on its day, though the clocks change on the day before', async () => {
    const page = await open(SATURDAY, '3');
    await card(page, MONDAY, 'ana', 'Grace Kim').waitFor();

    expect(await cell(page, MONDAY, 'ana').locator('.job').allInnerTexts()).toEqual([
      expect.stringMatching(/^8a\s+Grace Kim/),
      expect.stringMatching(/10a\s+Luis Ortega/),
      expect.stringMatching(/1p\s+Priya Natarajan/),
    ]);
    const name = await card(page, MONDAY, 'ana', 'Grace Kim').getAttribute('aria-label');
    expect(name).toBe('8a Grace Kim, AC Tune-Up · New York, 8–9 AM, sent out, Ana, Mon, Mar 15');
    const elsewhere = page.locator(`.cell:not([data-date="${MONDAY}"]) .job`, { hasText: 'Grace Kim' });
    expect(await elsewhere.count()).toBe(0);
    // From 9 AM on Saturday, and from 8 AM on the other days.
    const opens = await Promise.all(
      [SATURDAY, SUNDAY, MONDAY].map((date) => cell(page, date, 'ana').getAttribute('data-from')),
    );
    const hours = opens.map((at) => new Date(Number(at)).toISOString().slice(11, 16));
    expect(hours).toEqual(['14:00', '12:00', '12:00']);
  });

  it('goes from view to view and from week to week by keyboard, and keeps both in the address', async () => {
    const page = await open(SATURDAY, '7');
    await cell(page, '2027-03-08', 'ana').waitFor();
    await page.keyboard.press(']');
    await card(page, MONDAY, 'ben', 'Tom Becker').waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('week');
    await page.reload();
    await card(page, MONDAY, 'ben', 'Tom Becker').waitFor();
    await page.getByRole('button', { name: 'Mon 15' }).click();

    await page.locator('.track .job', { hasText: 'Tom Becker' }).waitFor();
  });

  it('moves a job to the next day by keyboard', async () => {
    const page = await open(MONDAY, '7');
    await card(page, MONDAY, 'carla', 'Yuki Tanaka').focus();
    await page.keyboard.press('m');
    await page.locator('.placing', { hasText: 'on Monday' }).waitFor();
    await page.keyboard.press(']');
    await page.locator('.placing', { hasText: 'on Tuesday' }).waitFor();
    await page.keyboard.press('Enter');

    await said(page, /Yuki Tanaka is scheduled for .* on Tuesday, March 16/);
    await card(page, TUESDAY, 'carla', 'Yuki Tanaka').waitFor();
  });

  it('moves a job to another day by dragging it there', async () => {
    const page = await open(MONDAY, '3');
    await card(page, MONDAY, 'ben', 'Omar Haddad').waitFor();
    const [from, to] = await Promise.all([
      card(page, MONDAY, 'ben', 'Omar Haddad').boundingBox(),
      cell(page, TUESDAY, 'ben').boundingBox(),
    ]);
    if (from === null || to === null) throw new Error('Nothing to drag');
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + 30, { steps: 4 });
    await page.locator('.cell.free').first().waitFor();
    await page.mouse.move(to.x + to.width / 2 + 4, to.y + 32);
    await page.mouse.up();

    await said(page, /Omar Haddad is scheduled for .* on Tuesday, March 16/);
    await card(page, TUESDAY, 'ben', 'Omar Haddad').waitFor();
  });

  it.each(['light', 'dark'] as const)(
    'has no fault that axe finds in any view when %s',
    async (colorScheme) => {
      const page = await pages.open({ date: MONDAY, colorScheme });
      await page.locator('.track').first().waitFor();
      const found: string[] = [];
      for (const key of ['7', '3', '1']) {
        await page.keyboard.press(key);
        await page
          .locator(key === '1' ? '.track .job' : '.cell .job')
          .first()
          .waitFor();
        found.push(...(await accessibilityFaults(page)));
      }

      expect(found).toEqual([]);
    },
  );
});
