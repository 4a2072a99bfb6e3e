import type { Browser, Page } from 'playwright-core';
import { newUser } from '../../support/browser.ts';

/** How often the mouse moves during a drag. */
export const MOVES = 60;
const VIEWPORT = { width: 1440, height: 900 };

/** Opens a page for as long as `use` runs, in a browser with an empty profile. */
export async function onPage<T>(browser: Browser, url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const user = await newUser(browser, VIEWPORT);
  try {
    const page = await user.newPage();
    await page.goto(url);
    return await use(page);
  } finally {
    await user.close();
  }
}

/** Goes to the next day or week and waits for its jobs. */
export const turnPage = (page: Page) =>
  untilAfter(
    page,
    "document.dispatchEvent(new KeyboardEvent('keydown', { key: ']' }))",
    "document.querySelector('[data-job]') !== null",
  );

/** Reads a change of someone else and waits until the page shows it. */
export const readChange = (page: Page) =>
  untilAfter(
    page,
    "window.dispatchEvent(new Event('online'))",
    "document.querySelector('[data-job]').classList.contains('no_show') !== before",
    "document.querySelector('[data-job]').classList.contains('no_show')",
  );

/** Polls every few milliseconds, at almost no cost. */
const untilAfter = (page: Page, act: string, isDone: string, before = 'undefined') =>
  page.evaluate(`new Promise((done) => {
    const before = ${before};
    ${act};
    const look = () => (${isDone} ? done() : setTimeout(look, 50));
    look();
  })`);

/** Shows the day in the other calendar. */
export const showCalendar = (page: Page) =>
  page.evaluate(`showDay().then(() => new Promise((shown, failed) => {
    requestAnimationFrame(() => (document.querySelectorAll('.ec-event').length === 240 ? shown() : failed('No events')));
  }))`);

/** Grabs a movable job and waits for its possible starts. */
export async function takeJob(page: Page): Promise<void> {
  const box = await page.locator('.job.scheduled').first().boundingBox();
  if (box === null) throw new Error('There is no job to drag');
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 12, { steps: 4 });
  await page.locator('.start').first().waitFor();
}

/** Moves the mouse over the lanes and back, one frame per move. */
export async function wave(page: Page): Promise<void> {
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(300 + (move % 30) * 20, 250 + (move % 20) * 15);
    await page.evaluate('new Promise(requestAnimationFrame)');
  }
}
