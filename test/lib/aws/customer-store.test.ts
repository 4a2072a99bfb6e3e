import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { allStores, realDependencies } from '../../../lib/aws/composition.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { createPausedClock } from '../../support/paused-clock.ts';

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

const nameNow = async () => (await customers.get(details.accountId, details.phone, deadline))?.name;

it('a record remembers its last 20 invocations, which change nothing again', async () => {
  const put = (nth: number) =>
    customers.put({ ...details, name: `Name ${nth}`, invocation: `invocation ${nth}` }, deadline);
  expect(await put(1)).toMatchObject({ created: true });
  for (let nth = 2; nth <= 30; nth++) expect(await put(nth)).toMatchObject({ created: false });

  await put(11);
  expect(await nameNow()).toBe('Name 30');
  await put(10);
  expect(await nameNow()).toBe('Name 10');
});

it('keeps a site that one call adds while another call completes a known one', async () => {
  const other = { ...details, phone: '+12125550188' };
  const oak = { siteId: 'st_1', address: '77 Oak Avenue' };
  await customers.put({ ...other, site: oak }, deadline);
  await customers.put({ ...other, site: { siteId: 'st_2', address: '5 Elm Street' } }, deadline);
  await customers.put({ ...other, site: { ...oak, gateCode: '42' } }, deadline);

  const record = await customers.get(other.accountId, other.phone, deadline);
  expect(record?.sites).toMatchObject([{ siteId: 'st_1', gateCode: '42' }, { siteId: 'st_2' }]);
});

it('one of two parallel deliveries of an invocation is stored, even if the list is full', async () => {
  const again = { ...details, name: 'Twice', invocation: 'twice' };
  await Promise.all([customers.put(again, deadline), customers.put(again, deadline)]);
  await customers.put({ ...details, name: 'Corrected', invocation: 'correction' }, deadline);
  await customers.put(again, deadline);

  expect(await nameNow()).toBe('Corrected');
});
