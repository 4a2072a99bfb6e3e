import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { addDays } from '../../lib/scheduling/time.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { boardPages, inBrowser, said } from './page-fixture.ts';

/** What the test reads of a day and of a request. */
const Answer = v.looseObject({
  version: v.optional(v.number()),
  lanes: v.optional(
    v.array(
      v.looseObject({
        appointments: v.array(
          v.looseObject({ customer: v.string(), dispatchRequestId: v.string(), version: v.number() }),
        ),
      }),
    ),
    [],
  ),
});

inBrowser('a job of several technicians and days', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const after = (days: number) => addDays(pages.monday, days);

  /** Asks the service as a dispatcher does, beside the page. */
  async function ask(path: string, version?: number, body?: object) {
    const { origin, hash } = pages.url();
    const answer = await fetch(`${origin}/api/v1/accounts/acme-hvac${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${hash.slice(1)}`,
        'content-type': 'application/json',
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${text}`);
    return v.parse(Answer, JSON.parse(text));
  }

  /** Moves a job of the demo to Ana and Ben, and on to somebody two days later. */
  async function openSeveral(name: string, time: string, technicianId = 'ana') {
    const { lanes } = await ask(`/board/${pages.monday}`);
    const found = lanes.flatMap(({ appointments }) => appointments).find(({ customer }) => customer === name);
    const id = found?.dispatchRequestId ?? '';
    const later = { date: after(3), time, minutes: 120, technicianId };
    await ask(`/requests/${id}/move`, found?.version, {
      ...{ date: after(1), time, technicianId: 'ana' },
      ...{ crew: ['ben'], visits: [later] },
    });
    const page = await pages.open({ date: after(1) });
    await lane(page, 'ben', name).waitFor();
    return { page, id };
  }
  const lane = (page: Page, technician: string, name: string) =>
    page.locator(`.track[data-technician=${technician}] .job`, { hasText: name });
  const drag = async (page: Page, card: Locator, by: number) => {
    const box = await card.boundingBox();
    if (box === null) throw new Error('Nothing to drag');
    const [x, y] = [box.x + 20, box.y + 10];
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const part of [0.3, 0.6, 1]) await page.mouse.move(x + part * by, y + 4);
  };

  it('is shown with everybody and all days, and stands in each lane', async () => {
    const { page } = await openSeveral('Luis Ortega', '10:00', 'carla');
    expect(await job(page, 'Luis Ortega').count()).toBe(2);
    const name = await lane(page, 'ben', 'Luis Ortega').getAttribute('aria-label');
    expect(name).toMatch(/visit 1 of 2.*all who come: Ana and Ben$/);
    await lane(page, 'ben', 'Luis Ortega').click();
    const facts = page.locator('.detail .facts');
    await facts.getByText(/10:00 AM with Ana and Ben$/).waitFor();
    await facts.getByText(/10:00 AM with Carla$/).waitFor();
    await page.locator('.detail .actions').getByRole('button', { name: 'Move…' }).click();
    await page.locator('.dialog', { hasText: 'Its later visits move by as many days.' }).waitFor();

    expect(await accessibilityFaults(page)).toEqual([]);
  });

  it('is moved visit by visit by the cards of who leads, which everybody follows, and undone', async () => {
    const { page, id } = await openSeveral('Priya Natarajan', '14:00');
    await lane(page, 'ben', 'Priya Natarajan').focus();
    await page.keyboard.press('m');
    await page.locator('#live', { hasText: 'Ana leads this visit.' }).waitFor({ state: 'attached' });
    const { version } = await ask(`/requests/${id}`);
    await drag(page, lane(page, 'ben', 'Priya Natarajan'), -200);
    await said(page, 'Ana leads this visit. Move it in that lane.');
    await page.mouse.up();
    expect((await ask(`/requests/${id}`)).version).toBe(version);
    const place = () => lane(page, 'ben', 'Priya Natarajan').boundingBox();
    const before = await place();
    await lane(page, 'ana', 'Priya Natarajan').focus();
    await page.keyboard.press('m');
    await page.locator('.placing', { hasText: 'Priya Natarajan' }).waitFor();
    const sent = page.waitForRequest('**/move');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    expect((await sent).postDataJSON()).toMatchObject({ technicianId: 'ana', visit: 1 });
    await said(page, /Priya Natarajan is scheduled for .* with Ana and Ben\./);
    expect((await place())?.x).toBeGreaterThan(before?.x ?? 0);
    expect(await page.locator('.track[data-technician=ana] .job:focus').count()).toBe(1);
    await page.keyboard.press('Control+z');
    await said(page, 'Priya Natarajan is as before.');
    expect((await place())?.x).toBe(before?.x);
    await drag(page, lane(page, 'ana', 'Priya Natarajan'), 60);
    await page.locator('.drag-card', { hasText: 'Ana' }).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.goto(pages.url(after(3)).href);
    await lane(page, 'ana', 'Priya Natarajan').focus();
    await page.keyboard.press('m');
    await page.locator('.placing', { hasText: 'Priya Natarajan' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');

    await said(page, /Priya Natarajan is scheduled for 1:.* with Ana\./);
  });

  it('keeps the cards of everybody with the answer to a change, before the day is read again', async () => {
    const { page } = await openSeveral('Grace Kim', '08:00');
    await lane(page, 'ana', 'Grace Kim').click();
    const next = page.locator('.detail .actions button.strong');
    await next.waitFor();
    const answered = Promise.withResolvers<void>();
    await page.route('**/board/*', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await next.click();
    await said(page, 'Grace Kim is marked as');
    expect(await job(page, 'Grace Kim').count()).toBe(2);
    answered.resolve();
  });
});
