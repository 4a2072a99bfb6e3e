import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { faultsAfter } from '../support/browser.ts';
import { boardPages, changingAnswers, choose, inBrowser, phone, said } from './page-fixture.ts';

inBrowser('waiting for an earlier time', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const fact = (page: Page, text: string | RegExp) =>
    page.locator('.detail dl dd', { hasText: text }).waitFor();
  const list = (page: Page) => page.getByRole('button', { name: 'Waiting list', exact: true });
  const put = (page: Page) =>
    page.locator('.dialog').getByRole('button', { name: 'Put on the waiting list' }).click();

  it('begins with the days and hours that suit, is seen on the card and in the list, and ends', async () => {
    const page = await pages.open();
    await list(page).click();
    await page.locator('.dialog', { hasText: 'Nobody is waiting for an earlier time.' }).waitFor();
    await page.keyboard.press('Escape');
    await job(page, 'Luis Ortega').click();
    await choose(page, 'Put on the waiting list…');
    await page.locator('.dialog [name=from]').fill('2030-01-07');
    await page.locator('.dialog [name=to]').fill('2030-01-11');
    await page.locator('.dialog label', { hasText: 'morning' }).click();
    await page.locator('.dialog label', { hasText: 'evening' }).click();
    await page.keyboard.press('Escape');
    await page.locator('.leaving', { hasText: 'Discard what you typed?' }).waitFor();
    await page.reload();
    await page.locator('.dialog', { hasText: 'Wait for an earlier time' }).waitFor();
    await page.waitForFunction('sessionStorage.getItem("board-draft") === null');
    await put(page);
    await said(page, 'Luis Ortega is waiting for an earlier time.');
    await fact(page, 'from Monday, January 7 until Friday, January 11, morning or evening');
    await page.locator('.detail .chip', { hasText: 'waiting for an earlier time' }).waitFor();
    expect(await job(page, 'Luis Ortega').getAttribute('aria-label')).toContain(
      'waiting for an earlier time',
    );
    await page.getByRole('button', { name: 'Close the details' }).click();
    await list(page).click();
    await page.locator('.dialog li', { hasText: 'morning or evening' }).getByText('Luis Ortega').click();
    await page.locator('.detail h2', { hasText: 'Luis Ortega' }).waitFor();
    await choose(page, 'Waiting list…');
    expect(await page.locator('.dialog [name=to]').inputValue()).toBe('2030-01-11');
    expect(await page.locator('.dialog input:checked').count()).toBe(2);
    await page.getByRole('button', { name: 'Take off the waiting list' }).click();
    await said(page, 'Luis Ortega is no longer waiting for an earlier time.');
    await page.locator('.detail .chip', { hasText: 'waiting' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');

    await page.locator('.detail .chip', { hasText: 'waiting' }).waitFor();
  });

  it('shows what was offered, and until when it is or was held', async () => {
    const at = (minutes: number) => new Date(pages.now.getTime() + minutes * 60_000).toISOString();
    const offer = { technicianId: 'ben', startsAt: at(24 * 60), at: at(-20) };
    const page = await pages.open({
      before: (user) =>
        changingAnswers(user, '**/requests/*', (body) => ({
          ...body,
          request: {
            ...body.request,
            offers: [
              { ...offer, until: at(-10) },
              { ...offer, until: at(10) },
            ],
          },
        })),
    });
    await job(page, 'Yuki Tanaka').click();
    const offered = page.locator('.detail dl dd div');
    await offered.nth(1).waitFor();

    expect(await offered.allTextContents()).toEqual([
      expect.stringMatching(/with Ben\s+not taken by /),
      expect.stringMatching(/with Ben\s+held until /),
    ]);
  });

  it('is asked for a lead on a phone, and said beside it', async () => {
    const page = await pages.open({ viewport: phone });
    await page.getByRole('button', { name: /Waiting \(/ }).click();
    const lead = page.locator('.entry', { hasText: 'Dana Miller' });
    await lead.locator('.open-entry').click();
    await choose(page, 'Put on the waiting list…');
    await put(page);
    await said(page, 'Dana Miller is waiting for an earlier time.');
    await page.getByRole('button', { name: 'Close the details' }).click();
    await lead.getByText('waiting for an earlier time').waitFor();
    await list(page).click();
    await page.locator('.dialog li', { hasText: 'Dana Miller' }).getByText('has no time yet').waitFor();

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  });

  it('has no fault that axe finds', async () => {
    const page = await pages.open();
    await job(page, 'Priya Natarajan').click();
    const found = await faultsAfter(
      page,
      async () => {
        await choose(page, 'Put on the waiting list…');
        await page.locator('.dialog h2').waitFor();
      },
      async () => {
        await put(page);
        await fact(page, 'any day');
      },
      async () => {
        await page.getByRole('button', { name: 'Close the details' }).click();
        await list(page).click();
        await page.locator('.dialog li').first().waitFor();
      },
    );

    expect(found).toEqual([]);
  });
});
