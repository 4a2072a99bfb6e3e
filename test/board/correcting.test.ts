import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { letTimePass } from '../support/browser.ts';
import { boardPages, choose, inBrowser, said } from './page-fixture.ts';

inBrowser('correcting', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.track .job', { hasText: name });
  const field = (page: Page, name: string) => page.locator(`.dialog [name=${name}]`);
  const send = (page: Page, name: string) =>
    page.locator('.dialog').getByRole('button', { name, exact: true }).click();

  it('changes what a request says, tells who did, and is undone', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').click();
    await choose(page, 'Edit…');
    await field(page, 'name').fill('Luisa Ortega');
    await field(page, 'gateCode').fill('4711');
    await field(page, 'minutes').selectOption('120');
    await send(page, 'Save');
    await said(page, 'Luis Ortega is saved.');
    await job(page, 'Luisa Ortega').waitFor();
    await page.locator('.facts', { hasText: 'gate code 4711' }).waitFor();
    expect(await job(page, 'Luisa Ortega').getAttribute('aria-label')).toContain('10 AM–12 PM');
    // The message leaves, which lies over the end of the details.
    await letTimePass(page);
    await page.locator('.detail summary', { hasText: 'History' }).click();
    expect(await page.locator('.history').textContent()).not.toContain('dr_');
    await page.keyboard.press('Control+z');

    await job(page, 'Luis Ortega').waitFor();
    await page.locator('.facts', { hasText: 'gate code' }).waitFor({ state: 'detached' });
  });

  it('keeps notes with their authors, of which one’s own can be changed and removed', async () => {
    const page = await pages.open();
    await job(page, 'Priya Natarajan').click();
    await choose(page, 'Add a note…');
    await field(page, 'text').fill('The dog is friendly.');
    await send(page, 'Add a note');
    const note = page.locator('.notes li');
    await note.filter({ hasText: 'The dog is friendly.' }).waitFor();
    await page.getByRole('button', { name: 'Change the note', exact: true }).click();
    expect(await field(page, 'text').inputValue()).toBe('The dog is friendly.');
    await field(page, 'text').fill('The dog bites.');
    await send(page, 'Change the note');
    await note.filter({ hasText: 'The dog bites.' }).waitFor();
    await page.getByRole('button', { name: 'Remove the note' }).click();
    await note.first().waitFor({ state: 'detached' });
    await page.locator('.notice', { hasText: 'is removed' }).getByRole('button', { name: 'Undo' }).click();

    await note.filter({ hasText: 'The dog bites.' }).waitFor();
  });

  it('makes a visit longer by its end, and takes one off the board by a drop on the queue', async () => {
    const page = await pages.open();
    await job(page, 'Grace Kim').waitFor();
    const box = await job(page, 'Grace Kim').boundingBox();
    if (box === null) throw new Error('Nothing to drag');
    await page.mouse.move(box.x + box.width - 3, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + box.width / 2, box.y + 20, { steps: 4 });
    await page.locator('.drag-card', { hasText: 'until 9:30 AM · 1 h 30' }).waitFor();
    await page.mouse.up();
    await said(page, 'Grace Kim is saved.');
    expect(await job(page, 'Grace Kim').getAttribute('aria-label')).toContain('8–9:30 AM');
    const yuki = await job(page, 'Yuki Tanaka').boundingBox();
    const queue = await page.locator('.queue').boundingBox();
    if (yuki === null || queue === null) throw new Error('Nothing to drag');
    await page.mouse.move(yuki.x + 20, yuki.y + 10);
    await page.mouse.down();
    await page.mouse.move(queue.x + 100, queue.y + 400, { steps: 5 });
    await page.locator('.drag-card', { hasText: 'Off the board' }).waitFor();
    await page.locator('.start').first().waitFor();
    await page.mouse.up();
    await said(page, 'Yuki Tanaka needs a time again.');
    await page.locator('.unscheduled .entry', { hasText: 'Yuki Tanaka' }).waitFor();
    await page.keyboard.press('Control+z');

    await said(page, 'Yuki Tanaka is scheduled for 1:00 PM with Carla.');
  });

  it('looks the number of a new job up, and gives it a visit at once', async () => {
    const page = await pages.open();
    await job(page, 'Omar Haddad').waitFor();
    await page.keyboard.press('n');
    await field(page, 'phone').fill('(212) 555-0176');
    await page.locator('.dialog .hint', { hasText: '1 request before' }).waitFor();
    expect(await field(page, 'name').inputValue()).toBe('Omar Haddad');
    expect(await field(page, 'address').inputValue()).toBe('600 Columbus Avenue');
    await field(page, 'serviceTypeId').selectOption('estimate');
    await field(page, 'startDate').fill(pages.monday);
    await field(page, 'startTime').fill('12:00');
    await field(page, 'technicianId').selectOption('dev');
    await send(page, 'Create');

    await said(page, /The job is created for 12:00 PM on Monday, .* with Dev\./);
    await page.locator('.track[data-technician=dev] .job[aria-label^="Omar Haddad"]').waitFor();
  });

  it('takes a job down from a call, which then waits no more', async () => {
    const page = await pages.open();
    const call = page.locator('.unbooked .entry');
    await call.hover();
    await call.getByRole('button', { name: 'Create a job' }).click();
    expect(await field(page, 'phone').inputValue()).toContain('555-0192');
    expect(await field(page, 'serviceTypeId').inputValue()).toBe('drain-cleaning');
    await field(page, 'name').fill('Vera Novak');
    await send(page, 'Create');
    await said(page, 'The job is created.');

    await call.waitFor({ state: 'detached' });
  });

  it('asks before what was typed is dropped, and keeps it over a reload', async () => {
    const page = await pages.open();
    await job(page, 'Omar Haddad').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    expect(await page.locator('.dialog').count()).toBe(0);
    await page.keyboard.press('n');
    await field(page, 'name').fill('Nadia Haddad');
    await page.locator('.backdrop').click({ position: { x: 5, y: 5 } });
    await page.locator('.leaving').getByRole('button', { name: 'Keep editing' }).click();
    expect(await field(page, 'name').inputValue()).toBe('Nadia Haddad');
    await page.reload();
    await page.locator('.dialog', { hasText: 'New job' }).waitFor();
    expect(await field(page, 'name').inputValue()).toBe('Nadia Haddad');
    await page.keyboard.press('Escape');
    await page.locator('.leaving').getByRole('button', { name: 'Discard' }).click();

    expect(await page.locator('.dialog').count()).toBe(0);
  });
});
