import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { boardPages, inBrowser, openSettings, said } from './page-fixture.ts';

inBrowser('the keyboard', () => {
  const pages = boardPages();
  // A narrow card shows only initials.
  const job = (page: Page, name: string) => page.locator(`.job[aria-label*="${name}"]`);
  const focused = (page: Page, name: string) => page.locator(`.job[aria-label*="${name}"]:focus`).waitFor();
  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const open = async (view = 'day') => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').waitFor();
    if (view !== 'day') await press(page, view === 'week' ? '7' : '3');
    await page
      .locator(view === 'day' ? '.track' : `.lanes.${view}`)
      .first()
      .waitFor();
    return page;
  };
  /** The jobs and buttons in the lanes where the Tab key stops. */
  const stops = (page: Page) =>
    page.evaluate(
      `[...document.querySelectorAll('.lane :is(button, a, input, [tabindex])')].filter((one) => one.tabIndex === 0).length`,
    );

  it.each(['day', 'three', 'week'])('stops once at the lanes of the view “%s”', async (view) => {
    const page = await open(view);
    expect(await stops(page)).toBe(1);
    await job(page, 'Priya Natarajan').first().focus();
    expect(await stops(page)).toBe(1);
    await press(page, 'Tab');
    expect(await page.locator('.lane :focus').count()).toBe(0);
    await press(page, 'Shift+Tab');

    await focused(page, 'Priya Natarajan');
  });

  it('goes from job to job: in time, to the nearest of the lane below, and to the ends', async () => {
    const page = await open();
    await job(page, 'Grace Kim').focus();
    await press(page, 'ArrowRight');
    await focused(page, 'Luis Ortega');
    await press(page, 'End');
    await focused(page, 'Priya Natarajan');
    await press(page, 'ArrowDown');
    const at = await page.locator('.job:focus').boundingBox();
    const above = await job(page, 'Priya Natarajan').boundingBox();
    const others = await page.locator('.lane[data-technician=ben] .job').all();
    const centers = (boxes: readonly (typeof at)[]) =>
      boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0) / 2);
    const [center = 0, wanted = 0] = centers([at, above]);
    const far = centers(await Promise.all(others.map((one) => one.boundingBox()))).map((x) =>
      Math.abs(x - wanted),
    );
    expect(Math.abs(center - wanted)).toBe(Math.min(...far));
    await press(page, 'ArrowUp', 'Home');
    await focused(page, 'Grace Kim');
    await press(page, 'Control+End');
    expect(await page.locator('.lane').last().locator(':focus').count()).toBe(1);
    await press(page, 'Control+Home');

    await focused(page, 'Grace Kim');
  });

  it('goes down the same day of a week from technician to technician, then to what waits', async () => {
    const page = await open('week');
    const ofDay = await page.locator(`.cell[data-date="${pages.monday}"] .job`).all();
    const names = await Promise.all(ofDay.map((one) => one.getAttribute('aria-label')));
    await job(page, 'Grace Kim').focus();
    const reached: unknown[] = [];
    for (const _ of names) {
      reached.push(await page.evaluate("document.activeElement.getAttribute('aria-label')"));
      await press(page, 'ArrowDown');
    }

    expect(names.length).toBeGreaterThan(3);
    expect(reached).toEqual(names);
    expect(await page.locator('.entry :focus').count()).toBe(1);
  });

  it('reaches a block, and removes it', async () => {
    const page = await open();
    const block = page.locator('.track .block');
    await page.locator('.lane', { has: block }).locator('.job').first().focus();
    await press(page, 'Home');
    while ((await block.locator('button:focus').count()) === 0) await press(page, 'ArrowRight');
    await press(page, 'Enter');

    await said(page, /The block “.*” is removed\./);
    await block.waitFor({ state: 'detached' });
    expect(await page.locator('.lane .job:focus').count()).toBe(1);
  });

  it('presses the button that has the focus while a job is moved or its length chosen', async () => {
    const page = await open();
    const name = await job(page, 'Luis Ortega').getAttribute('aria-label');
    const bar = page.locator('.placing', { hasText: 'Luis Ortega' });
    await job(page, 'Luis Ortega').focus();
    await press(page, 'm');
    await bar.waitFor();
    await press(page, 'ArrowRight');
    await bar.getByRole('button', { name: 'Cancel' }).focus();
    await press(page, 'Enter');
    await bar.waitFor({ state: 'detached' });
    await focused(page, 'Luis Ortega');
    await press(page, 'l');
    const text = await bar.locator('span').textContent();
    await bar.getByRole('button', { name: 'Shorter' }).focus();
    await press(page, 'Enter');
    expect(await bar.locator('span').textContent()).not.toBe(text);
    await bar.getByRole('button', { name: 'Cancel' }).focus();
    await press(page, 'Enter');
    await bar.waitFor({ state: 'detached' });

    expect(await page.locator('.notice:not(.alarm)').count()).toBe(0);
    expect(await job(page, 'Luis Ortega').getAttribute('aria-label')).toBe(name);
  });

  it.each([']', '3'])('no longer changes a length once another day or view is shown with %s', async (key) => {
    const page = await open();
    await job(page, 'Luis Ortega').focus();
    await press(page, 'l', 'ArrowRight');
    await page.locator('.placing').waitFor();
    await page.getByRole('button', { name: key === ']' ? 'The day after' : '3 days', exact: true }).click();

    await page.locator('.placing').waitFor({ state: 'detached' });
  });

  it('keeps the focus on a job that moves to another lane', async () => {
    const page = await open();
    await job(page, 'Grace Kim').focus();
    await press(page, 'm');
    await page.locator('.placing', { hasText: 'Grace Kim' }).waitFor();
    await press(page, 'ArrowDown', 'Enter');
    await page.locator('.lane:not([data-technician=ana]) .job[aria-label*="Grace Kim"]').waitFor();
    await said(page, 'Grace Kim is scheduled for');

    await focused(page, 'Grace Kim');
  });

  it('changes the length of a job, step by step, and undoes it', async () => {
    const page = await open();
    await job(page, 'Omar Haddad').focus();
    const name = (await job(page, 'Omar Haddad').getAttribute('aria-label')) ?? '';
    const width = async () => (await job(page, 'Omar Haddad').boundingBox())?.width ?? 0;
    const before = await width();
    await press(page, 'l', 'ArrowRight');
    const bar = page.locator('.placing', { hasText: 'Omar Haddad: until' });
    await bar.waitFor();
    expect(await width()).toBeGreaterThan(before);
    await press(page, 'ArrowLeft', 'ArrowLeft');
    expect(await width()).toBeLessThan(before);
    await press(page, 'Escape');
    expect(await width()).toBe(before);
    await press(page, 'l', 'ArrowLeft');
    await page.locator('#live', { hasText: /^until .* · / }).waitFor({ state: 'attached' });
    await press(page, 'Enter');
    await said(page, 'Omar Haddad is saved.');
    await focused(page, 'Omar Haddad');
    expect(await job(page, 'Omar Haddad').getAttribute('aria-label')).not.toBe(name);
    await press(page, 'Control+z');
    await said(page, 'Omar Haddad is as before.');

    expect(await job(page, 'Omar Haddad').getAttribute('aria-label')).toBe(name);
  });

  it('goes from job to job also without shortcuts, which can be switched off', async () => {
    const page = await open();
    await openSettings(page);
    await page.locator('.menu label', { hasText: 'Keyboard shortcuts' }).click();
    await press(page, 'Escape');
    await job(page, 'Luis Ortega').focus();
    await press(page, 'm', 'l', 'b', 'n', '?', '7');
    await press(page, 'ArrowRight');
    await focused(page, 'Priya Natarajan');

    expect(await page.locator('.dialog, .placing, .lanes.week').count()).toBe(0);
  });
});
