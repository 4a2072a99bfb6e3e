import { expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import type { BoardView } from '../../lib/board/views.ts';
import { faultsAfter } from '../support/browser.ts';
import { boardPages, changingAnswers, inBrowser, phone, said } from './page-fixture.ts';

const api = '**/api/v1/**';
const boards = '**/api/v1/accounts/*/board/*';

/** Has a test answer one kind of the page's requests. */
const answering = (address: string, answer: (route: Route) => unknown) => ({
  before: async (user: { route(address: string, answer: (route: Route) => unknown): Promise<unknown> }) => {
    await user.route(address, answer);
  },
});

inBrowser('the page, without faults that axe finds,', () => {
  const pages = boardPages();
  const job = (page: Page, name: string) => page.locator('.job', { hasText: name });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('says at once that the connection is lost, refuses changes, and goes on when it is back', async () => {
    const page = await pages.open();
    await job(page, 'Luis Ortega').click();
    await page.locator('.transcript').first().waitFor();
    const found = await faultsAfter(page, async () => {
      await page.context().setOffline(true);
      await said(page, 'There is no connection to the service.');
    });
    await button(page, 'More actions').click();
    await page.getByLabel('Urgency').selectOption('urgent');
    await said(page, 'The connection failed.');
    await page.context().setOffline(false);
    await page.locator('.notice', { hasText: 'There is no connection' }).waitFor({ state: 'detached' });

    expect(found).toEqual([]);
    await button(page, 'More actions').click();
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
