import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays } from '../../lib/scheduling/time.ts';
import { faultsAfter } from '../support/browser.ts';
import { boardPages, inBrowser, phone, said } from './page-fixture.ts';

inBrowser('a block that repeats', () => {
  const pages = boardPages();
  const after = (days: number) => addDays(pages.monday, days);
  const block = (page: Page, reason: string) => page.locator('.block', { hasText: reason });
  const field = (page: Page, name: string) => page.locator(`.dialog [name=${name}]`);
  const button = (page: Page, name: string) =>
    page.locator('.dialog').getByRole('button', { name, exact: true });

  /** Blocks an hour of somebody. Its weekdays are those on which it repeats. */
  async function blockAt(
    page: Page,
    technician: string,
    from: string,
    reason: string,
    ...weekdays: readonly string[]
  ) {
    await page.keyboard.press('b');
    await field(page, 'technician').selectOption(technician);
    await field(page, 'from').fill(from);
    await field(page, 'to').fill(`${from.slice(0, 11)}13:00`);
    await field(page, 'reason').fill(reason);
    for (const weekday of weekdays) await page.locator('.dialog label', { hasText: weekday }).click();
    if (weekdays.length > 0) await field(page, 'until').fill(after(12));
    await button(page, 'Block').click();
  }
  async function show(page: Page, date: string, reason: string) {
    await page.goto(pages.url(date).href);
    await block(page, reason).waitFor();
  }
  const remove = (page: Page, reason: string) => block(page, reason).getByRole('button').click();

  it('is made on the days that are free, says which are not, and is removed once, from a day on, or as a whole', async () => {
    const page = await pages.open({ date: after(1) });
    await page.locator('.track').first().waitFor();
    await blockAt(page, 'dev', `${after(3)}T12:00`, 'Dentist');
    await said(page, 'Dev is blocked: Dentist.');
    await blockAt(page, 'dev', `${after(1)}T12:00`, 'Lunch', 'Tuesday', 'Wednesday', 'Thursday');
    await said(page, 'Dev is blocked 5 times: Lunch.');
    await said(page, /Not blocked: Thursday, [A-Z][a-z]+ \d+: “Dentist”\./);
    await block(page, 'Lunch').waitFor();
    await remove(page, 'Lunch');
    await page.locator('.dialog', { hasText: 'Repeats on Tuesday, Wednesday, Thursday until' }).waitFor();
    await button(page, 'Only this one').click();
    await said(page, 'The block “Lunch” is removed.');
    await block(page, 'Lunch').waitFor({ state: 'detached' });
    await show(page, after(8), 'Lunch');
    await remove(page, 'Lunch');
    await button(page, 'This and later ones').click();
    await said(page, /The blocks from Tuesday, .* on of “Lunch” are removed\./);
    await block(page, 'Lunch').waitFor({ state: 'detached' });
    await show(page, after(2), 'Lunch');
    await remove(page, 'Lunch');
    await button(page, 'All to come').click();
    await said(page, 'All blocks to come of “Lunch” are removed.');

    await block(page, 'Lunch').waitFor({ state: 'detached' });
  });

  it('is refused with the days if none is free, undone as a whole, and reached by keyboard', async () => {
    const page = await pages.open({ date: after(1) });
    await page.locator('.track').first().waitFor();
    await blockAt(page, 'carla', `${after(1)}T12:00`, 'Class', 'Tuesday');
    await said(page, 'Carla is blocked 2 times: Class.');
    await blockAt(page, 'carla', `${after(1)}T11:00`, 'Lunch', 'Tuesday');
    await page
      .locator('.dialog .notice', {
        hasText: /None of these blocks could be made\. .*Tuesday, .*: “Class”\. Tuesday, .*: “Class”\./,
      })
      .waitFor();
    await button(page, 'Close').click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await block(page, 'Class').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.locator('.dialog button:focus', { hasText: 'Close' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.block button:focus').waitFor();
    await page.keyboard.press('Control+z');
    await said(page, 'All blocks to come of “Class” are removed.');

    await block(page, 'Class').waitFor({ state: 'detached' });
  });

  it('is removed on a phone', async () => {
    const page = await pages.open({ date: after(1) });
    await page.locator('.track').first().waitFor();
    await blockAt(page, 'ana', `${after(1)}T12:00`, 'Class', 'Tuesday');
    await said(page, 'Ana is blocked 2 times: Class.');
    const small = await pages.open({ date: after(1), viewport: phone });
    await remove(small, 'Class');
    await button(small, 'Only this one').click();

    await block(small, 'Class').waitFor({ state: 'detached' });
  });

  it('has no fault that axe finds', async () => {
    const page = await pages.open({ date: after(1) });
    await page.locator('.track').first().waitFor();
    const found = await faultsAfter(
      page,
      async () => {
        await page.keyboard.press('b');
        await field(page, 'until').waitFor();
      },
      async () => {
        await page.keyboard.press('Escape');
        await blockAt(page, 'ben', `${after(1)}T12:00`, 'Course', 'Tuesday');
        await block(page, 'Course').waitFor();
        await remove(page, 'Course');
        await button(page, 'Only this one').waitFor();
      },
    );

    expect(found).toEqual([]);
  });
});
