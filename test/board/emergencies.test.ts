import { expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import type { QueueView } from '../../lib/board/views.ts';
import { boardPages, changingAnswers, inBrowser } from './page-fixture.ts';

/** Counts the tones that the page plays, and the messages that it shows on the desktop. */
const recording = `{
  window.tones = 0;
  window.AudioContext = class {
    currentTime = 0;
    destination = {};
    resume() { return Promise.resolve(); }
    createOscillator() {
      return { frequency: {}, connect: (next) => next, stop() {}, start() { window.tones++; } };
    }
    createGain() {
      const ramp = () => undefined;
      return { gain: { setValueAtTime: ramp, linearRampToValueAtTime: ramp }, connect: (next) => next };
    }
  };
  window.shown = [];
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(text) { window.shown.push(text); }
    addEventListener() {}
    close() {}
  };
}`;

/** The tones of one alarm. */
const ALARM = 6;

inBrowser('an emergency', () => {
  const pages = boardPages();

  /** Opens the page without emergencies. `change` alters the queue from then on, as the page sees it at its next read. */
  async function open() {
    let alter = ({ requests, ...queue }: QueueView): QueueView => ({
      ...queue,
      requests: requests.filter(({ group }) => group !== 'emergencies'),
    });
    const page = await pages.open({
      before: async (user: BrowserContext) => {
        await user.addInitScript(recording);
        await changingAnswers(user, '**/api/v1/accounts/*/queue', (queue) => alter(queue));
      },
    });
    await page.locator('.job').first().waitFor();
    await page.locator('.lane h3').first().click();
    const change = async (next: (queue: QueueView) => QueueView) => {
      alter = next;
      const read = page.waitForResponse('**/queue');
      await page.evaluate("window.dispatchEvent(new Event('online'))");
      await read;
    };
    return { page, change };
  }
  const recorded = (page: Page, name: string) => page.evaluate(`window.${name}`);
  const toldTo = (people: readonly string[]) => (queue: QueueView) => ({
    ...queue,
    requests: queue.requests.map((one) =>
      one.group === 'emergencies'
        ? {
            ...one,
            notified: people.map((name) => ({ at: one.createdAt, role: 'first' as const, people: [name] })),
          }
        : one,
    ),
  });

  it('is heard and shown on the tab, in a message and to screen readers, once, and once more when others are told', async () => {
    const { page, change } = await open();
    expect(await page.title()).toBe('Dispatch board');
    await change(toldTo(['Ana']));
    await page.locator('.ringing', { hasText: 'Walter Jensen' }).waitFor();
    await page.locator('#live', { hasText: 'Emergency, Walter Jensen' }).waitFor({ state: 'attached' });
    expect(await page.title()).toBe('‼ 1 emergency · Dispatch board');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain('c02419');
    expect(await recorded(page, 'tones')).toBe(ALARM);
    await change(toldTo(['Ana']));
    expect(await recorded(page, 'tones')).toBe(ALARM);
    await change(toldTo(['Ana', 'Kim']));
    await page.locator('.ringing', { hasText: 'told: Ana, Kim' }).waitFor();

    expect(await recorded(page, 'tones')).toBe(2 * ALARM);
  });

  it('is silent where the dispatcher wants it, and on the desktop where the dispatcher allows it', async () => {
    const { page, change } = await open();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Sound for emergencies').click();
    await page.getByLabel('Show emergencies on the desktop').click();
    await page.keyboard.press('Escape');
    await change(toldTo(['Ana', 'Kim', 'Ben']));
    await page.locator('.ringing').first().waitFor();

    expect(await recorded(page, 'tones')).toBe(0);
    expect(await recorded(page, 'shown')).toEqual([expect.stringContaining('Walter Jensen')]);
  });

  it('is heard and acknowledged while a form is open, which stays', async () => {
    const { page, change } = await open();
    await page.keyboard.press('n');
    await page.locator('.dialog [name=name]').fill('Nadia Haddad');
    await change((queue) => queue);
    await page.locator('.alarm', { hasText: 'Emergency, Walter Jensen, Plumbing Repair' }).waitFor();
    expect(await recorded(page, 'tones')).toBe(ALARM);
    await page.locator('.alarm').getByRole('button', { name: 'Acknowledge' }).click();
    await page.locator('.alarm').waitFor({ state: 'detached' });

    expect(await page.title()).toBe('Dispatch board');
    expect(await page.locator('.dialog [name=name]').inputValue()).toBe('Nadia Haddad');
  });
});
