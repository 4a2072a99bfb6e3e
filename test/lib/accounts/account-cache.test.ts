import { describe, expect, it } from '@jest/globals';
import { cacheAccounts } from '../../../lib/accounts/account-cache.ts';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';

const account = parseAccount({
  accountId: 'acme',
  name: 'Acme',
  timezone: 'UTC',
  hours: {},
  serviceTypes: [],
  technicians: [],
});

function setup() {
  const state = { now: 0, reads: 0, found: true, failing: false };
  const source = {
    async byOrigin() {
      state.reads++;
      await Promise.resolve();
      if (state.failing) throw new Error('down');
      return state.found ? account : undefined;
    },
  };
  const cache = cacheAccounts(source, () => state.now);
  return { state, look: () => cache.byOrigin('crm', 'loc') };
}

describe('cached accounts', () => {
  it('are reloaded every minute', async () => {
    const { state, look } = setup();
    await look();
    state.now = 59_999;
    expect(await look()).toBe(account);
    expect(state.reads).toBe(1);
    state.now = 60_000;
    await look();
    expect(state.reads).toBe(2);
  });

  it('are read once for parallel look-ups', async () => {
    const { state, look } = setup();
    await Promise.all([look(), look(), look()]);
    expect(state.reads).toBe(1);
  });

  it('stay valid, however old, while the source fails', async () => {
    const { state, look } = setup();
    await look();
    state.failing = true;
    state.now = 61 * 60_000;
    expect(await look()).toBe(account);
    state.failing = false;
    await look();
    expect(state.reads).toBe(3);
  });

  it('do not include unknown origins', async () => {
    const { state, look } = setup();
    state.found = false;
    expect(await look()).toBeUndefined();
    state.found = true;
    expect(await look()).toBe(account);
  });

  it('drop a removed origin', async () => {
    const { state, look } = setup();
    await look();
    Object.assign(state, { found: false, now: 60_000 });
    expect(await look()).toBeUndefined();
    state.failing = true;
    await expect(look()).rejects.toThrow('down');
  });
});
