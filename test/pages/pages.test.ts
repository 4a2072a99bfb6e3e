import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { inBrowser } from '../board/page-fixture.ts';
import { faultsAfter } from '../support/browser.ts';
import { until } from '../support/processes.ts';
import { type Job, linkedPages } from './link-fixture.ts';

const accountId = 'acme-hvac';
const narrow = { width: 320, height: 640 };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, text: string) =>
  page.getByRole('heading', { name: text, exact: true }).waitFor();
const isNarrowEnough = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

inBrowser('pages by link', () => {
  const pages = linkedPages();
  /** Each test has visits of its own. */
  let taken = 0;
  const job = async (): Promise<Job> => {
    const jobs = (await pages.jobs()).filter(({ status }) => status === 'scheduled');
    const found = jobs[taken++ % jobs.length];
    if (found === undefined) throw new Error('The demo has jobs');
    return found;
  };
  const state = async ({ dispatchRequestId }: Job) =>
    (await pages.api(`/requests/${dispatchRequestId}`)).request;
  const visitPage = async ({ dispatchRequestId }: Job) =>
    await pages.link({ kind: 'visit', accountId, dispatchRequestId });
  const dayPage = async ({ technicianId }: Job) =>
    await pages.link({ kind: 'day', accountId, technicianId, date: pages.monday });
  const card = (page: Page, { dispatchRequestId }: Job) =>
    page.locator(`[data-request="${dispatchRequestId}"]`);

  it.each([false, true])(
    'let a customer confirm, move, note and cancel (scripts: %s)',
    async (javaScriptEnabled) => {
      const own = await job();
      const page = await pages.open(await visitPage(own), { javaScriptEnabled });
      await heading(page, 'Your visit is booked');
      await button(page, 'Confirm this visit').click();
      await heading(page, 'Your visit is confirmed');

      await page.getByText('Tell the technician something').click();
      await page.getByRole('textbox', { name: /gate code/ }).fill('Gate 4411');
      await button(page, 'Send').click();
      await page.getByText('Tell the technician something').click();
      await page.getByText('Your last note came in').waitFor();

      await button(page, 'See free times').click();
      await page.getByRole('link', { name: 'Later days' }).click();
      const group = page.getByRole('group').first();
      const day = await group.locator('legend').innerText();
      const pick = group.locator('label').last();
      const time = await pick.innerText();
      await pick.click();
      await button(page, 'Hold this time for me').click();
      await heading(page, 'Is this time right?');
      await page.locator('.held .when', { hasText: day }).waitFor();
      await page.locator('.held .when', { hasText: time }).waitFor();
      await button(page, 'Yes, come then').click();
      await page.locator('.standing .when', { hasText: day }).waitFor();
      await heading(page, 'Your visit is booked');

      await page.getByText('Cancel the visit').click();
      await page.getByLabel('Why?').fill('It works again');
      await button(page, 'Cancel my visit').click();
      await heading(page, 'Your visit is canceled');
      expect(await state(own)).toMatchObject({ status: 'canceled' });
    },
  );

  it('say why something is refused, and what stands', async () => {
    const own = await job();
    const page = await pages.open(await visitPage(own), { javaScriptEnabled: false });
    await pages.api(`/requests/${own.dispatchRequestId}/notes`, { note: 'x' }, own.version);
    await button(page, 'Confirm this visit').click();
    await page.getByRole('alert').filter({ hasText: 'This has changed meanwhile.' }).waitFor();
    await button(page, 'Confirm this visit').click();
    await heading(page, 'Your visit is confirmed');
  });

  it.each([false, true])('lead a technician through a visit (scripts: %s)', async (javaScriptEnabled) => {
    const own = await job();
    const page = await pages.open(await dayPage(own), { javaScriptEnabled });
    await card(page, own).getByLabel('Arriving in').selectOption('20');
    await card(page, own).getByRole('button', { name: 'On my way' }).click();
    await card(page, own).locator('.status', { hasText: 'On the way' }).waitFor();
    await card(page, own).getByRole('button', { name: 'Arrived' }).click();
    await card(page, own).locator('.status', { hasText: 'At work' }).waitFor();
    await card(page, own).getByText('Add a note').click();
    await card(page, own).getByRole('textbox', { name: 'Note', exact: true }).fill('New capacitor');
    await card(page, own).getByRole('button', { name: 'Add', exact: true }).click();
    await card(page, own).locator('.notes', { hasText: 'New capacitor' }).waitFor();
    await card(page, own).getByRole('button', { name: 'Done' }).click();
    await card(page, own).locator('.status', { hasText: 'Done' }).waitFor();
    expect(await state(own)).toMatchObject({ status: 'completed' });
  });

  it('keep what is pressed without network, and send it in order later', async () => {
    const own = await job();
    const page = await pages.open(await dayPage(own));
    await page.context().setOffline(true);
    await card(page, own).getByRole('button', { name: 'On my way' }).click();
    await card(page, own).getByText('No network.').waitFor();
    await card(page, own).getByRole('button', { name: 'Arrived' }).click();
    await card(page, own).getByText('I couldn’t do it').click();
    await card(page, own).getByLabel('Parts are missing').check();
    await card(page, own).getByRole('button', { name: 'Tell the office' }).click();
    await card(page, own).getByText('On my way, Arrived, Tell the office · No network.').waitFor();
    expect(await state(own)).toMatchObject({ status: 'scheduled', version: own.version });

    await page.context().setOffline(false);
    await card(page, own).locator('.status', { hasText: 'On hold' }).waitFor();
    const { history } = await state(own);
    expect(history.slice(-4).map(({ to }: { to: string }) => to)).toEqual([
      ...['dispatched', 'en_route', 'in_progress', 'on_hold'],
    ]);
  });

  it('let the version decide what was pressed without network, and say so', async () => {
    const own = await job();
    const page = await pages.open(await dayPage(own));
    await page.context().setOffline(true);
    await card(page, own).getByRole('button', { name: 'On my way' }).click();
    await card(page, own).getByRole('button', { name: 'Arrived' }).click();
    await pages.api(`/requests/${own.dispatchRequestId}/notes`, { note: 'Call first' }, own.version);
    await page.context().setOffline(false);

    await card(page, own).getByText('This has changed meanwhile.').waitFor();
    expect(await state(own)).toMatchObject({ status: 'scheduled', version: own.version + 1 });
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('keep what is pressed even if the page is closed', async () => {
    const own = await job();
    const url = await dayPage(own);
    const page = await pages.open(url);
    await page.context().setOffline(true);
    await card(page, own).getByRole('button', { name: 'Arrived' }).click();
    await card(page, own).getByText('No network.').waitFor();
    const user = page.context();
    await page.close();
    await user.setOffline(false);
    await (await user.newPage()).goto(url);

    await until(async () => (await state(own)).status === 'in_progress');
  });

  it('let a person on call take an emergency', async () => {
    const { requests } = await pages.api('/queue');
    const [emergency] = requests.filter(({ urgency }: { urgency: string }) => urgency === 'emergency');
    const { dispatchRequestId } = emergency;
    const ana = await pages.link({ kind: 'alert', accountId, dispatchRequestId, name: 'Ana' });
    const page = await pages.open(ana);
    await button(page, 'I’ll take it').click();
    await page.getByText('You have it.').waitFor();
    expect((await pages.api(`/requests/${dispatchRequestId}`)).request.acknowledgedAt).toBeDefined();
  });

  it('have no fault that axe finds, in light and dark colors, and fit on the narrowest phone', async () => {
    const [own, second] = [await job(), await job()];
    const visit = await visitPage(own);
    const { requests } = await pages.api('/queue');
    const { dispatchRequestId } = requests[0];
    const page = await pages.open(visit, { viewport: narrow });
    const widths: unknown[] = [];
    const shown = (url: string) => async () => {
      await page.goto(url);
      await page.locator('details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '');
      });
      widths.push(await isNarrowEnough(page));
    };
    const found = await faultsAfter(
      page,
      shown(visit),
      shown(`${visit}?from=${pages.monday}`),
      shown(await dayPage(second)),
      shown(await pages.link({ kind: 'alert', accountId, dispatchRequestId, name: 'Ana' })),
      shown(visit.slice(0, -1)),
      async () => {
        await shown(visit)();
        await pages.api(
          `/requests/${own.dispatchRequestId}/notes`,
          { note: 'y' },
          (await state(own)).version,
        );
        await button(page, 'Confirm this visit').click();
        await page.getByRole('alert').waitFor();
      },
    );

    expect(found).toEqual([]);
    expect(widths).toEqual(widths.map(() => true));
  });
});
