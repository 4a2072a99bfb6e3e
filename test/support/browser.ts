import { existsSync, readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The browser of the machine; undefined if it has none. */
export const browserPath = paths.find((path) => existsSync(path));

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath ?? '', args: ['--no-sandbox'] });

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** What axe finds on the page as it is, by rule and element. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe);
  return await page.evaluate(`axe
    .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`);
}
