import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { allStores, realDependencies } from '../../../../lib/aws/composition.ts';
import type { CustomerDetails } from '../../../../lib/record/ports.ts';
import { remembers } from '../../../../lib/record/request.ts';
import { createTestTable, type TestTable } from '../../../support/database.ts';
import { createPausedClock } from '../../../support/paused-clock.ts';

const details = { accountId: 'acme', phone: '+12125550123' };
const clock = createPausedClock();
const deadline = clock.now() + 60_000;
let table: TestTable;
let customers: ReturnType<typeof allStores>['customers'];
beforeAll(async () => {
  table = await createTestTable();
  customers = allStores({ ...realDependencies(table), ...clock }).customers;
});
afterAll(() => table.destroy());

/** Stores a change of the record as it is now, unless the record remembers its invocation. */
async function put(change: CustomerDetails & { readonly invocation?: string }) {
  const previous = await customers.get(change.accountId, change.phone, deadline);
  return previous !== undefined && remembers(previous, change)
    ? 'remembered'
    : await customers.put({ ...change, previous }, deadline);
}
const nameNow = async () => (await customers.get(details.accountId, details.phone, deadline))?.name;

it('a record remembers its last 20 invocations, which change nothing again', async () => {
  const told = (nth: number) => ({ ...details, name: `Name ${nth}`, invocation: `invocation ${nth}` });
  for (let nth = 1; nth <= 30; nth++) expect(await put(told(nth))).toBe('stored');

  expect(await put(told(11))).toBe('remembered');
  expect(await nameNow()).toBe('Name 30');
  await put(told(10));
  expect(await nameNow()).toBe('Name 10');
});

it('keeps a site that one call adds while another call completes a known one', async () => {
  const other = { ...details, phone: '+12125550188' };
  const oak = { siteId: 'st_1', address: '77 Oak Avenue', position: 0 };
  await put({ ...other, site: oak });
  await put({ ...other, site: { siteId: 'st_2', address: '5 Elm Street', position: 1 } });
  await put({ ...other, site: { ...oak, gateCode: '42' } });

  const record = await customers.get(other.accountId, other.phone, deadline);
  expect(record?.sites).toMatchObject([{ siteId: 'st_1', gateCode: '42' }, { siteId: 'st_2' }]);
});

it('one of two parallel deliveries of an invocation is stored, even if the list is full', async () => {
  const again = { ...details, name: 'Twice', invocation: 'twice' };
  const previous = await customers.get(details.accountId, details.phone, deadline);
  const deliver = () => customers.put({ ...again, previous }, deadline);
  const both = await Promise.all([deliver(), deliver()]);
  expect(both.sort()).toEqual(['contended', 'stored']);
  await put({ ...details, name: 'Corrected', invocation: 'correction' });
  await put(again);

  expect(await nameNow()).toBe('Corrected');
});
