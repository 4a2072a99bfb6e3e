import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { faultsAfter } from '../support/browser.ts';
import {
  boardPages,
  changingAnswers,
  choose,
  inBrowser,
  phone,
  said,
  searchFor,
  unfold,
} from './page-fixture.ts';

inBrowser('the page, in light and dark colors,', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('has no fault that axe finds on a day and in a request', async () => {
    const page = await pages.open();
    const found = await faultsAfter(
      page,
      () => job(page, 'Luis Ortega').waitFor(),
      async () => {
        await job(page, 'Luis Ortega').click();
        await page.locator('.transcript').first().waitFor();
        await unfold(page);
      },
    );

    expect(found).toEqual([]);
  });

  it('has none while a job is moved or searched for', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').focus();
    const found = await faultsAfter(
      page,
      async () => {
        await page.keyboard.press('l');
        await page.locator('.placing', { hasText: 'until' }).waitFor();
      },
      async () => {
        await page.keyboard.press('Escape');
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
        await searchFor(page, 'Ortega');
        await page.locator('.choice', { hasText: 'Luis Ortega' }).first().waitFor();
      },
    );

    expect(found).toEqual([]);
  });

  /** Makes every request one that another was merged with. */
  const merging = (user: BrowserContext) =>
    changingAnswers(user, '**/requests/*', (body) => ({
      ...body,
      request: { ...body.request, merged: [{ source: 'crm', createdAt: body.request.createdAt }] },
    }));
  const opening = (page: Page) => (open: () => Promise<unknown>) => async () => {
    if ((await page.locator('.dialog').count()) > 0) await page.keyboard.press('Escape');
    await open();
    await page.locator('.dialog h2').waitFor();
  };

  it('has none in the forms of a request', async () => {
    const page = await pages.open({ before: merging });
    await job(page, 'Luis Ortega').click();
    const opened = opening(page);
    const found = await faultsAfter(
      page,
      async () => {
        await opened(() => button(page, 'Move…').click())();
        await page.locator('.starts button').first().waitFor();
      },
      ...['Edit…', 'Hold…', 'Add a note…', 'Separate…'].map((name) => opened(() => choose(page, name))),
      async () => {
        await page.keyboard.press('Escape');
        await button(page, 'Send out').click();
        await page.locator('.top').getByRole('button', { name: 'Undo' }).click();
        await page.locator('.menu', { hasText: 'Luis Ortega is marked as sent out.' }).waitFor();
      },
    );

    expect(found).toEqual([]);
  });

  it('has none in its other forms', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').waitFor();
    const opened = opening(page);
    const found = await faultsAfter(
      page,
      ...['n', 'b', '?'].map((key) => opened(() => page.keyboard.press(key))),
      opened(() => page.locator('.unbooked .open-entry').click()),
      async () => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('n');
        await page.locator('.dialog [name=name]').fill('Nadia Haddad');
        await page.keyboard.press('Escape');
        await page.locator('.leaving').waitFor();
      },
    );

    expect(found).toEqual([]);
  });

  it('has none in its menus', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').waitFor();
    const opened = (name: string | RegExp) => async () => {
      await page.getByRole('button', { name, exact: true }).first().click();
      await page.locator('.menu').waitFor();
    };
    const found = await faultsAfter(
      page,
      opened(/^Acme Heating/),
      async () => {
        await page.keyboard.press('Escape');
        await opened('Filter')();
        await page.locator('.menu label', { hasText: 'Ben' }).click();
        await job(page, 'Luis Ortega').waitFor({ state: 'detached' });
      },
      async () => {
        await page.keyboard.press('Escape');
        await opened('Settings')();
      },
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
