import type { CDPSession, Page } from 'playwright-core';

/** Milliseconds of CPU time on the main thread of a page. */
export interface Cost {
  /** Scripts, styles, layout and painting. */
  readonly all: number;
  readonly scripts: number;
}

/** Measures a page by its thread's CPU clock, which doesn't advance while other processes run. */
export async function meterOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return {
    /** The cost of what `act` makes the page do, until the page is idle. */
    async costOf(act: () => Promise<unknown>): Promise<Cost> {
      await rest(page);
      const idle = await read(session);
      await rest(page);
      const before = await read(session);
      await act();
      await rest(page);
      const after = await read(session);
      // Excludes the cost of waiting.
      const netOf = (name: keyof Cost) => after[name] - before[name] - (before[name] - idle[name]);
      return { all: netOf('all'), scripts: netOf('scripts') };
    },
  };
}

async function read(session: CDPSession): Promise<Cost> {
  const { metrics } = await session.send('Performance.getMetrics');
  const ms = (name: string) => 1_000 * (metrics.find((one) => one.name === name)?.value ?? Number.NaN);
  return { all: ms('TaskDuration'), scripts: ms('ScriptDuration') };
}

/** Resolves after two frames. */
const rest = (page: Page) =>
  page.evaluate(
    'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(shown))))',
  );
