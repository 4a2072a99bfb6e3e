import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { addDays } from '../../lib/scheduling/time.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { boardPages, inBrowser } from './page-fixture.ts';

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
    expect([answer.status, path]).toEqual([200, path]);
    return v.parse(Answer, await answer.json());
  }

  it('is shown with everybody and all days, stands in each lane, and is not dragged in parts', async () => {
    const { lanes } = await ask(`/board/${pages.monday}`);
    const found = lanes
      .flatMap(({ appointments }) => appointments)
      .find(({ customer }) => customer === 'Luis Ortega');
    const id = found?.dispatchRequestId ?? '';
    const later = { date: after(2), time: '09:00', minutes: 120, technicianId: 'carla' };
    await ask(`/requests/${id}/move`, found?.version, {
      ...{ date: after(1), time: '10:00', technicianId: 'ana' },
      ...{ crew: ['ben'], visits: [later] },
    });
    const page = await pages.open({ date: after(1) });
    await job(page, 'Luis Ortega').first().waitFor();
    expect(await job(page, 'Luis Ortega').count()).toBe(2);
    await job(page, 'Luis Ortega').first().click();
    const facts = page.locator('.detail .facts');
    await facts.getByText(/10:00 AM with Ana, Ben$/).waitFor();
    await facts.getByText(/9:00 AM with Carla$/).waitFor();
    expect(await page.locator('.detail .actions').getByRole('button', { name: 'Move…' }).count()).toBe(0);
    await page.keyboard.press('m');
    await page.getByText('This one can’t be moved on the board.').waitFor({ state: 'attached' });
    const before = await ask(`/requests/${id}`);
    await job(page, 'Luis Ortega').first().hover();
    await page.mouse.down();
    for (const step of [1, 2, 3]) await page.mouse.move(600 + 20 * step, 400 + 40 * step);
    await page.mouse.up();
    expect((await ask(`/requests/${id}`)).version).toBe(before.version);
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
