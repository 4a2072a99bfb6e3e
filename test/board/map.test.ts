import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { faultsAfter } from '../support/browser.ts';
import { boardPages, changingAnswers, inBrowser, phone, searchFor } from './page-fixture.ts';

inBrowser('the map of a day', () => {
  const pages = boardPages();
  const open = async (page: Page) => {
    await page.locator('.job').first().waitFor();
    await page.locator('.top .title').click();
    await page.locator('.menu').getByRole('button', { name: 'Map', exact: true }).click();
    await page.locator('.map button').first().waitFor();
  };

  it('shows the jobs of each technician in order, and opens one', async () => {
    const page = await pages.open();
    await open(page);
    const stops = page.locator('.map').getByRole('button');

    expect(await stops.count()).toBe(10);
    expect(await page.locator('.map polyline').count()).toBe(4);
    expect(await page.locator('.map .home').count()).toBe(2);
    const grace = stops.and(page.getByLabel('1. Grace Kim, 8:00 AM, Ana'));
    const deshawn = stops.and(page.getByLabel('2. Deshawn Carter, 10:30 AM, Carla'));
    const [south, north] = await Promise.all([grace, deshawn].map((one) => one.boundingBox()));
    // Lexington Avenue is north-east of Greenwich Street.
    expect(north?.y).toBeLessThan(south?.y ?? 0);
    expect(north?.x).toBeGreaterThan(south?.x ?? 0);
    await deshawn.focus();
    await page.keyboard.press('Enter');

    await page.locator('.detail h2', { hasText: 'Deshawn Carter' }).waitFor();
    expect(await page.locator('.dialog').count()).toBe(0);
  });

  it('names the jobs without a known postal code, and says if there is no other', async () => {
    const page = await pages.open({
      before: (user) =>
        changingAnswers(user, '**/places/*', ({ jobs, homes }) => ({ jobs: jobs.slice(0, 1), homes })),
    });
    await open(page);
    await page.locator('.dialog .hint', { hasText: /^Without a known postal code: .*Luis Ortega/ }).waitFor();
    await page.keyboard.press('Escape');
    await searchFor(page, 'map of');
    await page.keyboard.press('Enter');
    await page.locator('.map button').waitFor();
    const empty = await pages.open({ date: '2030-02-06' });
    await empty.getByText('Waiting for you').waitFor();
    await searchFor(empty, 'map');
    await empty.keyboard.press('Enter');

    await empty.getByText('No job of the day has a known postal code.').waitFor();
  });

  it('fits on a phone, and has no fault that axe finds', async () => {
    for (const viewport of [phone, undefined]) {
      const page = await pages.open(viewport && { viewport });
      expect(await faultsAfter(page, () => open(page))).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
        viewport?.width ?? 1440,
      );
    }
  });
});
