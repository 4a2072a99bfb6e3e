import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { buildPage } from '../../board/build.ts';
import { boardPages, choose, inBrowser, said as saidOn } from './page-fixture.ts';

describe('the files of the page', () => {
  it('take at most 64 KB, compressed, and at most 40 KB before the first view', () => {
    const files = buildPage().map(({ body, isFirst }) => [brotliCompressSync(body).length, isFirst] as const);
    const sum = (some: typeof files) => some.reduce((all, [size]) => all + size, 0);

    expect(sum(files)).toBeLessThanOrEqual(64 * 1024);
    expect(sum(files.filter(([, isFirst]) => isFirst))).toBeLessThanOrEqual(40 * 1024);
  });
});

inBrowser('the page', () => {
  const pages = boardPages();
  let page: Page;
  beforeEach(async () => {
    page = await open();
  });

  const open = async () => {
    const opened = await pages.open();
    await opened.locator('.job').first().waitFor();
    return opened;
  };
  const job = (name: string, on = page) => on.locator('.job', { hasText: name });
  const entry = (name: string) => page.locator('.entry', { hasText: name });
  const said = (text: string | RegExp, on = page) => saidOn(on, text);

  /** Drags a job to an hour of a technician's lane, and keeps it there. */
  const drag = async (name: string, technician: string, hour: number) => {
    const from = await job(name).boundingBox();
    const track = page.locator(`.track[data-technician="${technician}"]`);
    const box = await track.boundingBox();
    if (from === null || box === null) throw new Error('Nothing to drag');
    const [start, end] = await Promise.all(['from', 'to'].map((at) => track.getAttribute(`data-${at}`)));
    const width = box.width / ((Number(end) - Number(start)) / 3_600_000);
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 20, { steps: 3 });
    await page.locator('.why').first().waitFor();
    await page.mouse.move(box.x + (hour - 8) * width + 20, box.y + 20, { steps: 3 });
  };

  it('schedules the lead by dragging it onto a lane', async () => {
    const lead = entry('Dana Miller').locator('.open-entry');
    await lead.scrollIntoViewIfNeeded();
    const from = await lead.boundingBox();
    const to = await page.locator('.track[data-technician="dev"]').boundingBox();
    if (from === null || to === null) throw new Error('Nothing to drag');
    await page.mouse.move(from.x + 20, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 300, to.y + 30, { steps: 5 });
    await page.locator('.start').first().waitFor();
    await page.mouse.move(to.x + 320, to.y + 30);
    await page.mouse.up();

    await said(/Dana Miller is scheduled for .* with Dev/);
    await page.locator('[data-technician="dev"] .job', { hasText: 'Dana Miller' }).first().waitFor();
  });

  it('moves a job by keyboard alone, and undoes it', async () => {
    await job('Luis Ortega').focus();
    await page.keyboard.press('m');
    await page.locator('.placing').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await said(/Luis Ortega is scheduled for 11:00 AM with Ana/);
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click();

    await said(/Luis Ortega is scheduled for 10:00 AM with Ana/);
  });

  it('moves a job to where it is let go, and not to a time that is not free', async () => {
    await drag('Robert Fischer', 'dev', 9);
    await page.locator('.drag-card', { hasText: '9:00 AM · Dev' }).waitFor();
    expect(await page.locator('.why', { hasText: 'no electrical' }).count()).toBe(3);
    await page.mouse.up();
    await said('Robert Fischer is scheduled for 9:00 AM with Dev.');
    await drag('Robert Fischer', 'ana', 12);
    await page.locator('.drag-card', { hasText: 'Ana: no electrical' }).waitFor();
    await page.mouse.up();
    await said(/Ana can’t take it: no electrical .*Nothing was changed\./);
    await drag('Robert Fischer', 'dev', 15.5);
    await page.locator('.drag-card', { hasText: 'Dev: not free at 3:30 PM' }).waitFor();
    await page.mouse.up();
    await page.getByRole('button', { name: '2:00 PM with Dev' }).click();

    await said('Robert Fischer is scheduled for 2:00 PM with Dev.');
  });

  it('places a job in spite of the rules, for a reason, and undoes it', async () => {
    await drag('Robert Fischer', 'ana', 12);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Place it anyway…' }).click();
    await page.locator('.dialog', { hasText: 'Place Robert Fischer anyway' }).waitFor();
    await page.locator('.dialog [name=text]').fill('Ana has the key.');
    await page.locator('.dialog').getByRole('button', { name: 'Place Robert Fischer anyway' }).click();
    await said('Robert Fischer is scheduled for 12:00 PM with Ana.');
    await job('Robert Fischer').click();
    await page.locator('.detail', { hasText: 'in spite of the rules: Ana has the key.' }).waitFor();
    await page.keyboard.press('Control+z');

    await said('Robert Fischer is scheduled for 2:00 PM with Dev.');
  });

  it('shows no refusal in a form that is about something else', async () => {
    await drag('Robert Fischer', 'ana', 12);
    await page.mouse.up();
    await page.getByRole('button', { name: 'Place it anyway…' }).waitFor();
    await page.keyboard.press('b');
    await page.locator('.dialog [name=technician]').waitFor();

    expect(await page.locator('.notice', { hasText: 'Ana can’t take it' }).count()).toBe(0);
  });

  it('acknowledges the emergency, reads a transcript and blocks an afternoon', async () => {
    await entry('Walter Jensen').getByRole('button', { name: 'Acknowledge' }).click();
    await said(/Walter Jensen’s emergency is acknowledged/);
    await entry('Walter Jensen').locator('.open-entry').click();
    await page.locator('.detail', { hasText: 'danger reported' }).waitFor();
    await job('Hannah Schultz').click();
    await page.locator('.transcript', { hasText: 'blows warm air' }).waitFor();
    await page.keyboard.press('b');
    await page.locator('.dialog [name=technician]').selectOption({ label: 'Dev' });
    await page.locator('.dialog [name=from]').fill('2030-01-08T13:00');
    await page.locator('.dialog [name=to]').fill('2030-01-08T17:00');
    await page.locator('.dialog [name=reason]').fill('Dentist');
    await page.getByRole('button', { name: 'Block', exact: true }).click();

    await said('Dev is blocked: Dentist.');
  });

  it('lets the changes of one dispatcher in two windows stand, one after the other', async () => {
    const other = await open();
    await job('Grace Kim', other).click();
    await choose(other, 'Hold…');
    await other.locator('.dialog [name=text]').fill('The customer is away.');
    // The other page still has the old version of the request.
    await job('Grace Kim').click();
    await page.locator('.detail').getByRole('button', { name: 'On the way', exact: true }).click();
    await said(/Grace Kim is marked as on the way/);
    await other.getByRole('button', { name: 'Put on hold' }).click();

    await said(/on hold/, other);
  });

  it('creates a job once, even if the first answer is lost and the page is rendered again', async () => {
    const creating = (url: URL) => url.pathname.endsWith('/requests');
    await page.route(creating, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'New job' }).click();
    await page.locator('.dialog [name=name]').fill('Nadia Haddad');
    const createJob = page.locator('.dialog').getByRole('button', { name: 'Create' });
    await createJob.click();
    await said('The connection failed');
    await page.unroute(creating);
    await createJob.click();
    await said('The job is created');

    await entry('Nadia Haddad').first().waitFor();
    expect(await entry('Nadia Haddad').count()).toBe(1);
  });

  it('asks for a sign-in without a token', async () => {
    const stranger = await pages.open({ isStranger: true });

    await stranger.getByText('Open the address that “npm start” prints.').waitFor();
  });
});
