import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { boardPages, inBrowser, phone, said, searchFor } from './page-fixture.ts';

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
    await page.locator('.choice[aria-selected=true]', { hasText: 'Grace Kim' }).waitFor();
    await press('Enter');
    await focused(/^Grace Kim$/);
    await press('Escape');
    await press('b');
    await focused('Ana');
    await press('Escape', '?');
    await page.locator('.dialog', { hasText: 'go from job to job' }).waitFor();
    await press('Escape');

    expect(await page.locator('.dialog').count()).toBe(0);
  });

  it('finds requests of any day by part of a number, a name or a street, and goes there', async () => {
    const page = await pages.open({ date: pages.now.toISOString().slice(0, 10) });
    await page.locator('.lane[data-technician]').first().waitFor();
    for (const [text, name] of [
      ['555-0178', 'Deshawn Carter'],
      ["o'connor", 'Mary O’Connor'],
      ['15 broad', 'Luis Ortega'],
    ] as const) {
      await searchFor(page, text);
      await page.locator('.choice[aria-selected=true]', { hasText: name }).waitFor();
      await page.keyboard.press('Enter');
      await page.locator('.detail h2', { hasText: name }).waitFor();
      expect(new URL(page.url()).searchParams.get('date')).toBe(pages.monday);
      await page.locator('.job[aria-pressed=true]').waitFor();
    }
    await searchFor(page, 'nobody is called that');
    await page.getByText('Nothing matches.').waitFor();
  });

  it('goes to dates and runs actions from the search', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').waitFor();
    await searchFor(page, 'block carla');
    await page.locator('.choice[aria-selected=true]', { hasText: 'Block Carla’s time' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.locator('.dialog [name=technician]').inputValue()).toBe('carla');
    await page.keyboard.press('Escape');
    await searchFor(page, 'tomorrow');
    await page.locator('.choice[aria-selected=true]', { hasText: 'Monday' }).waitFor();
    await searchFor(page, '');
    await page.keyboard.press('Escape');

    expect(await page.locator('.dialog').count()).toBe(0);
  });
});
