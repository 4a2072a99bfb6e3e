import { expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { faultsAfter, letTimePass } from '../support/browser.ts';
import { boardPages, inBrowser, said } from './page-fixture.ts';

const live = '**/api/v1/accounts/*/live';

inBrowser('two windows', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const isLive = (page: Page) => page.getByRole('img', { name: 'Live', exact: true }).waitFor();
  const isLost = (page: Page) => page.getByRole('img', { name: 'Not live' }).waitFor();

  async function open(options?: Parameters<typeof pages.open>[0]): Promise<Page> {
    const page = await pages.open(options);
    await job(page, 'Luis Ortega').waitFor();
    return page;
  }

  /** Moves a job by keyboard to the start after the next. */
  async function move(page: Page, name: string, keys: readonly string[]) {
    await job(page, name).focus();
    await page.keyboard.press('m');
    await page.locator('.placing', { hasText: name }).waitFor();
    for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
    await said(page, `${name} is scheduled for`);
  }

  it('see each other’s changes by hints', async () => {
    const [one, other] = [await open(), await open()];
    await Promise.all([one, other].map(isLive));
    const before = `[aria-label="${await job(one, 'Priya Natarajan').getAttribute('aria-label')}"]`;
    await move(one, 'Priya Natarajan', ['ArrowRight']);
    await job(other, 'Priya Natarajan')
      .and(other.locator(`:not(${before})`))
      .waitFor();
    await move(other, 'Priya Natarajan', ['ArrowLeft']);

    await job(one, 'Priya Natarajan').and(one.locator(before)).waitFor();
  });

  it('that have lost the channel say so, poll, and connect again when the network is back', async () => {
    const page = await open();
    await isLive(page);
    const found = await faultsAfter(page, async () => {
      await page.route(live, (route) => route.abort());
      await page.context().setOffline(true);
      await isLost(page);
    });
    await page.context().setOffline(false);
    await page.locator('.notice', { hasText: 'There is no connection' }).waitFor({ state: 'detached' });
    const other = await open();
    await move(other, 'Yuki Tanaka', ['ArrowRight']);
    expect(await job(page, 'Yuki Tanaka').getAttribute('aria-label')).not.toContain('1:30');
    await letTimePass(page);
    await job(page, 'Yuki Tanaka').and(page.locator('[aria-label*="1:30"]')).waitFor();
    await isLost(page);
    await page.unroute(live);
    await page.evaluate("window.dispatchEvent(new Event('online'))");
    await isLive(page);

    expect(found).toEqual([]);
  });

  it('end the channel with the sign-in, which the page then asks for', async () => {
    let isExpired = false;
    const answer = async (route: Route) => {
      if (isExpired) return await route.fulfill({ status: 401, json: { message: 'Unauthorized' } });
      return await route.continue();
    };
    const page = await open({
      async before(user) {
        await user.route('**/api/v1/accounts/**', answer);
      },
    });
    await isLive(page);
    isExpired = true;
    // The channel ends with the token.
    await letTimePass(page);
    await isLost(page);

    await said(page, 'Your sign-in has expired.');
  });

  it('are refused events without a ticket, and with one that was used', async () => {
    const asked: string[] = [];
    const page = await open({
      async before(user) {
        user.on('request', (request) => asked.push(request.url()));
      },
    });
    await isLive(page);
    const used = asked.filter((url) => url.includes('/live?ticket='));
    expect(used).toHaveLength(1);
    const statuses = await page.evaluate(
      `Promise.all(${JSON.stringify([...used, '/api/v1/live', '/api/v1/live?ticket=guessed'])}.map((url) => fetch(url).then(({ status }) => status)))`,
    );

    expect(statuses).toEqual([401, 401, 401]);
  });
});
