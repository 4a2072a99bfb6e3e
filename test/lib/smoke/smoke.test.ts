import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteTestAccount } from '../../../lib/aws/erasing/delete-test-account.ts';
import { integrations } from '../../../lib/platforms/index.ts';
import { platformRouteIds } from '../../../lib/routes.ts';
import { signedHeaders } from '../../../lib/smoke/signed-headers.ts';
import { SMOKE_ACCOUNT, SMOKE_CALLER, smokeAccount } from '../../../lib/smoke/smoke-account.ts';
import { faultOfAnswer, smokeSamples } from '../../../lib/smoke/smoke-samples.ts';
import { accountDocument, START, startService } from '../../functions/service.ts';

const DAY_SECONDS = 24 * 60 * 60;
const scheme = 'hmac-sha256' as const;
const keyOf = (accountId: string) => ({
  id: accountId,
  scheme,
  secret: `the secret of ${accountId}`,
  accounts: [accountId],
});

describe('the test of a deployment', () => {
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    service = await startService(accountDocument(), { keys: [SMOKE_ACCOUNT, 'smoke-two'].map(keyOf) });
  });
  afterAll(() => service.stop());

  /** What the table keeps for more than a day, but for the company that was there before. */
  async function left() {
    const { document, tableName } = service.dependencies;
    const { Items = [] } = await document.send(new ScanCommand({ TableName: tableName }));
    const isKept = ({ expiresAt }: Record<string, unknown>) =>
      expiresAt === undefined || Number(expiresAt) > START / 1000 + DAY_SECONDS;
    return Items.filter((item) => isKept(item) && !/acme/.test(JSON.stringify(item)));
  }

  async function test(accountId?: string, samples = smokeSamples(new Date(START), accountId)) {
    const document = smokeAccount(accountId);
    await service.accounts.put(document);
    const results = [];
    for (const sample of samples) {
      const { name, integration, route, body } = sample;
      const headers = signedHeaders(integration, keyOf(document.accountId), {
        body,
        now: START,
        id: 'msg_1',
      });
      const { status, body: answer } = await service.send(route, body.toString(), headers);
      results.push({ name, route, fault: faultOfAnswer(sample, status, JSON.stringify(answer ?? '')) });
    }
    return results;
  }
  const deleted = (accountId = SMOKE_ACCOUNT, dispatchRequestIds: readonly string[] = []) => {
    const { dependencies, clock } = service;
    const account = { accountId, phone: SMOKE_CALLER, dispatchRequestIds };
    return deleteTestAccount(account, dependencies, clock.now + 10_000);
  };

  it('reaches every endpoint of the platforms, and every answer is right', async () => {
    const results = await test();

    expect(results.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(new Set(results.map(({ route }) => route))).toEqual(new Set(platformRouteIds));
    expect(new Set(results.map(({ name }) => name.split('/')[0]))).toEqual(new Set(integrations));
  });

  it('leaves nothing that stays for more than a day', async () => {
    expect((await left()).length).toBeGreaterThan(5);
    expect(await deleted()).toBe(true);
    expect(await left()).toEqual([]);
    expect(await deleted()).toBe(false);
  });

  it('leaves nothing after it ended midway, in a call that was never reported', async () => {
    const samples = smokeSamples(new Date(START));
    const last = samples.findIndex(({ name }) => name === 'voiceone/book-job');
    await test(SMOKE_ACCOUNT, samples.slice(0, last + 1));

    expect(await deleted()).toBe(true);
    expect(await left()).toEqual([]);
  });

  it('can run several times at once, each for an account of its own', async () => {
    await test('smoke-two');
    await test();
    await deleted();
    const others = (await left()).filter((item) => !JSON.stringify(item).includes('smoke-two'));

    expect(others).toEqual([]);
    expect(await deleted('smoke-two')).toBe(true);
    expect(await left()).toEqual([]);
  });
});

describe('an answer', () => {
  const problem = { code: 'account_forbidden', detail: 'The key may not act for its account.', secret: 'x' };
  it.each([
    [202, '{"dispatchRequestId":"dr_1"}', undefined],
    [204, '', undefined],
    [403, JSON.stringify(problem), 'refused: account_forbidden: The key may not act for its account.'],
    [502, '<html>', 'refused'],
    [
      200,
      '{"error":{"code":"temporarily_unavailable","message":"…"}}',
      expect.stringMatching(/temporarily_un/),
    ],
    [
      200,
      '{"results":[{"result":"{\\"error\\":{\\"code\\":\\"internal\\"}}"}]}',
      expect.stringMatching(/internal$/),
    ],
    [200, '{"results":[{"result":"{\\"confirmed\\":false}"}]}', 'not done'],
    [200, '{"canceled": false}', 'not done'],
  ])('of %i with %s is judged %s', (status, body, expected) => {
    expect(faultOfAnswer({ route: 'voicetwo' }, status, body)).toEqual(expected);
  });

  it('that greets nobody is judged wrong where the company should be named', () => {
    const route = 'voiceone-call-inbound';
    const named = '{"call_inbound":{"dynamic_variables":{"company_name":"Smoke test"}}}';

    expect(faultOfAnswer({ route }, 200, '{"call_inbound":{"dynamic_variables":{}}}')).toBe('no greeting');
    expect(faultOfAnswer({ route }, 200, named)).toBeUndefined();
  });
});
