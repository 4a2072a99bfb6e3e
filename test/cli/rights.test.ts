import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { accountDocument } from '../functions/service.ts';
import { file, folder, policyOf, runAs, started } from './rights-fixture.ts';
import {
  block,
  dana,
  emergency,
  held,
  inAccount,
  lead,
  leadBody,
  linked,
  lost,
  merged,
  message,
  morning,
  redrivable,
  refusedLead,
  released,
  reported,
  sendingByAws,
  start,
  visit,
  why,
} from './rights-situations.ts';
import { allCommands } from './run-cli.ts';

const textsKey = {
  ...{ id: 'own', provider: 'webhook', url: 'https://texts.example.com/', accounts: ['acme-hvac'] },
  secret: `whsec_${Buffer.from('a secret of enough characters').toString('base64')}`,
};
const key = {
  id: 'first',
  scheme: 'hmac-sha256',
  secret: 'a secret of enough characters!!!',
  accounts: ['beta-hvac'],
};
/** The arguments of every command that dispatchers use, after its name. */
const ofDispatchers: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'requests list': async () => inAccount,
  'requests list (all)': async () => [...inAccount, '--all'],
  'requests list (of a day)': async () => [...inAccount, '--date', '2026-06-08'],
  'requests show': async () => [await visit()],
  'requests schedule': async () => [await lead(), ...start()],
  'requests schedule (over a hold)': async () => [await lead(), ...(await held()), '--over-hold'],
  'requests move': async () => [await visit(), ...start()],
  'requests cancel': async () => [await visit(), ...why],
  'requests hold': async () => [await visit(), ...why],
  'requests decline': async () => [await lead(), ...why],
  'requests status': async () => [await visit(), 'dispatched'],
  'requests urgency': async () => [await visit(), 'urgent'],
  'requests wait': async () => [await visit(), 'on'],
  'requests split': async () => [await merged()],
  'requests acknowledge': async () => [await emergency()],
  'requests reviewed': async () => [await emergency()],
  'messages list': async () => inAccount,
  'messages done': async () => [await message()],
  schedule: async () => [...inAccount, '--date', '2026-06-08'],
  plan: async () => [...inAccount, '--date', '2026-06-10'],
  'plan (accepted)': async () => [...inAccount, '--date', '2026-06-10', '--accept', 'all'],
  'technicians block': async () => morning(),
  'technicians blocks': async () => inAccount,
  'technicians unblock': async () => [await block()],
  'technicians oncall': async () => inAccount,
  'calls list': async () => inAccount,
  'calls show': async () => ['voiceone', await reported(), ...inAccount],
  'customers show': async () => [...inAccount, ...dana],
  'customers consent': async () => [...inAccount, ...dana, '--sms', 'on'],
  'links revoke': async () => [...inAccount, '--technician', await linked()],
  'links revoke (of a request)': async () => [...inAccount, '--request', await visit()],
  'services try': async () => ['furnace repair', ...inAccount],
};

