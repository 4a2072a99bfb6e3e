import { describe, expect, it } from '@jest/globals';
import { aws, file, key, run, stored } from './stack-fixture.ts';

const CRM = 'secret-crm';
const acme = { ...key, accounts: ['acme-hvac'] };
const other = { ...key, id: 'second', secret: 'another-secret-of-32-characters!', accounts: ['beta-hvac'] };

const holding = (...keys: object[]) => aws.secrets.set(CRM, JSON.stringify({ keys, apiKeys: [] }));
const ids = () => stored(CRM).keys.map(({ id }: { id: string }) => id);
const accountsOf = (id: string) =>
  stored(CRM).keys.find((found: { id: string }) => found.id === id)?.accounts;

/** Runs a command whenever an operation is next asked for, before it is answered. */
function whenNext(operation: string, command: () => Promise<{ readonly code: number | null }>) {
  const done: (number | null)[] = [];
  aws.meanwhile = async (asked) => {
    if (asked !== operation) return;
    aws.meanwhile = undefined;
    done.push((await command()).code);
  };
  return done;
}

describe('two operators at once', () => {
  const commands = {
    add: () => run(['secrets', 'add', 'crm', '--file', file('other.json', other)]),
    'add-api-key': () =>
      run(['secrets', 'add-api-key', '--account', 'acme-hvac', '--id', 'own'], 'a key that nobody has'),
    grant: () => run(['secrets', 'grant', 'crm', 'first', '--account', 'gamma-hvac']),
    rotate: () => run(['secrets', 'rotate', 'crm', 'first', '--id', 'rotated']),
    remove: () => run(['secrets', 'remove', 'crm', 'third']),
  };
  const third = { ...other, id: 'third', secret: 'a-third-secret-of-32-characters!' };

  it.each(
    Object.keys(commands).flatMap((name) =>
      ['PutSecretValue', 'UpdateSecretVersionStage'].map((operation) => [name, operation] as const),
    ),
  )('keep what each changed: %s, and a grant before its %s', async (name, operation) => {
    holding(acme, third);
    const done = whenNext(operation, () =>
      run(['secrets', 'grant', 'crm', 'first', '--account', 'beta-hvac']),
    );
    const command = Object.entries(commands).find(([known]) => known === name)?.[1];
    const { code } = (await command?.()) ?? { code: 9 };

    expect([code, done]).toEqual([0, [0]]);
    expect(accountsOf('first')).toEqual(expect.arrayContaining(['acme-hvac', 'beta-hvac']));
    const changed = {
      add: () => ids().includes('second'),
      'add-api-key': () => stored(CRM).apiKeys.length === 1,
      grant: () => accountsOf('first').includes('gamma-hvac'),
      rotate: () => ids().includes('rotated'),
      remove: () => !ids().includes('third'),
    };
    expect(Object.entries(changed).find(([known]) => known === name)?.[1]()).toBe(true);
    expect(ids()).toEqual(expect.arrayContaining(['first', ...(name === 'remove' ? [] : ['third'])]));
  });

  it('refuses what the other made wrong meanwhile', async () => {
    holding(acme);
    whenNext('PutSecretValue', () => run(['secrets', 'remove', 'crm', 'first']));
    const { code, stderr } = await run(['secrets', 'grant', 'crm', 'first', '--account', 'beta-hvac']);

    expect([code, stderr]).toEqual([1, 'crm: there is no key first; its keys are: none.\n']);
    expect(ids()).toEqual([]);
  });

  it('gives up while others keep changing it, and stores nothing of its own', async () => {
    holding(acme);
    let count = 0;
    aws.meanwhile = async (operation) => {
      count += 1;
      if (operation === 'UpdateSecretVersionStage') holding(acme, { ...other, id: `other-${count}` });
    };
    const { code, stderr } = await run(['secrets', 'grant', 'crm', 'first', '--account', 'beta-hvac']);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^secret-crm: others keep changing it\. Nothing was stored: try again\.\n$/);
    expect(accountsOf('first')).toEqual(['acme-hvac']);
  });
});

describe('a secret', () => {
  it('of more than 65,536 bytes is refused before it is sent', async () => {
    const many = Array.from({ length: 800 }, (_, n) => `account-${n}-${'é'.repeat(40)}`);
    holding(acme);
    const before = aws.secrets.get(CRM);
    const calls = aws.calls.length;
    const added = { ...other, accounts: many };
    const { code, stderr } = await run(['secrets', 'add', 'crm', '--file', file('large.json', added)]);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^crm: expected at most 65536 bytes in its secret, which would have \d{5,}\./);
    expect(aws.calls.slice(calls)).not.toContain('PutSecretValue');
    expect(aws.secrets.get(CRM)).toBe(before);
  });
});

it('a lost answer is not taken for another operator', async () => {
  holding(acme);
  let moves = 0;
  aws.meanwhile = async (operation) => {
    if (operation !== 'UpdateSecretVersionStage') return;
    moves += 1;
    if (moves === 1) {
      // The move is made, but its answer is an error after which the client tries again.
      aws.loseNextAnswer = true;
    }
  };
  const { code } = await run(['secrets', 'grant', 'crm', 'first', '--account', 'beta-hvac']);

  expect(code).toBe(0);
  expect(moves).toBe(2);
  expect(accountsOf('first')).toEqual(['acme-hvac', 'beta-hvac']);
});
