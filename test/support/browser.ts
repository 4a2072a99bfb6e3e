import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

/** Only a hang takes this long. */
const HANG_MS = 300_000;

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const paths = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)));

/**
 * The machine's browser; undefined if it has none. Some systems have only a script that asks to install one, which
 * fails.
 */
export const browserPath = paths.find(
  (path) => existsSync(path) && spawnSync(path, ['--version']).status === 0,
);

/** A browser with a new profile. Containers run it as root and with little shared memory. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: HANG_MS,
  });

/** Pages don't poll and don't time out: only the test changes them, however slow the machine is. */
export const withoutDeadlines = `{
  const [begin, end] = [window.setTimeout, window.clearTimeout];
  const waiting = new Map();
  window.setTimeout = (run, ms = 0, ...rest) => {
    if (ms < 5_000) return begin(run, ms, ...rest);
    const id = -1 - waiting.size;
    waiting.set(id, run);
    return id;
  };
  window.clearTimeout = (id) => (waiting.has(id) ? waiting.set(id, () => {}) : end(id));
  window.letTimePass = () => {
    const due = [...waiting];
    for (const [id] of due) waiting.set(id, () => {});
    for (const [, run] of due) run();
  };
  AbortSignal.timeout = () => new AbortController().signal;
}`;

/** Runs whatever a page does later, such as its next poll. */
export const letTimePass = (page: Page): Promise<unknown> => page.evaluate('letTimePass()');

/** A user of the browser, with separate storage. */
export async function newUser(
  browser: Browser,
  viewport = { width: 1440, height: 900 },
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const user = await browser.newContext({
    ...{ viewport, locale: 'en-US', reducedMotion: 'reduce' },
    ...options,
  });
  user.setDefaultTimeout(HANG_MS);
  await user.addInitScript(withoutDeadlines);
  return user;
}

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** What axe finds on the page, by rule and element, in light and dark colors. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  const light: string[] = await page.evaluate(
    found("['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']"),
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark: string[] = await page.evaluate(found("{ type: 'rule', values: ['color-contrast'] }"));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

/** A script that runs some of axe's rules. */
const found = (rules: string): string => `axe
  .run(document, { runOnly: ${rules} })
  .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`;

/** What axe finds after each step. */
export async function faultsAfter(
  page: Page,
  ...steps: readonly (() => Promise<unknown>)[]
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const step of steps) {
    await step();
    faults.push(...(await accessibilityFaults(page)));
  }
  return faults;
}
