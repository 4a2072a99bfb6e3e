import { expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import type { BoardView } from '../../lib/board/views/day.ts';
import { accessibilityFaults } from '../support/browser.ts';
import { boardPages, changingAnswers, inBrowser, phone, said, unfold } from './page-fixture.ts';

const api = '**/api/v1/**';
const boards = '**/api/v1/accounts/*/board/*';

/** Has a test answer one kind of the page's requests. */
const answering = (address: string, answer: (route: Route) => unknown) => ({
  before: async (user: { route(address: string, answer: (route: Route) => unknown): Promise<unknown> }) => {
    await user.route(address, answer);
  },
});

/** What axe finds after each step. */
async function faultsAfter(page: Page, ...steps: readonly (() => Promise<unknown>)[]) {
  const faults: string[] = [];
  for (const step of steps) {
    await step();
    faults.push(...(await accessibilityFaults(page)));
  }
  return faults;
}

inBrowser('the page, in light and dark colors,', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('has no fault that axe finds on a day, in a request, or while a job is moved or searched for', async () => {
    const page = await pages.open();
    const found = await faultsAfter(
      page,
      () => job(page, 'Luis Ortega').waitFor(),
      async () => {
        await job(page, 'Luis Ortega').click();
        await page.locator('.transcript').first().waitFor();
        await unfold(page);
      },
      async () => {
        await page.keyboard.press('m');
        await page.locator('.placing').waitFor();
      },
      async () => {
        await page.route('**/move', (route) =>
          route.fulfill({
            status: 409,
            json: {
              detail: '10:30 AM on Monday is taken. Nothing was changed.',
              alternatives: [
                { date: pages.monday, time: '3:00 PM', technicianId: 'carla', technician: 'Carla' },
              ],
            },
          }),
        );
        await page.keyboard.press('Enter');
        await said(page, 'Nothing was changed.');
        await button(page, '3:00 PM with Carla').waitFor();
      },
      async () => {
        await page.getByLabel('Search').fill('Ortega');
        await page.locator('.job.dim').first().waitFor();
      },
    );

    expect(found).toEqual([]);
  });

  it('has none in its forms', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').click();
    const opened = (name: string) => async () => {
      if ((await page.locator('.dialog').count()) > 0) await page.keyboard.press('Escape');
      await button(page, name).first().click();
      await page.locator('.dialog h2').waitFor();
    };
    const found = await faultsAfter(
      page,
      async () => {
        await opened('Move…')();
        await page.locator('.starts button').first().waitFor();
      },
      ...['Send out…', 'Hold…', 'Cancel…', 'Add a note…'].map(opened),
      ...['New job', 'Block time', 'Keys', 'View call'].map(opened),
    );

    expect(found).toEqual([]);
  });

  it('has none on a phone', async () => {
    const page = await pages.open({ viewport: phone });
    const found = await faultsAfter(
      page,
      () => job(page, 'Luis Ortega').waitFor(),
      async () => {
        await page.getByRole('button', { name: /Waiting/ }).click();
        await page.locator('.entry').first().waitFor();
      },
      async () => {
        await page.locator('.entry', { hasText: 'Dana Miller' }).locator('.open-entry').click();
        await page.locator('#detail-title').waitFor();
      },
      async () => {
        await page.locator('.detail').getByRole('button', { name: 'Schedule…' }).click();
        await page.locator('.starts button').first().waitFor();
      },
    );

    expect(found).toEqual([]);
  });

  it('says at once that the connection is lost, refuses changes, and goes on when it is back', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').click();
    await page.locator('.transcript').first().waitFor();
    const found = await faultsAfter(page, async () => {
      await page.context().setOffline(true);
      await said(page, 'There is no connection to the service.');
    });
    await page.getByLabel('Urgency').selectOption('urgent');
    await said(page, 'The connection failed.');
    await page.context().setOffline(false);
    await page.locator('.notice', { hasText: 'There is no connection' }).waitFor({ state: 'detached' });

    expect(found).toEqual([]);
    expect(await page.getByLabel('Urgency').inputValue()).toBe('routine');
  });

  it('says that a day is empty or the company closed, and finds the next day with work', async () => {
    const dayAfter = (days: number) =>
      new Date(pages.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const page = await pages.open({ date: dayAfter(-1) });
    const found = await faultsAfter(page, () =>
      page.getByText('Nothing is planned on this day yet.').waitFor(),
    );
    await button(page, 'Go to the next day with work').click();
    await page.locator('.job').first().waitFor();
    const closed = await pages.open({ date: dayAfter(7) });
    await closed.getByText('The company is closed on this day.').waitFor();

    expect(found).toEqual([]);
  });

  it.each([
    ['a lane', undefined],
    ['a phone', phone],
  ])('shows on %s the times that are held for a caller', async (_, viewport) => {
    const hold = { startsAt: `${pages.monday}T17:00:00Z`, endsAt: `${pages.monday}T19:00:00Z` };
    const page = await pages.open({
      ...(viewport !== undefined && { viewport }),
      before: (user) =>
        changingAnswers(user, boards, (day: BoardView) => {
          const holds = [{ ...hold, heldUntil: pages.now.toISOString() }];
          return { ...day, lanes: [{ ...day.lanes[0], holds }] };
        }),
    });
    const found = await faultsAfter(page, () =>
      page.locator('.hold', { hasText: /held for a caller until [78]:00 AM/ }).waitFor(),
    );

    expect(found).toEqual([]);
  });

  it('says that an account has no technicians', async () => {
    const page = await pages.open({
      before: (user) => changingAnswers(user, boards, (day: BoardView) => ({ ...day, lanes: [] })),
    });
    const found = await faultsAfter(page, () => page.getByText('This account has no technicians.').waitFor());

    expect(found).toEqual([]);
  });

  it('says that the service fails, and shows the day once it works again', async () => {
    const page = await pages.open(
      answering(boards, (route) => route.fulfill({ status: 500, json: { title: 'Internal Server Error' } })),
    );
    const found = await faultsAfter(page, () => said(page, 'The service failed. Try again.'));
    await page.context().unroute(boards);
    await button(page, 'Try again').click();
    await job(page, 'Luis Ortega').waitFor();

    expect(found).toEqual([]);
  });

  it.each([
    ['the accounts', '**/api/v1/accounts'],
    ['a day', boards],
  ])('says that it waits for a slow answer about %s', async (_, address) => {
    const waiting: Route[] = [];
    const page = await pages.open(answering(address, (route) => waiting.push(route)));
    const found = await faultsAfter(page, () => page.getByText('Loading the day…').waitFor());
    for (const route of waiting) await route.continue();
    await job(page, 'Luis Ortega').waitFor();

    expect(found).toEqual([]);
  });

  it('says that the sign-in has expired', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').waitFor();
    await page.route(api, (route) => route.fulfill({ status: 401, json: { message: 'Unauthorized' } }));
    const found = await faultsAfter(page, async () => {
      await job(page, 'Luis Ortega').click();
      await said(page, /Your sign-in has expired\..*Open the address that “npm start” prints\./s);
    });

    expect(found).toEqual([]);
  });
});
