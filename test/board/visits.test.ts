import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { addDays } from '../../lib/scheduling/time.ts';
import { faultsAfter } from '../support/browser.ts';
import { boardPages, choose, inBrowser, phone, said } from './page-fixture.ts';

inBrowser('the crew and the visits of a job', () => {
  const pages = boardPages();
  const after = (days: number) => addDays(pages.monday, days);
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name }).first();
  const inLane = (page: Page, technician: string, name: string) =>
    page.locator(`.track[data-technician=${technician}] .job`, { hasText: name });
  const field = (page: Page, name: string) => page.locator(`.dialog [name=${name}]`);
  const button = (page: Page, name: string) =>
    page.locator('.dialog').getByRole('button', { name, exact: true });
  const visits = (page: Page) => page.locator('.detail .facts', { hasText: 'with' }).innerText();

  async function open(page: Page, name: string): Promise<void> {
    await job(page, name).click();
    await page.locator('.detail h2', { hasText: name }).waitFor();
    await choose(page, 'Crew and visits…');
    await page.locator('.dialog h2', { hasText: `Visits of ${name}` }).waitFor();
  }
  const place = async (page: Page, row: number, date: string, time: string) => {
    await field(page, `date-${row}`).fill(date);
    await field(page, `time-${row}`).fill(time);
  };

  it('are chosen in one form, changed, taken back, and stored together or not at all', async () => {
    const page = await pages.open();
    await open(page, 'Luis Ortega');
    await place(page, 0, after(1), '10:00');
    await field(page, 'crew-0-ben').check();
    await button(page, 'Add a visit').click();
    expect(await page.evaluate('document.activeElement.name')).toBe('date-1');
    expect(await field(page, 'date-1').inputValue()).toBe(after(1));
    // It would begin before the first visit.
    await place(page, 1, after(0), '09:00');
    await field(page, 'technician-1').selectOption('carla');
    await field(page, 'minutes-1').selectOption('120');
    await button(page, 'Save').click();
    await page.locator('.dialog .notice', { hasText: /^\s*Visit 2 would begin before/ }).waitFor();
    expect(await field(page, 'crew-0-ben').isChecked()).toBe(true);
    await place(page, 1, after(2), '09:00');
    await button(page, 'Save').click();
    await said(
      page,
      /Luis Ortega is scheduled for 10:00 AM on Tuesday, .* with Ana and Ben, and for 1 more visit\./,
    );
    expect(await visits(page)).toMatch(/10:00 AM with Ana and Ben[\s\S]*9:00 AM with Carla/);

    await page.goto(pages.url(after(1)).href);
    await inLane(page, 'ben', 'Luis Ortega').waitFor();
    await open(page, 'Luis Ortega');
    expect(await field(page, 'minutes-1').inputValue()).toBe('120');
    await field(page, 'crew-0-ben').uncheck();
    await field(page, 'time-1').fill('13:30');
    await button(page, 'Save').click();
    await said(page, /Luis Ortega is scheduled for 10:00 AM with Ana, and for 1 more visit\./);
    await inLane(page, 'ben', 'Luis Ortega').waitFor({ state: 'detached' });
    expect(await visits(page)).toMatch(/1:30 PM with Carla/);
    await open(page, 'Luis Ortega');
    await button(page, 'Remove visit 2').click();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Add a visit');
    await button(page, 'Save').click();
    await said(page, 'Luis Ortega is scheduled for 10:00 AM with Ana.');
    await page.locator('.facts', { hasText: 'Carla' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');
    await page.locator('.facts', { hasText: '1:30 PM with Carla' }).waitFor();
    await page.keyboard.press('Control+z');

    await inLane(page, 'ben', 'Luis Ortega').waitFor();
  });

  it('are chosen by keyboard alone', async () => {
    const page = await pages.open();
    await job(page, 'Omar Haddad').focus();
    await page.keyboard.press('Enter');
    await page.locator('#detail-title:focus', { hasText: 'Omar Haddad' }).waitFor();
    const tabTo = async (name: string) => {
      const focused = page
        .locator(`:is(button, input, select):focus`)
        .and(page.getByLabel(name, { exact: true }).or(page.getByRole('button', { name, exact: true })));
      while ((await focused.count()) === 0) await page.keyboard.press('Tab');
    };
    await tabTo('More actions');
    await page.keyboard.press('Enter');
    await tabTo('Crew and visits…');
    await page.keyboard.press('Enter');
    await page.locator('.dialog h2', { hasText: 'Visits of Omar Haddad' }).waitFor();
    await tabTo('Add a visit');
    await page.keyboard.press('Enter');
    await tabTo('Dev');
    await page.keyboard.press('Space');
    await tabTo('Save');
    await page.keyboard.press('Enter');
    await said(page, /Omar Haddad is scheduled for .* with Ben, and for 1 more visit\./);

    expect(await visits(page)).toMatch(/with Ben[\s\S]*with Ben and Dev/);
  });

  it('are given to a request that waits, on a phone', async () => {
    const page = await pages.open({ viewport: phone });
    await page.getByRole('button', { name: /Waiting \(/ }).click();
    await page.locator('.entry', { hasText: 'Dana Miller' }).locator('.open-entry').click();
    await choose(page, 'Crew and visits…');
    await place(page, 0, after(3), '08:00');
    await button(page, 'Add a visit').click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await place(page, 1, after(4), '08:00');
    await button(page, 'Save').click();

    await said(page, /Dana Miller is scheduled for 8:00 AM .*, and for 1 more visit\./);
  });

  it('have no fault that axe finds', async () => {
    const page = await pages.open();
    const found = await faultsAfter(
      page,
      () => open(page, 'Yuki Tanaka'),
      () => button(page, 'Add a visit').click(),
    );

    expect(found).toEqual([]);
  });
});
