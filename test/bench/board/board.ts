import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { buildPage } from '../../../board/build.ts';
import { browserPath, startBrowser } from '../../support/browser.ts';
import { type Group, median, type Row, row } from '../report.ts';
import type { Shop } from './days.ts';
import { type Cost, meterOf } from './main-thread.ts';
import {
  ask,
  calendarDay,
  change,
  draw,
  MOVES,
  nextDays,
  nothing,
  onPage,
  type Step,
  takeJob,
  wave,
} from './pages.ts';
import { type BoardServer, startBoardServer } from './server.ts';

/** The maximum sizes in bytes, compressed: of all files of the page, and of what its first view needs. */
const [PAGE_BYTES, FIRST_BYTES] = [64 * 1024, 40 * 1024];
/** Nobody works on the Sunday; everybody works on the Monday. */
const [SUNDAY, MONDAY] = ['2030-01-06', '2030-01-07'];

/** The dispatchers' page in Chromium: its size, and the work of the main thread. */
export const board: Group = {
  name: 'board',
  title: "The dispatchers' page",
  async measure(quick) {
    if (browserPath === undefined) {
      console.log('No Chromium on this machine: the page is not measured in a browser.');
      return sizeRows();
    }
    const browser = await startBrowser();
    const day: Shop = { technicians: 40, version: 1 };
    const week: Shop = { technicians: 140, version: 1 };
    const shops = new Map([
      ['day', day],
      ['week', week],
    ]);
    const server = await startBoardServer(shops, MONDAY);
    try {
      return [...sizeRows(), ...(await browserRows(browser, server, day, quick ? 5 : 15))];
    } finally {
      await browser.close();
      server.server.close();
    }
  },
};

function sizeRows(): Row[] {
  const files = buildPage();
  const sizeOf = (some: typeof files) =>
    some.reduce((sum, { body }) => sum + brotliCompressSync(body).length, 0);
  const first = sizeOf(files.filter(({ isFirst }) => isFirst));
  return [
    row('the page, all files, brotli', '64 KB', 'bytes', [sizeOf(files), PAGE_BYTES], { atMost: 1 }),
    row('its first view', '40 KB', 'bytes', [first, FIRST_BYTES], { atMost: 1 }),
  ];
}

interface Round {
  readonly day: Cost;
  readonly change: Cost;
  readonly drag: Cost;
  readonly week: Cost;
  readonly calendar: Cost;
  readonly empty: Cost;
}

async function browserRows(
  browser: Browser,
  server: BoardServer,
  shop: Shop,
  rounds: number,
): Promise<Row[]> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await roundOf(browser, server, shop));
  const all = (name: keyof Round) => median(measured.map((one) => one[name].all));
  const day = all('day');
  const drag = median(measured.map((one) => one.drag.scripts)) / MOVES;
  return [
    row('40 technicians × 6 jobs, first render', 'EventCalendar 5.15', 'ms', [day, all('calendar')], {
      atMost: 0.2,
    }),
    row('140 technicians, a week of 5,040 jobs', '40 technicians × 6 jobs', 'ms', [all('week'), day], {
      atMost: 2,
    }),
    row('one job changed by another', 'a first render', 'ms', [all('change'), day], { atMost: 0.1 }),
    row('scripts per move while dragging', "an empty page's frame", 'ms', [drag, all('empty') / MOVES], {
      atMost: 2,
    }),
  ];
}

/** Measures each page once, alternating with the others. */
async function roundOf(browser: Browser, { url }: BoardServer, shop: Shop): Promise<Round> {
  const boardAt = (query: string) => `${url}/board/index.html?${query}#${'t'.repeat(32)}`;
  const ofDay = await onPage(browser, boardAt(`account=day&date=${SUNDAY}`), async (page) => {
    await page.locator('[data-technician=t0]').first().waitFor();
    const day = await drawingCost(page, nextDays);
    shop.version++;
    const changed = await drawingCost(page, change);
    await takeJob(page);
    const { costOf } = await meterOf(page);
    return { day, change: changed, drag: await costOf(() => wave(page)) };
  });
  const week = await onPage(browser, boardAt(`account=week&view=week&date=${SUNDAY}`), async (page) => {
    await page.locator('[data-technician=t0]').first().waitFor();
    return await drawingCost(page, nextDays);
  });
  const calendar = await onPage(browser, `${url}/calendar.html`, async (page) => {
    await page.waitForFunction('window.showDay');
    return await drawingCost(page, calendarDay);
  });
  const empty = await onPage(browser, `${url}/empty.html`, async (page) => {
    const { costOf } = await meterOf(page);
    return await costOf(() => wave(page));
  });
  return { ...ofDay, week, calendar, empty };
}

/** The cost of drawing answers that are read and parsed, without that of waiting for it. */
async function drawingCost(page: Page, step: Step): Promise<Cost> {
  const { costOf } = await meterOf(page);
  const waiting = await costOf(() => draw(page, nothing));
  await ask(page, step);
  const { all, scripts } = await costOf(() => draw(page, step));
  return { all: all - waiting.all, scripts: scripts - waiting.scripts };
}