/** Those that only operators use. */
const ofOperators: typeof ofDispatchers = {
  'messages outbox': async () => inAccount,
  'messages outbox (of a request)': async () => [...inAccount, '--request', await visit()],
  'messages resend': async () => [await lost()],
  'notify check': async () => inAccount,
  'notify check (of senders in AWS)': async () => ['--account', await sendingByAws()],
  'accounts put': async () => [file('account.json', accountDocument({ name: 'Acme' })), '--yes'],
  'accounts list': async () => [],
  'accounts show': async () => ['acme-hvac'],
  'customers delete': async () => [...inAccount, ...dana, '--cancel-visits', '--yes'],
  'secrets add': async () => ['crm', '--file', file('key.json', key)],
  'secrets add (of platform one)': async () => ['voiceone', '--file', file('key.json', key)],
  'secrets add (of platform two)': async () => ['voicetwo', '--file', file('key.json', key)],
  'secrets add (of providers of texts)': async () => ['messaging', '--file', file('key.json', textsKey)],
  'secrets check': async () => ['crm'],
  'secrets add-api-key': async () => inAccount,
  'secrets grant': async () => ['crm', 'first', '--account', 'acme-hvac'],
  'secrets revoke': async () => ['crm', 'first', '--account', 'beta-hvac'],
  'secrets rotate': async () => ['crm', 'first'],
  'secrets remove': async () => ['crm', 'first'],
  'leads refused list': async () => inAccount,
  'leads refused show': async () => [await refusedLead()],
  'leads refused send': async () => [await refusedLead(), '--set', 'customData.serviceRequested=AC Repair'],
  send: async () => ['crm/lead'],
  replay: async () => [file('lead.json', leadBody('Al', '+12125550192'))],
  smoke: async () => [],
  tools: async () => ['voiceone', '--url', 'https://hooks.example.com', ...inAccount],
  prompt: async () => ['voiceone', ...inAccount],
  'data export': async () => [join(folder, 'all.jsonl')],
  'data check': async () => [],
  'data diff': async () => [join(folder, 'all.jsonl')],
  'data import': async () => [join(folder, 'all.jsonl')],
  'users invite': async () => ['robin@example.com', ...inAccount],
  'users set': async () => ['robin@example.com', ...inAccount],
  'users resend': async () => ['robin@example.com'],
  'users list': async () => [],
  'users remove': async () => ['robin@example.com'],
  outputs: async () => [],
  'events redrive': async () => await redrivable(),
  'logs queries': async () => [],
  'releases list': released,
  rollback: released,
};

/** They reach nothing in AWS, or what only who deploys may read. */
const ofNobody = [
  'completion',
  // Addresses come from the outputs of the stack, as for the command `outputs`.
  'open',
  'accounts check',
  'accounts example',
  'secrets generate',
  'hash-api-key',
  'sam-events',
  'preflight',
];

// DynamoDB asks for the use of the key as a whole, on behalf of who reads or writes; here it is judged by decrypting.
const usesOfKey = ['DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'];
/** The beginnings of rights that no command uses here, each with a reason before it. */
const accepted = {
  Dispatchers: usesOfKey.map((use) => `kms:${use} on key/`),
  Operators: [
    ...usesOfKey.map((use) => `kms:${use} on key/`),
    // An operator may read the whole table, so no index of it is kept from them.
    'dynamodb:Query on /index/byReminder',
  ],
} as const;

/** These fail, because no function of the stack runs here; what they do in AWS is done nevertheless. */
const failing: Readonly<Record<string, string>> = {
  send: 'does not answer; is the server running?',
  replay: 'does not answer; is the server running?',
  smoke: '10 of 10 failed.',
  'events redrive': '',
};

describe.each([
  ['Dispatchers', ofDispatchers],
  ['Operators', { ...ofDispatchers, ...ofOperators }],
] as const)('the policy of the %s', (who, commands) => {
  it.each(Object.keys(commands))('allows all that "%s" does', async (name) => {
    const args = (await commands[name]?.()) ?? [];

    const { code, err } = await runAs(
      who,
      [...name.replace(/ \(.*/, '').split(' '), ...args],
      'an-api-key-of-more-than-32-characters',
    );

    expect(started().recorder.refused).toEqual([]);
    const fault = failing[name];
    expect(code).toBe(fault === undefined ? 0 : 1);
    if (fault !== undefined) expect(err).toContain(fault);
  });

  it('allows nothing that no command does', () => {
    const unused = policyOf(who).unused();

    expect(unused.filter((right) => !accepted[who].some((start) => right.startsWith(start)))).toEqual([]);
    for (const start of accepted[who]) expect(unused.join('\n')).toContain(start);
  });
});

it('every command is tried above', async () => {
  const tried = [...Object.keys(ofDispatchers), ...Object.keys(ofOperators), ...ofNobody];

  expect(new Set(tried.map((name) => name.replace(/ \(.*/, '')))).toEqual(
    new Set((await allCommands()).map(({ name }) => name)),
  );
});
