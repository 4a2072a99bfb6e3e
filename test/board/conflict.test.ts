import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { boardOf } from '../functions/board-fixture.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { boardPages, inBrowser, said } from './page-fixture.ts';

const DATE = '2026-06-10';

inBrowser('two dispatchers at one job', () => {
  const pages = boardPages({ DISPATCH_DEMO: 'off' });
  let service: Service;
  let board: ReturnType<typeof boardOf>;
  beforeAll(async () => {
    service = await startService(accountDocument({ technicians: [{ id: 'ana', name: 'Ana' }] }));
    board = boardOf(service);
    await service.call('book_job', booking({ technician: 'Ana' }));
  });
  afterAll(() => service.stop());

  /** Opens the page of somebody with a name, who hears of others' changes only when the page reads by itself. */
  async function open(name: string): Promise<Page> {
    const answer = async (route: Route) => {
      const request = route.request();
      const { pathname, search } = new URL(request.url());
      const path = `${pathname.replace('/api/v1', '')}${search}`;
      if (path.endsWith('/live')) return await route.fulfill({ status: 503, json: {} });
      const { status, body, headers } = await board.send(path, {
        ...{ sub: name, name, accounts: 'acme-hvac' },
        method: request.method() === 'POST' ? 'POST' : 'GET',
        headers: request.headers(),
        ...(request.postData() !== null && { body: request.postData() }),
      });
      const given = Object.entries(headers ?? {}).map(([header, value]) => [header, String(value)]);
      return await route.fulfill({
        status,
        headers: Object.fromEntries(given),
        body: body === undefined ? '' : JSON.stringify(body),
      });
    };
    const page = await pages.open({
      date: DATE,
      async before(user: BrowserContext) {
        await user.route('**/api/v1/**', answer);
      },
    });
    await page.locator('.job', { hasText: 'Dana Miller' }).waitFor();
    return page;
  }

  async function startMove(page: Page): Promise<void> {
    await page.locator('.job', { hasText: 'Dana Miller' }).focus();
    await page.keyboard.press('m');
    await page.locator('.placing', { hasText: 'Dana Miller' }).waitFor();
    await page.keyboard.press('ArrowRight');
  }

  it('is told to the second by name, and nothing is lost', async () => {
    const [kim, robin] = [await open('Kim Ito'), await open('Robin Vega')];
    await startMove(robin);
    await startMove(kim);
    await kim.keyboard.press('Enter');
    await said(kim, 'Dana Miller is scheduled for');
    await robin.keyboard.press('Enter');
    await said(robin, /Kim Ito changed this first: .*Nothing else was changed\./);
    const { lanes } = (await board.get(`/board/${DATE}`)).body;
    const [job] = lanes[0].appointments;
    expect(job.version).toBe(2);
    // The page of the second shows by now what the first has made of it, so a second try is no conflict.
    await startMove(robin);
    await robin.keyboard.press('Enter');
    await said(robin, 'Dana Miller is scheduled for');

    const { request } = (await board.get(`/requests/${job.dispatchRequestId}`)).body;
    expect(request.history.slice(-2).map(({ by }: { by: string }) => by)).toEqual([
      'dispatcher:Kim Ito',
      'dispatcher:Robin Vega',
    ]);
  });

  it('is told to whoever undoes a change after the other has made one, and nothing is undone', async () => {
    const [kim, robin] = [await open('Kim Ito'), await open('Robin Vega')];
    const send = async (page: Page, name: string) => {
      await page.locator('.job', { hasText: 'Dana Miller' }).click();
      await page.locator('.detail').getByRole('button', { name, exact: true }).click();
    };
    await send(kim, 'Send out');
    await said(kim, 'Dana Miller is marked as sent out.');
    await robin.reload();
    await send(robin, 'On the way');
    await said(robin, 'Dana Miller is marked as on the way.');
    await kim.keyboard.press('Control+z');
    await said(kim, /Robin Vega changed this first: .*Nothing else was changed\./);
    await kim.locator('.detail .chips', { hasText: 'on the way' }).waitFor();
    await kim.keyboard.press('Control+z');

    await kim.locator('#live', { hasText: 'There is nothing to undo.' }).waitFor({ state: 'attached' });
    const { lanes } = (await board.get(`/board/${DATE}`)).body;
    expect(lanes[0].appointments[0].status).toBe('en_route');
  });
});
