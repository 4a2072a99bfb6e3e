import { expect, it } from '@jest/globals';
import { boardPages, inBrowser } from './page-fixture.ts';

inBrowser("the page's address", () => {
  const pages = boardPages();

  it('opens the request that it names', async () => {
    const { origin, hash } = pages.url();
    const headers = { authorization: `Bearer ${hash.slice(1)}` };
    const answer = await fetch(`${origin}/api/v1/accounts/acme-hvac/queue`, { headers });
    const [dispatchRequestId = ''] = /dr_\w+/.exec(await answer.text()) ?? [];
    const page = await pages.open();
    const url = pages.url();
    url.search = new URLSearchParams({ account: 'acme-hvac', request: dispatchRequestId }).toString();
    await page.goto(url.href);

    expect(await page.locator('.detail').textContent()).toContain(dispatchRequestId);
  });

  it('brings no token where people sign in', async () => {
    const asked: string[] = [];
    const page = await pages.open({
      isStranger: true,
      before: async (user) => {
        const { origin, pathname } = pages.url();
        const json = { issuer: `${origin}/issuer`, clientId: 'board' };
        await user.route(`${origin}${pathname}config.json`, (route) => route.fulfill({ json }));
        await user.route(`${origin}/api/v1/**`, (route) => {
          asked.push(route.request().url());
          return route.abort();
        });
      },
    });
    await page.goto(`${pages.url().href.split('#')[0]}#${'A'.repeat(43)}`);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();

    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(asked).toEqual([]);
  });
});
