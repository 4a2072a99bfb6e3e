import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signHmac } from '../support/signers.ts';
import { type AccountName, apiKeys, secrets } from './accounts.ts';
import { crmBody, outcome, type Service, startService } from './fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.destroy());

const signatures = ['absent', 'bad', 'good'] as const;
const keys = ['absent', 'wrong', 'right', 'of another account'] as const;
const accounts: readonly AccountName[] = ['acme', 'zenith'];
type Signature = (typeof signatures)[number];
type Key = (typeof keys)[number];

const cases = signatures.flatMap((signature) =>
  keys.flatMap((key) => accounts.map((account) => ({ signature, key, account }))),
);

/** The expected result, derived from the specification and not from the code. */
function expected(signature: Signature, key: Key, account: AccountName) {
  if (signature === 'good') return [202, undefined];
  if (signature === 'bad') return [401, 'signature_invalid'];
  if (key === 'absent') return [401, 'signature_missing'];
  return key === 'right' && account === 'acme' ? [202, undefined] : [401, 'api_key_invalid'];
}

function headersFor(body: string, signature: Signature, key: Key, account: AccountName) {
  const other = account === 'acme' ? 'zenith' : 'acme';
  const values = {
    absent: '',
    wrong: 'no-such-key',
    right: apiKeys[account],
    'of another account': apiKeys[other],
  };
  const signed = signHmac(body, signature === 'good' ? secrets.all : secrets.nobody);
  return { ...(signature !== 'absent' && signed), ...(key !== 'absent' && { 'x-api-key': values[key] }) };
}

describe('on the CRM endpoint (acme accepts API keys, zenith does not)', () => {
  it.each(cases)('signature $signature, key $key, for $account', async ({ signature, key, account }) => {
    const body = JSON.stringify(crmBody({ account }, { id: `${signature} ${key} ${account}` }));
    const before = service.storage.writes;
    const response = await service.send('crm', body, { headers: headersFor(body, signature, key, account) });
    expect(outcome(response)).toEqual(expected(signature, key, account));
    expect(service.storage.writes - before).toBe(response.statusCode === 202 ? 1 : 0);
  });
});
