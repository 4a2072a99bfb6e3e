import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { faultsAfter } from '../support/browser.ts';
import { boardPages, inBrowser, phone, said, unfold } from './page-fixture.ts';

inBrowser('the page, in light and dark colors,', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('has no fault that axe finds on a day, in a request, or while a job is moved or searched for', async () => {
    const page = await pages.open();
    const found = await faultsAfter(
      page,
      () => job(page, 'Luis Ortega').waitFor(),
      async () => {
        await job(page, 'Luis Ortega').click();
        await page.locator('.transcript').first().waitFor();
        await unfold(page);
      },
      async () => {
        await page.keyboard.press('m');
        await page.locator('.placing').waitFor();
      },
      async () => {
        await page.route('**/move', (route) =>
          route.fulfill({
            status: 409,
            json: {
              detail: '10:30 AM on Monday is taken. Nothing was changed.',
              alternatives: [
                { date: pages.monday, time: '3:00 PM', technicianId: 'carla', technician: 'Carla' },
              ],
            },
          }),
        );
        await page.keyboard.press('Enter');
        await said(page, 'Nothing was changed.');
        await button(page, '3:00 PM with Carla').waitFor();
      },
      async () => {
        await page.getByLabel('Search').fill('Ortega');
        await page.locator('.job.dim').first().waitFor();
      },
    );

    expect(found).toEqual([]);
  });

  it('has none in its forms', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').click();
    const opened = (name: string) => async () => {
      if ((await page.locator('.dialog').count()) > 0) await page.keyboard.press('Escape');
      await button(page, name).first().click();
      await page.locator('.dialog h2').waitFor();
    };
    const found = await faultsAfter(
      page,
      async () => {
        await opened('Move…')();
        await page.locator('.starts button').first().waitFor();
      },
      ...['Send out…', 'Hold…', 'Cancel…', 'Add a note…'].map(opened),
      ...['New job', 'Block time', 'Keys', 'View call'].map(opened),
    );

    expect(found).toEqual([]);
  });

  it('has none on a phone', async () => {
    const page = await pages.open({ viewport: phone });
    const found = await faultsAfter(
      page,
      () => job(page, 'Luis Ortega').waitFor(),
      async () => {
        await page.getByRole('button', { name: /Waiting/ }).click();
        await page.locator('.entry').first().waitFor();
      },
      async () => {
        await page.locator('.entry', { hasText: 'Dana Miller' }).locator('.open-entry').click();
        await page.locator('#detail-title').waitFor();
      },
      async () => {
        await page.locator('.detail').getByRole('button', { name: 'Schedule…' }).click();
        await page.locator('.starts button').first().waitFor();
      },
    );

    expect(found).toEqual([]);
  });
});
