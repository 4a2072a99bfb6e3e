import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { boardPages, changingAnswers, choose, inBrowser, openSettings, phone, said } from './page-fixture.ts';

inBrowser('undo', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const entry = (page: Page, name: string) => page.locator('.entry', { hasText: name });
  const act = (page: Page, name: string) =>
    page.locator('.detail').getByRole('button', { name, exact: true }).click();
  const status = (page: Page, name: string) => page.locator('.detail .chips', { hasText: name }).waitFor();
  const undo = (page: Page, text: string) =>
    page.locator('.notice', { hasText: text }).getByRole('button', { name: 'Undo' }).click();

  it('takes statuses back, which are one click each', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').click();
    await act(page, 'Send out');
    await said(page, 'Luis Ortega is marked as sent out.');
    await act(page, 'On the way');
    await said(page, 'Luis Ortega is marked as on the way.');
    await page.keyboard.press('Control+z');
    await status(page, 'sent out');
    await undo(page, 'Luis Ortega is marked as sent out.');
    await status(page, 'scheduled');
    await page.keyboard.press('Control+z');

    await page.locator('#live', { hasText: 'There is nothing to undo.' }).waitFor({ state: 'attached' });
    expect(await page.locator('.dialog').count()).toBe(0);
  });

  it('makes a request to schedule again', async () => {
    const page = await pages.open();
    await entry(page, 'Dana Miller').hover();
    await entry(page, 'Dana Miller').getByRole('button', { name: 'Schedule…' }).click();
    await page.locator('.starts[aria-label=Ben] button').first().click();
    await said(page, /Dana Miller is scheduled for/);
    await job(page, 'Dana Miller').waitFor();
    await undo(page, 'Dana Miller is scheduled');
    await said(page, 'Dana Miller needs a time again.');

    await page.locator('.unscheduled .entry', { hasText: 'Dana Miller' }).waitFor();
    await job(page, 'Dana Miller').waitFor({ state: 'detached' });
  });

  it('has a list of the last changes, where an older one takes the later ones of its request with it', async () => {
    const page = await pages.open();
    await job(page, 'Priya Natarajan').click();
    await act(page, 'Send out');
    await said(page, 'Priya Natarajan is marked as sent out.');
    await job(page, 'Yuki Tanaka').click();
    await act(page, 'Send out');
    await said(page, 'Yuki Tanaka is marked as sent out.');
    await job(page, 'Priya Natarajan').click();
    await choose(page, 'Hold…');
    await page.locator('.dialog [name=text]').fill('Waits for a part.');
    await page.getByRole('button', { name: 'Put on hold' }).click();
    await said(page, 'Priya Natarajan is marked as on hold.');
    await page.locator('.top').getByRole('button', { name: 'Undo', exact: true }).click();
    const choices = page.locator('.menu button');
    expect(await choices.allTextContents()).toEqual([
      expect.stringContaining('Priya Natarajan is marked as on hold.Ctrl Z'),
      expect.stringMatching(/Yuki Tanaka is marked as sent out\.$/),
      expect.stringContaining('Priya Natarajan is marked as sent out.and 1 later'),
    ]);
    await choices.nth(2).click();
    await said(page, 'Priya Natarajan is scheduled for 1:00 PM with Ana.');
    await status(page, 'scheduled');
    await page.keyboard.press('Control+z');

    await said(page, 'Yuki Tanaka is scheduled for 1:00 PM with Carla.');
  });

  it('brings a message back that was done', async () => {
    const page = await pages.open();
    await entry(page, 'Paul Weiss').hover();
    await entry(page, 'Paul Weiss').getByRole('button', { name: 'Done' }).click();
    await said(page, 'Paul Weiss’s message is marked as done.');
    await entry(page, 'Paul Weiss').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+z');

    await entry(page, 'Paul Weiss').waitFor();
  });

  it('on a phone is in the message and in the settings', async () => {
    const page = await pages.open({ viewport: phone });
    await job(page, 'Luis Ortega').click();
    await act(page, 'Send out');
    await undo(page, 'Luis Ortega is marked as sent out.');
    await status(page, 'scheduled');
    await act(page, 'Send out');
    await said(page, 'Luis Ortega is marked as sent out.');
    await openSettings(page);
    await page.locator('.menu').getByRole('button', { name: 'Luis Ortega is marked as sent out.' }).click();

    await status(page, 'scheduled');
  });

  it('is not possible for a request that was separated, so the page asks first', async () => {
    const page = await pages.open({
      before: (user) =>
        changingAnswers(user, '**/requests/*', (body) => ({
          ...body,
          request: { ...body.request, merged: [{ source: 'crm', createdAt: body.request.createdAt }] },
        })),
    });
    await job(page, 'Luis Ortega').click();
    await choose(page, 'Separate…');
    await page.locator('.dialog', { hasText: 'Luis Ortega. This can’t be undone.' }).waitFor();
    await page.keyboard.press('Escape');

    expect(await page.locator('.dialog').count()).toBe(0);
    expect(await page.locator('.notice', { hasText: 'Luis Ortega' }).count()).toBe(0);
  });
});
