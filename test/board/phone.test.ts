import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { boardPages, inBrowser, phone, said } from './page-fixture.ts';

inBrowser('the page', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('on a phone shows one technician at a time, and moves a job by a sheet of free starts', async () => {
    const page = await pages.open({ viewport: phone });
    await job(page, 'Luis Ortega').waitFor();
    expect(await job(page, 'Yuki Tanaka').count()).toBe(0);
    await page.getByLabel('Technician', { exact: true }).selectOption('carla');
    await job(page, 'Yuki Tanaka').click();
    await button(page, 'Move…').click();
    await page.locator('.dialog', { hasText: 'Now Mon, ' }).waitFor();
    await page.locator('.dialog').getByLabel('Technician').selectOption('');
    await page.locator('.starts[aria-label=Ana]').getByRole('button', { name: '3:30 PM' }).click();
    await said(page, 'Yuki Tanaka is scheduled for 3:30 PM with Ana.');
    await button(page, 'Undo').click();
    await said(page, 'Yuki Tanaka is scheduled for 1:00 PM with Carla.');

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  });

  it('on a phone schedules what waits on another day', async () => {
    const page = await pages.open({ viewport: phone });
    await page.getByRole('button', { name: /Waiting/ }).click();
    const lead = page.locator('.entry', { hasText: 'Dana Miller' });
    await lead.getByRole('button', { name: 'Schedule…' }).click();
    await button(page, 'Next day').click();
    await page.locator('.starts[aria-label=Ben]').getByRole('button', { name: '9:00 AM' }).click();
    await said(page, /Dana Miller is scheduled for 9:00 AM on Tuesday, .* with Ben\./);
    await lead.waitFor({ state: 'detached' });
  });

  it('works by keyboard alone', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').waitFor();
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const focused = (text: string | RegExp) => page.locator(':focus', { hasText: text }).waitFor();
    // The first job of the first technician, then the next one.
    await press('ArrowDown', 'ArrowRight');
    await focused('Luis Ortega');
    await press('Enter');
    await focused(/^Luis Ortega$/);
    await page.locator('.transcript', { hasText: 'leak under the kitchen sink' }).waitFor();
    await press('Escape');
    await focused('Luis Ortega');
    // The emergency rings until it is acknowledged.
    await press('e');
    await focused(/^Walter Jensen$/);
    // Closing, the number and the map come before the actions.
    await press('Tab', 'Tab', 'Tab', 'Tab');
    await focused(/^Acknowledge$/);
    await press('Enter');
    await said(page, 'Walter Jensen’s emergency is acknowledged.');
    await press('/');
    await page.keyboard.type('Grace');
    await page.locator('.job.dim', { hasText: 'Luis Ortega' }).waitFor();
    await page.locator('.group').first().waitFor({ state: 'detached' });
    await press('Escape');
    await page.locator('.job.dim').first().waitFor({ state: 'detached' });
    await press('b');
    await focused('Ana');
    await press('Escape', '?');
    await page.locator('.dialog', { hasText: 'go from job to job' }).waitFor();
    await press('Escape');

    expect(await page.locator('.dialog').count()).toBe(0);
  });

  it('finds a request of any day by its number or its id', async () => {
    const page = await pages.open({ date: pages.now.toISOString().slice(0, 10) });
    const search = page.getByRole('searchbox');
    await search.fill('(212) 555-0178');
    await search.press('Enter');
    await page.locator('.detail', { hasText: 'Deshawn Carter' }).waitFor();
    const id = await page.locator('.detail dd', { hasText: /^dr_/ }).textContent();
    await button(page, 'Close the details').click();
    await search.fill(id ?? '');
    await search.press('Enter');
    await page.locator('.detail', { hasText: 'Deshawn Carter' }).waitFor();
    await search.fill('dr_00000000000000000000');
    await search.press('Enter');

    await said(page, 'There is nothing here that you may see.');
  });

  it('asks before what cannot be undone, and does nothing if the dialog is closed', async () => {
    const page = await pages.open();
    await page.locator('.entry', { hasText: 'Paul Weiss' }).getByRole('button', { name: 'Done…' }).click();
    await page.locator('.dialog', { hasText: 'Paul Weiss. This can’t be undone.' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.entry', { hasText: 'Paul Weiss' }).getByRole('button', { name: 'Done…' }).click();
    await page.locator('.dialog').getByRole('button', { name: 'Mark as done' }).click();
    await said(page, 'Paul Weiss’s message is marked as done.');

    await page.locator('.entry', { hasText: 'Paul Weiss' }).waitFor({ state: 'detached' });
  });
});
