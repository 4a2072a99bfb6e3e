import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { boardPages, changingAnswers, choose, inBrowser, said, searchFor, unfold } from './page-fixture.ts';

const EVIL = '<script>document.title="ran"</script><img src=x onerror="document.title=1">';

/** Texts that people and platforms write, by field name. */
const written = new Set(
  'name firstName lastName email address city state zip gateCode notes serviceType technician customer reason why by label summary transcript outcome topic'.split(
    ' ',
  ),
);

/** An answer of the service in which all text from outside is hostile. */
function hostile(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => hostile(one, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hostile(inner, key)]));
  return typeof value === 'string' && written.has(name) ? `${EVIL}${value}` : value;
}

/** Checks that nothing ran and that no text became an element. */
async function expectHarmless(page: Page): Promise<void> {
  expect(await page.title()).toMatch(/Dispatch board$/);
  expect(await page.locator('#page img, #page script').count()).toBe(0);
}

inBrowser('text that is a script', () => {
  const pages = boardPages();
  const open = async (page: Page, name: string) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.locator('.dialog h2').waitFor();
  };

  it('stays text in every field in which dispatchers write', async () => {
    const page = await pages.open();
    await page.locator('.job').first().waitFor();
    await open(page, 'New job');
    for (const field of ['name', 'address', 'city', 'notes'])
      await page.locator(`.dialog [name=${field}]`).fill(EVIL);
    await page.locator('.dialog').getByRole('button', { name: 'Create' }).click();
    await said(page, 'The job is created');
    await page.locator('.detail h2', { hasText: EVIL }).waitFor();
    for (const [form, send] of [
      ['Add a note…', 'Add a note'],
      ['Cancel…', 'Cancel the request'],
    ] as const) {
      await choose(page, form);
      await page.locator('.dialog [name=text]').fill(EVIL);
      await page.locator('.dialog').getByRole('button', { name: send }).click();
      await page.locator('.dialog').waitFor({ state: 'detached' });
    }
    await page.keyboard.press('b');
    await page.locator('.dialog [name=reason]').fill(EVIL);
    await page.locator('.dialog [name=technician]').selectOption('dev');
    await page.locator('.dialog [name=from]').fill(`${pages.monday}T08:00`);
    await page.locator('.dialog [name=to]').fill(`${pages.monday}T10:00`);
    await page.locator('.dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await said(page, 'Dev is blocked: <script>');
    await page.locator('.block', { hasText: EVIL }).waitFor();
    const found = page.waitForResponse('**/search?*');
    await searchFor(page, EVIL);
    await found;
    await page.getByText('Searching…').waitFor({ state: 'detached' });

    await expectHarmless(page);
  });

  it('stays text wherever callers, customers and platforms wrote it', async () => {
    const page = await pages.open({
      before: (user) => changingAnswers(user, '**/api/v1/accounts/**', hostile),
    });
    await page.locator('.job', { hasText: `${EVIL}Luis Ortega` }).click();
    await page.locator('.transcript', { hasText: EVIL }).first().waitFor();
    await unfold(page);
    await page.locator('.history', { hasText: EVIL }).waitFor();
    await expectHarmless(page);
    await open(page, 'Move…');
    await page.locator('.starts', { hasText: EVIL }).first().waitFor();
    await expectHarmless(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('.unbooked .open-entry').click();
    await page.locator('.dialog h2').waitFor();
    await expectHarmless(page);
  });
});
