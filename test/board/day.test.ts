import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { DAY_MS } from '../../lib/scheduling/time.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { boardPages, inBrowser, nextSunday, openSettings, said } from './page-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'board-accounts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const hours = Object.fromEntries(days.map((day) => [day, [['00:00', '12:00']]]));
const windows = [{ from: '08:00', to: '10:00', label: 'first thing' }];
const serviceTypes = [
  { id: 'repair', name: 'Repair', durationMinutes: 60, skills: [], arrival: { style: 'window', windows } },
];
const technicians = [{ id: 'ana', name: 'Ana' }];
writeFileSync(
  join(folder, 'acme.json'),
  JSON.stringify({
    ...demoAccount,
    hours,
    serviceTypes,
    technicians,
    serviceAreas: [],
    fees: [],
    onCall: [],
  }),
);

/** How far New York is from UTC at noon of a date, in hours. */
const offsetOn = (date: Date): number => {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return Number(hour.format(date)) - date.getUTCHours();
};

/** The next date on which the clocks go forward, or back. */
function changeAfter(from: Date, isForward: boolean): string {
  for (let at = from.getTime() + DAY_MS; ; at += DAY_MS) {
    const change = offsetOn(new Date(at)) - offsetOn(new Date(at - DAY_MS));
    if (isForward ? change > 0 : change < 0) return new Date(at).toISOString().slice(0, 10);
  }
}

async function spanOf(element: Locator): Promise<readonly [number, number]> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return [Math.round(box.x), Math.round(box.x + box.width)];
}

async function block(page: Page, from: string, to: string): Promise<void> {
  await page.keyboard.press('b');
  await page.locator('.dialog [name=from]').fill(from);
  await page.locator('.dialog [name=to]').fill(to);
  await page.locator('.dialog [name=reason]').fill('Night shift');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await said(page, 'Ana is blocked: Night shift.');
}

inBrowser('a day', () => {
  const pages = boardPages({ DISPATCH_ACCOUNTS: folder });

  it.each([
    ['forward has 23 hours', true, ['12 AM', '1 AM', '3 AM', '4 AM']],
    ['back has 25 hours', false, ['12 AM', '1 AM', '1 AM', '2 AM', '3 AM', '4 AM']],
  ])(
    'on which the clocks go %s, and places jobs across the change correctly',
    async (_, isForward, shown) => {
      const date = changeAfter(nextSunday(), isForward);
      const page = await pages.open({ date });
      await page.locator('.hours span').first().waitFor();
      await block(page, `${date}T01:00`, `${date}T04:00`);
      const blocked = page.locator('.block', { hasText: 'Night shift' });

      const labels = await page.locator('.hours span').allTextContents();
      expect(labels.slice(0, shown.length)).toEqual(shown);
      expect(labels.at(-1)).toBe('11 AM');
      const [from] = await spanOf(page.locator('.hours span').nth(1));
      const [to] = await spanOf(page.locator('.hours span', { hasText: /^4 AM$/ }));
      expect(await spanOf(blocked)).toEqual([from, to]);
    },
  );

  it('shows a promise as a band behind its job, and marks the job before the promise breaks', async () => {
    const page = await pages.open();
    await page.getByRole('button', { name: 'New job' }).click();
    await page.locator('.dialog [name=name]').fill('Sofia Rossi');
    await page.locator('.dialog [name=serviceTypeId]').selectOption('repair');
    await page.getByRole('button', { name: 'Create' }).click();
    await said(page, 'The job is created');
    await page.locator('.detail').getByRole('button', { name: 'Schedule…' }).click();
    await page.locator('.starts button', { hasText: '8:00 AM' }).first().click();
    await said(page, 'Sofia Rossi is scheduled for 8:00 AM with Ana.');
    await page.locator('.detail', { hasText: 'promised 8–10 AM' }).waitFor();

    const [from] = await spanOf(page.locator('.hours span', { hasText: /^8 AM$/ }));
    const [to] = await spanOf(page.locator('.hours span', { hasText: /^10 AM$/ }));
    expect(await spanOf(page.locator('.promise'))).toEqual([from, to]);

    const timeOf = (time: string) => new Date(`${pages.monday}T${time}:00-05:00`);
    const later = async (time: string) => {
      await page.clock.setFixedTime(timeOf(time));
      await page.keyboard.press('?');
      await page.keyboard.press('Escape');
      return await page.locator('.track .job[aria-label^="Sofia Rossi"]').getAttribute('aria-label');
    };
    const offset = offsetOn(timeOf('08:00')) === -5 ? 0 : 1;
    const hour = (at: number) => String(at - offset).padStart(2, '0');
    expect(await later(`${hour(7)}:30`)).toContain('Repair, scheduled, promised');
    expect(await later(`${hour(9)}:50`)).toContain('due by 10:00 AM · scheduled');
    expect(await later(`${hour(10)}:10`)).toContain('late · scheduled');
  });

  it('is printed in light colors as a route sheet for each technician, on the narrowest paper', async () => {
    const page = await pages.open({ viewport: { width: 1_000, height: 700 }, colorScheme: 'dark' });
    await page.locator('.lane').first().waitFor();
    await page.getByRole('button', { name: 'New job' }).click();
    const form = { name: 'Nora Quist', phone: '2125550144', address: '3 Bank Street', notes: 'Ring twice.' };
    for (const [field, text] of Object.entries(form))
      await page.locator(`.dialog [name=${field}]`).fill(text);
    await page.locator('.dialog [name=serviceTypeId]').selectOption('repair');
    await page.getByRole('button', { name: 'Create' }).click();
    await said(page, 'The job is created');
    await page.locator('.detail').getByRole('button', { name: 'Schedule…' }).click();
    await page.locator('.starts button').first().click();
    await said(page, 'Nora Quist is scheduled');
    await page.evaluate(
      "window.print = () => { window.dispatchEvent(new Event('beforeprint')); window.isPrinted = true; }",
    );
    await openSettings(page);
    await page.getByRole('button', { name: 'Print route sheets' }).click();
    await page.waitForFunction(() => Reflect.get(globalThis, 'isPrinted'));
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize({ width: 720, height: 1_000 });

    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    const stop = page.locator('.sheet li', { hasText: 'Nora Quist' });
    for (const text of ['(212)\u00a0555-0144', '3 Bank Street', 'Ring twice.', 'Signature', 'Repair'])
      expect(await stop.textContent()).toContain(text);
    expect(await page.locator('.sheet h2').filter({ visible: true }).textContent()).toContain('Ana');
    expect(await page.getByText(demoAccount.name).filter({ visible: true }).count()).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(720);
    const ink = await page.evaluate("getComputedStyle(document.querySelector('.sheet h2')).color");
    expect(ink).toBe('rgb(25, 28, 34)');
  });
});
