import type { Browser, Page } from 'playwright-core';
import { newUser } from '../../support/browser.ts';

/** How often the mouse moves during a drag. */
export const MOVES = 60;
const VIEWPORT = { width: 1440, height: 900 };

/**
 * Between a page and the network: answers are read and parsed at once, but while they are held the page gets none. What
 * the page does with them is measured without the work of the network.
 */
const heldAnswers = `{
  const read = window.fetch;
  const held = [];
  let isHolding = false;
  let sent = 0;
  window.fetch = async (...request) => {
    sent++;
    const answer = await read(...request);
    const body = await answer.json().catch(() => undefined);
    answer.json = async () => body;
    sent--;
    if (isHolding) await new Promise((release) => held.push(release));
    return answer;
  };
  window.holdAnswers = async (act) => {
    isHolding = true;
    act();
    while (held.length === 0 || sent > 0) await new Promise((later) => setTimeout(later, 20));
  };
  window.releaseAnswers = () => {
    isHolding = false;
    for (const release of held.splice(0)) release();
  };
}`;

/** Opens a page for as long as `use` runs, in a browser with an empty profile. */
export async function onPage<T>(browser: Browser, url: string, use: (page: Page) => Promise<T>): Promise<T> {
  const user = await newUser(browser, VIEWPORT);
  try {
    await user.addInitScript(heldAnswers);
    const page = await user.newPage();
    await page.goto(url);
    return await use(page);
  } finally {
    await user.close();
  }
}

/** Something that a page does: it asks for answers, and is done when it has drawn them. */
export interface Step {
  /** A script that makes the page ask. */
  readonly ask: string;
  /** A script that is true afterwards. `before` is what `watched` was. */
  readonly isDone: string;
  readonly watched?: string;
}

/** Goes to the next day or week. */
export const nextDays: Step = {
  ask: "document.dispatchEvent(new KeyboardEvent('keydown', { key: ']' }))",
  isDone: "document.querySelector('[data-job]') !== null",
};

const isNoShow = "document.querySelector('[data-job]').classList.contains('no_show')";

/** Reads a change of someone else. */
export const change: Step = {
  ask: "window.dispatchEvent(new Event('online'))",
  isDone: `${isNoShow} !== before`,
  watched: isNoShow,
};

/** Shows the day in the other calendar. */
export const calendarDay: Step = {
  ask: 'showDay()',
  isDone: "document.querySelectorAll('.ec-event').length === 240",
};

/** Has the page ask for its answers, and keeps them from it. */
export const ask = (page: Page, { ask }: Step) => page.evaluate(`holdAnswers(() => { ${ask} })`);

/** Does nothing, and is done at the first look. */
export const nothing: Step = { ask: '', isDone: 'true' };

/** Gives the page the answers, looks every 50 ms, and resolves when it has drawn them. */
export const draw = (page: Page, { isDone, watched = 'undefined' }: Step) =>
  page.evaluate(`new Promise((done) => {
    const before = ${watched};
    releaseAnswers();
    const look = () => (${isDone} ? done() : setTimeout(look, 50));
    setTimeout(look, 50);
  })`);

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
