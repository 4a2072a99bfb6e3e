import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { DAY_MS } from '../../lib/scheduling/time.ts';
import { browserPath, newUser, startBrowser, withoutDeadlines } from '../support/browser.ts';
import {
  clockSetTo,
  type Environment,
  type LocalServer,
  printed,
  startLocalServer,
} from '../support/processes.ts';

/** Tests of the page. Without Chromium they are skipped on one's own machine, and fail in CI. */
export function inBrowser(name: string, tests: () => void): void {
  if (browserPath !== undefined) describe(name, tests);
  else if (process.env.CI !== 'true') describe.skip(name, tests);
  else
    it(`${name} is tested in Chromium`, () => {
      throw new Error('No Chromium was found in PATH: install it. Only without CI=true is the page skipped.');
    });
}

/** Noon UTC of the next Sunday: the demo's jobs are on Monday, so none has begun. */
export function nextSunday(): Date {
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  return new Date(noon.getTime() + (7 - noon.getUTCDay()) * DAY_MS);
}

export interface PageOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** `YYYY-MM-DD`; by default the day of the demo's jobs. */
  readonly date?: string;
  /** Opens the page without a token. */
  readonly isStranger?: boolean;
  /** Runs before the page loads, to answer some of its requests instead of the server. */
  readonly before?: (user: BrowserContext) => Promise<void>;
}

export const phone = { width: 390, height: 844 };

/** One server and one browser, both at that time, for all tests of a file; each page belongs to its own user. */
export function boardPages(env: Environment = { DISPATCH_DEMO: 'on' }, now = nextSunday()) {
  const monday = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  let browser: Browser;
  let server: LocalServer;
  let address: URL;
  const users: BrowserContext[] = [];
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    server = await startLocalServer({ DISPATCH_DB: ':memory:', ...env }, clockSetTo(now.getTime()));
    await printed(server, 'board at');
    address = new URL(/board at (\S+)/.exec(server.output())?.[1] ?? '');
  });
  afterEach(async () => {
    for (const user of users.splice(0)) {
      // What the page still asks is of no interest.
      await user.unrouteAll({ behavior: 'ignoreErrors' });
      await user.close();
    }
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  return {
    now,
    monday,
    /** The page's address for a day, with the token of this server. */
    url(date = monday): URL {
      const url = new URL(address);
      url.searchParams.set('date', date);
      return url;
    },
    /** Opens the page as a new user, with the server's clock. Errors in the page fail the test. */
    async open({
      viewport,
      colorScheme = 'light',
      date,
      isStranger,
      before,
    }: PageOptions = {}): Promise<Page> {
      const user = await newUser(browser, viewport);
      users.push(user);
      // Interception that begins while a page is open misses its next request once in a hundred times. With a route for
      // nothing, it begins before.
      await user.route('**/nothing', (route) => route.continue());
      await before?.(user);
      const page = await user.newPage();
      page.on('pageerror', ({ message }) => faults.push(message));
      page.on('console', (line) => {
        if (/Content Security Policy|Trusted/.test(line.text())) faults.push(line.text());
      });
      await page.emulateMedia({ colorScheme });
      await page.clock.setFixedTime(now);
      // The clock comes with timers of its own.
      await page.addInitScript(withoutDeadlines);
      const url = this.url(date);
      if (isStranger) url.hash = '';
      await page.goto(url.href);
      return page;
    },
  };
}

/** Changes the service's answers to reads of an address, whatever the page has cached. */
export async function changingAnswers(
  user: BrowserContext,
  address: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers have many shapes.
  change: (body: any) => unknown,
): Promise<void> {
  await user.route(address, async (route) => {
    const request = route.request();
    if (request.method() !== 'GET') return await route.continue();
    const answer = await route.fetch({ headers: { ...request.headers(), 'if-none-match': '' } });
    if (!answer.ok()) throw new Error(`The service answered ${answer.status()}: ${await answer.text()}`);
    return await route.fulfill({ response: answer, json: change(await answer.json()) });
  });
}

/** Expands every folded part of the open request after its customer has been read, which comes last. */
export async function unfold(page: Page): Promise<void> {
  await page.locator('.detail summary', { hasText: 'Customer' }).waitFor();
  await page.locator('.detail details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
}

/** Runs an action that the menu of the open request has. */
export async function choose(page: Page, name: string): Promise<void> {
  const detail = page.locator('.detail');
  await detail.getByRole('button', { name: 'More actions' }).click();
  await detail.locator('.menu').getByRole('button', { name, exact: true }).click();
}

/** Types into the search over everything. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(text);
}

/** Shows only one technician, or another one as well. */
export async function showOnly(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.locator('.menu label', { hasText: name }).click();
  await page.keyboard.press('Escape');
}

/** Opens the menu of the page's settings. */
export const openSettings = (page: Page) =>
  page.getByRole('button', { name: 'Settings', exact: true }).click();

/** Waits until the page shows a notice. */
export const said = (page: Page, text: string | RegExp) =>
  page.locator('.notice', { hasText: text }).first().waitFor();
