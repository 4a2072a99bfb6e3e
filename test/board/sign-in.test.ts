import { expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { boardPages, choose, inBrowser, openSettings, said, showOnly } from './page-fixture.ts';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An issuer that signs everybody in immediately, and the API as it accepts the issuer's tokens. */
function issuerOf(pages: ReturnType<typeof boardPages>) {
  const { origin, pathname, hash } = pages.url();
  const issuer = `${origin}/issuer`;
  let isExpired = false;
  let nonce: string | null = null;
  let signIns = 0;
  let user = 'kim';
  /** The refresh tokens for which the page got another token. */
  const renewals: (string | null)[] = [];
  /** What the page told the issuer when somebody signed out. */
  const ended: string[] = [];
  const about = {
    revocation_endpoint: `${issuer}/revoke`,
    ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` },
    jwks_uri: `${issuer}/keys`,
  };
  return {
    expire: () => {
      isExpired = true;
    },
    /** From now on another user signs in. */
    become: (other: string) => {
      user = other;
    },
    signIns: () => signIns,
    renewals,
    ended,
    async before(context: BrowserContext) {
      await context.route(`${origin}${pathname}config.json`, (route) =>
        route.fulfill({ json: { issuer, clientId: 'board', signOutUrl: `${issuer}/logout` } }),
      );
      await context.route(`${issuer}/.well-known/openid-configuration`, (route) =>
        route.fulfill({ json: about }),
      );
      await context.route(`${issuer}/authorize?*`, async (route) => {
        const { searchParams } = new URL(route.request().url());
        nonce = searchParams.get('nonce');
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', 'code-1');
        back.searchParams.set('state', searchParams.get('state') ?? '');
        signIns++;
        isExpired = false;
        await route.fulfill({ status: 302, headers: { location: back.href } });
      });
      await context.route(`${issuer}/token`, (route) => {
        const sent = new URLSearchParams(route.request().postData() ?? '');
        const isRenewal = sent.get('grant_type') === 'refresh_token';
        if (isRenewal) renewals.push(sent.get('refresh_token'));
        const now = Math.floor(pages.now.getTime() / 1_000);
        const claims = { iss: issuer, sub: user, aud: 'board', iat: now, exp: now + 900, nonce };
        const idToken = `${base64({ alg: 'RS256' })}.${base64(claims)}.signature`;
        return route.fulfill({
          json: {
            ...{ access_token: 'issued', id_token: idToken },
            ...(!isRenewal && { refresh_token: 'renewing' }),
            ...{ token_type: 'Bearer', expires_in: 900 },
          },
        });
      });
      await context.route(`${issuer}/revoke`, (route) => {
        const sent = new URLSearchParams(route.request().postData() ?? '');
        ended.push(`revoke ${sent.get('token_type_hint')} ${sent.get('token')} of ${sent.get('client_id')}`);
        return route.fulfill({ status: 200 });
      });
      await context.route(`${issuer}/logout?*`, (route) => {
        const { searchParams } = new URL(route.request().url());
        ended.push(`log out of ${searchParams.get('client_id')}`);
        return route.fulfill({ status: 302, headers: { location: searchParams.get('logout_uri') ?? '' } });
      });
      await context.route(`${origin}/api/v1/**`, (route) => {
        const headers = route.request().headers();
        const isGood = headers.authorization === 'Bearer issued' && !isExpired;
        const token = isGood ? hash.slice(1) : 'none';
        return route.continue({ headers: { ...headers, authorization: `Bearer ${token}` } });
      });
    },
  };
}

inBrowser('a sign-in that expires', () => {
  const pages = boardPages();

  it('brings dispatchers back to where they were, with what they typed', async () => {
    const issuer = issuerOf(pages);
    const page = await pages.open({ isStranger: true, before: issuer.before });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.job').first().waitFor();
    expect(new URL(page.url()).searchParams.get('date')).toBe(pages.monday);
    await showOnly(page, 'Ana');
    await page.locator('.job', { hasText: 'Luis Ortega' }).click();
    await choose(page, 'Hold…');
    await page.locator('.dialog [name=text]').fill('Waits for a part.');
    issuer.expire();
    await page.getByRole('button', { name: 'Put on hold' }).click();
    await said(page, 'Your sign-in has expired.');
    expect(await page.locator('.dialog [name=text]').inputValue()).toBe('Waits for a part.');
    await page.getByRole('button', { name: 'Sign in again' }).click();

    await page.locator('.dialog', { hasText: 'Put on hold' }).waitFor();
    expect(issuer.signIns()).toBe(2);
    expect(await page.locator('.dialog [name=text]').inputValue()).toBe('Waits for a part.');
    expect(await page.locator('.lane').count()).toBe(1);
    await page.getByRole('button', { name: 'Put on hold' }).click();
    await said(page, 'Luis Ortega is marked as on hold.');
    expect(await page.evaluate(() => sessionStorage.getItem('board-draft'))).toBeNull();
  });

  it('is renewed before it expires, once for all requests that are sent together', async () => {
    const issuer = issuerOf(pages);
    const page = await pages.open({ isStranger: true, before: issuer.before });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.job').first().waitFor();
    for (const [minutes, day] of [
      [14.9, 'Tue'],
      [29.8, 'Wed'],
    ] as const) {
      await page.clock.setFixedTime(pages.now.getTime() + minutes * 60_000);
      await page.keyboard.press(']');
      await page.locator('.title', { hasText: day }).waitFor();
      await page.locator('.lanes:not(.bones)').waitFor();
    }

    expect(issuer.renewals).toEqual(['renewing', 'renewing']);
  });

  it('uses a token that can’t be renewed until it expires', async () => {
    const issuer = issuerOf(pages);
    const page = await pages.open({ isStranger: true, before: issuer.before });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.job').first().waitFor();
    await page.route('**/issuer/token', (route) => route.fulfill({ status: 503, json: {} }));
    await page.clock.setFixedTime(pages.now.getTime() + 14.9 * 60_000);
    await page.keyboard.press(']');
    await page.locator('.title', { hasText: 'Tue' }).waitFor();
    await page.locator('.lanes:not(.bones)').waitFor();
    expect(await page.locator('.notice', { hasText: 'expired' }).count()).toBe(0);
    await page.clock.setFixedTime(pages.now.getTime() + 15.1 * 60_000);
    await page.keyboard.press(']');

    await said(page, 'Your sign-in has expired.');
  });

  it('shows nothing of theirs to somebody else who signs in next', async () => {
    const issuer = issuerOf(pages);
    const page = await pages.open({ isStranger: true, before: issuer.before });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.job').first().waitFor();
    await showOnly(page, 'Ana');
    await page.locator('.job', { hasText: 'Luis Ortega' }).click();
    await choose(page, 'Add a note…');
    await page.locator('.dialog [name=text]').fill('He is never at home.');
    issuer.expire();
    await page.locator('.dialog button.strong').click();
    await said(page, 'Your sign-in has expired.');
    issuer.become('lee');
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.locator('.job').first().waitFor();
    // The page takes the draft away once it has decided.
    await page.waitForFunction(() => sessionStorage.getItem('board-draft') === null);

    expect(await page.locator('.dialog').count()).toBe(0);
    expect(await page.locator('.lane').count()).toBeGreaterThan(1);
  });

  it.each([
    ['acme-hvac', 1],
    ['zenith', 4],
  ])('shows on the board of acme-hvac what was filtered on that of %s: %i lanes', async (account, lanes) => {
    const page = await pages.open();
    await page.locator('.job').first().waitFor();
    const draft = { owner: `${account} undefined`, shown: ['ana'], tab: 'lanes', typed: {} };
    await page.evaluate((text) => sessionStorage.setItem('board-draft', text), JSON.stringify(draft));
    await page.reload();
    await page.locator('.job').first().waitFor();
    await page.waitForFunction(() => sessionStorage.getItem('board-draft') === null);

    expect(await page.locator('.lane').count()).toBe(lanes);
  });

  it('brings them back when the server on their machine starts again', async () => {
    const page = await pages.open();
    await page.getByRole('button', { name: 'New job' }).click();
    await page.locator('.dialog [name=name]').fill('Nadia Haddad');
    await page.locator('.dialog [name=notes]').fill('Ring twice.');
    await page.goto(pages.url().href.replace(/#.*/, '#another-start-of-the-server'));
    await page.locator('.notice', { hasText: 'Your sign-in has expired.' }).waitFor();
    await page.goto(pages.url().href);

    await page.locator('.dialog', { hasText: 'New job' }).waitFor();
    expect(await page.locator('.dialog [name=name]').inputValue()).toBe('Nadia Haddad');
    expect(await page.locator('.dialog [name=notes]').inputValue()).toBe('Ring twice.');
  });
});

inBrowser('signing out', () => {
  const pages = boardPages();

  it('while a token is renewed leaves no token in the tab', async () => {
    const issuer = issuerOf(pages);
    const page = await pages.open({ isStranger: true, before: issuer.before });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.job').first().waitFor();
    const [renewal, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    for (const [path, due] of [
      ['token', renewal],
      ['revoke', end],
    ] as const)
      await page.route(`**/issuer/${path}`, async (route) => {
        await due.promise;
        await route.fallback();
      });
    await page.clock.setFixedTime(pages.now.getTime() + 14.9 * 60_000);
    const renewing = page.waitForRequest('**/issuer/token');
    await page.keyboard.press(']');
    await renewing;
    await openSettings(page);
    const ending = page.waitForRequest('**/issuer/revoke');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await ending;
    const renewed = page.waitForResponse('**/issuer/token');
    renewal.resolve();
    await (await renewed).finished();
    // What the page asked for meanwhile is refused, since nobody is signed in any more.
    await page.locator('.notice', { hasText: 'Your sign-in has expired.' }).waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('board-user');
    end.resolve();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();

    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('board-user');
  });

  it('ends the session at the issuer, and leaves no token and no draft in the tab', async () => {
    const issuer = issuerOf(pages);
    const page = await pages.open({ isStranger: true, before: issuer.before });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.job').first().waitFor();
    await page.evaluate(() => sessionStorage.setItem('board-draft', '{"typed":{}}'));
    await openSettings(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();

    expect(issuer.ended).toEqual(['revoke refresh_token renewing of board', 'log out of board']);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    expect(issuer.signIns()).toBe(1);
  });

  it('forgets the token of a server on the same machine', async () => {
    const page = await pages.open();
    await page.locator('.job').first().waitFor();
    await openSettings(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.locator('.job').first().waitFor({ state: 'detached' });

    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });
});
