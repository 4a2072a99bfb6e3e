import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { realDependencies } from '../../../../lib/aws/composition.ts';
import { type AccountStore, createAccountStore } from '../../../../lib/aws/stores/account-store.ts';
import { activeStatuses, statuses } from '../../../../lib/record/request.ts';
import { AccountChanged } from '../../../../lib/record/store-account.ts';
import { createTestTable, type TestTable } from '../../../support/database.ts';

const now = Date.parse('2026-06-10T12:00:00Z');
const acme = {
  accountId: 'acme',
  name: 'Acme',
  timezone: 'America/New_York',
  origins: { crm: ['loc_a', 'loc_b'], voiceone: ['agent'] },
  hours: { monday: [['08:00', '17:00']] },
  serviceTypes: [],
  technicians: [],
};

describe('the account store', () => {
  let table: TestTable;
  let accounts: AccountStore;

  beforeEach(async () => {
    table = await createTestTable();
    accounts = createAccountStore({ ...realDependencies(table), now: () => now });
  });
  afterEach(() => table.destroy());

  const appointment = (endsAt: string, status: string) =>
    table.document.send(
      new PutCommand({
        TableName: table.tableName,
        Item: {
          pk: `REQUEST#${endsAt}${status}`,
          sk: 'REQUEST',
          accountKey: 'ACCOUNT#acme',
          createdAt: '2026-06-01T00:00:00Z',
          status,
          appointment: { startsAt: '2026-06-10T11:00:00.000Z', endsAt },
        },
      }),
    );

  it('finds an account by each of its origins and by its id', async () => {
    const stored = await accounts.put(acme);
    expect(await accounts.byOrigin('crm', 'loc_b')).toEqual(stored);
    expect(await accounts.byOrigin('voiceone', 'agent')).toEqual(stored);
    expect(await accounts.byId('acme')).toEqual(stored);
  });

  it('finds nothing for an unknown origin or id', async () => {
    await accounts.put(acme);
    expect(await accounts.byOrigin('voicetwo', 'agent')).toBeUndefined();
    expect(await accounts.byId('other')).toBeUndefined();
  });

  it('replaces a document, and frees the origins that it no longer names', async () => {
    await accounts.put(acme);
    await accounts.put({ ...acme, name: 'New', origins: { crm: ['loc_b', 'loc_c'] } });
    expect(await accounts.byOrigin('crm', 'loc_a')).toBeUndefined();
    expect(await accounts.byOrigin('crm', 'loc_c')).toMatchObject({ name: 'New' });
    await accounts.put({ ...acme, accountId: 'other', origins: { crm: ['loc_a'] } });
    expect(await accounts.byOrigin('crm', 'loc_a')).toMatchObject({ accountId: 'other' });
  });

  it('refuses origins of another account, and stores nothing', async () => {
    await accounts.put(acme);
    const thief = { ...acme, accountId: 'thief', origins: { crm: ['mine', 'loc_a'], voiceone: ['agent'] } };
    await expect(accounts.put(thief)).rejects.toMatchObject({
      faults: [
        { path: 'origins.crm[1]', expected: 'an origin not used by another account' },
        { path: 'origins.voiceone[0]', expected: 'an origin not used by another account' },
      ],
    });
    expect(await accounts.byId('thief')).toBeUndefined();
    expect(await accounts.byOrigin('crm', 'mine')).toBeUndefined();
  });

  it('gives an origin to one of two accounts that claim it at the same time', async () => {
    const results = await Promise.allSettled(
      ['one', 'two'].map((accountId) => accounts.put({ ...acme, accountId })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('refuses an invalid document', async () => {
    await expect(accounts.put({ ...acme, timezone: 'nowhere' })).rejects.toMatchObject({
      faults: [{ path: 'timezone' }],
    });
  });

  it('refuses more changed origins than fit into one transaction', async () => {
    const many = (prefix: string) => ({ crm: Array.from({ length: 60 }, (_, index) => `${prefix}${index}`) });
    await accounts.put({ ...acme, origins: many('a') });
    await expect(accounts.put({ ...acme, origins: many('b') })).rejects.toThrow(
      /^origins: expected at most 99/,
    );
  });

  it.each(activeStatuses)('keeps the time zone while an appointment in progress is %s', async (status) => {
    await accounts.put(acme);
    await appointment('2026-06-10T12:00:00.001Z', status);
    await expect(accounts.put({ ...acme, timezone: 'America/Denver' })).rejects.toMatchObject({
      faults: [
        {
          path: 'timezone',
          expected: 'America/New_York until all appointments and blocks of the account are over',
        },
      ],
    });
    await expect(accounts.put({ ...acme, name: 'New' })).resolves.toMatchObject({ name: 'New' });
  });

  it('lets the time zone change once every appointment is over, whatever its status, or holds no time', async () => {
    await accounts.put(acme);
    for (const status of statuses) await appointment('2026-06-10T12:00:00.000Z', status);
    const released = statuses.filter((status) => !activeStatuses.some((standing) => standing === status));
    for (const status of released) await appointment('2026-06-11T11:00:00.000Z', status);
    const moved = { ...acme, timezone: 'America/Denver' };
    await expect(accounts.put(moved)).resolves.toMatchObject({ timezone: moved.timezone });
  });

  it('increments the version with every write, whatever version the document has', async () => {
    await accounts.put(acme);
    await accounts.put({ ...acme, name: 'New', version: 7 });
    expect(await accounts.byId('acme')).toMatchObject({ name: 'New', version: 2 });
  });

  it('stores nothing if the base version has changed', async () => {
    await expect(accounts.put(acme, 1)).rejects.toBeInstanceOf(AccountChanged);
    await accounts.put(acme, 0);
    await expect(accounts.put({ ...acme, name: 'New' }, 0)).rejects.toBeInstanceOf(AccountChanged);
    await accounts.put({ ...acme, name: 'New' }, 1);
    expect(await accounts.byId('acme')).toMatchObject({ name: 'New', version: 2 });
  });

  it('stores one of two documents with the same base version', async () => {
    await accounts.put(acme);
    const results = await Promise.allSettled(
      ['One', 'Two'].map((name) => accounts.put({ ...acme, name }, 1)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await accounts.byId('acme')).toMatchObject({ version: 2 });
  });

  it('lists all accounts by id', async () => {
    await accounts.put(acme);
    await accounts.put({ ...acme, accountId: 'a1', origins: {} });
    expect((await accounts.list()).map(({ accountId }) => accountId)).toEqual(['a1', 'acme']);
  });
});
