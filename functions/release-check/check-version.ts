import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { InvokeVersion, Release, TestAccounts } from '../../lib/aws/releases.ts';
import type { Integration } from '../../lib/platforms/index.ts';
import { faultName } from '../../lib/record/faults.ts';
import { platformRoutes, type Route, routes } from '../../lib/routes.ts';
import type { SecretDocument, SigningKey } from '../../lib/signatures/types.ts';
import { eventOf } from '../../lib/smoke/api-event.ts';
import { requestIdsIn, type SampleAnswer, sendSample } from '../../lib/smoke/send-sample.ts';
import { signedHeaders } from '../../lib/smoke/signed-headers.ts';
import { releaseAccount, SMOKE_CALLER, smokeAccount } from '../../lib/smoke/smoke-account.ts';
import { newSmokeKey, withoutSmokeKey, withSmokeKey } from '../../lib/smoke/smoke-key.ts';
import { codeIn, faultOfAnswer, type SmokeSample, smokeSamples } from '../../lib/smoke/smoke-samples.ts';

export interface CheckDependencies {
  readonly invoke: InvokeVersion;
  readonly accounts: TestAccounts;
  /** Stores what `change` makes of an integration's secret. Fails, and changes nothing, if others keep changing it. */
  readonly changeKeys: (
    integration: Integration,
    change: (stored: SecretDocument) => SecretDocument,
  ) => Promise<void>;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
  readonly newId: () => string;
}

/** A check that failed. Of what was sent and answered, it says only status and code. */
export interface FailedCheck {
  /** The name of a sample, or of another step. */
  readonly check: string;
  readonly status?: number;
  readonly code?: string | undefined;
  /** Class names of the error and its causes. */
  readonly error?: string | undefined;
}

type SendWebhook = (headers: Readonly<Record<string, string>>, body: Buffer) => Promise<SampleAnswer>;

/**
 * Sends the version a webhook without a signature, then the samples of its route for an account and with a key of their
 * own, until one is answered wrong. Removes account, key and all that was stored, however it ends, and before it begins
 * what an earlier check may have left.
 * @returns what failed; empty if the version may be released
 */
export async function checkVersion(
  release: Release,
  deps: CheckDependencies,
): Promise<readonly FailedCheck[]> {
  const route = routes.find(({ id }) => id === release.group);
  if (route === undefined) return [{ check: 'route' }];
  const { accounts, now } = deps;
  const accountId = releaseAccount(route.id);
  const stored: string[] = [];
  const remove = () => accounts.remove({ accountId, phone: SMOKE_CALLER, dispatchRequestIds: stored });
  const send: SendWebhook = async (headers, body) => {
    const sent = { 'content-type': 'application/json', host: 'release-check', ...headers };
    const event = eventOf(route, { headers: sent, body, requestId: deps.newId(), now: now() });
    const answer = toAnswer(await deps.invoke(release, event));
    stored.push(...requestIdsIn(answer.body));
    return answer;
  };
  const { checks, removals } = stepsOf(route, { ...deps, accountId, send, remove });
  const failed = await firstFailure(checks);
  const left = await Promise.all(removals.map((step) => firstFailure([step])));
  return [failed, ...left].flat();
}

interface Sending extends CheckDependencies {
  readonly accountId: string;
  readonly send: SendWebhook;
  readonly remove: () => Promise<unknown>;
}

/** Returns what to do before the route's version may be released, and afterwards in any case. */
function stepsOf({ id }: Route, { accountId, send, remove, ...deps }: Sending) {
  const unsigned: Step = ['unsigned', () => refusesUnsigned(send)];
  const platformRoute = platformRoutes.find((route) => route.id === id);
  // Providers of messages have no samples.
  if (platformRoute === undefined) return { checks: [unsigned], removals: [] };
  const { integration } = platformRoute;
  const { accounts, changeKeys, now } = deps;
  const key = newSmokeKey(integration, accountId);
  const checks: readonly Step[] = [
    ['preparing', () => done(remove())],
    ['preparing', () => done(changeKeys(integration, (keys) => withSmokeKey(keys, key)))],
    ['preparing', () => done(accounts.put(smokeAccount(accountId)))],
    unsigned,
    ...smokeSamples(now(), accountId)
      .filter((sample) => sample.route === id)
      .map((sample): Step => [sample.name, () => answersSample(sample, { ...deps, send, key })]),
  ];
  const removals: readonly Step[] = [
    ['removing', () => done(changeKeys(integration, (keys) => withoutSmokeKey(keys, accountId)))],
    ['removing', () => done(remove())],
  ];
  return { checks, removals };
}

/** A check by its name. It resolves to what came back if that is wrong. */
type Step = readonly [name: string, run: () => Promise<Wrong | undefined>];
type Wrong = Omit<FailedCheck, 'check'>;

const done = (work: Promise<unknown>) => work.then(() => undefined);

async function firstFailure(steps: readonly Step[]): Promise<readonly FailedCheck[]> {
  for (const [check, run] of steps) {
    const wrong = await run().catch((error: unknown) => ({ error: faultName(error) }));
    if (wrong !== undefined) return [{ check, ...wrong }];
  }
  return [];
}

/** The version sends this refusal only after it has loaded its secret. */
async function refusesUnsigned(send: SendWebhook): Promise<Wrong | undefined> {
  const { status, body } = await send({}, Buffer.from('{}'));
  const code = codeIn(body);
  return status === 401 && code === 'signature_missing' ? undefined : { status, code };
}

async function answersSample(
  sample: SmokeSample,
  {
    send,
    key,
    now,
    pause,
    newId,
  }: CheckDependencies & { readonly send: SendWebhook; readonly key: SigningKey },
): Promise<Wrong | undefined> {
  const { integration, body } = sample;
  const { status, body: answer } = await sendSample({
    isNewKey: true,
    send: () => send(signedHeaders(integration, key, { body, now: now().getTime(), id: newId() }), body),
    async pause(ms) {
      await pause(ms);
      return true;
    },
  });
  return faultOfAnswer(sample, status, answer) === undefined ? undefined : { status, code: codeIn(answer) };
}

/** What a function returns for an event of an HTTP API. */
function toAnswer(returned: unknown): SampleAnswer {
  const isAnswer = (value: unknown): value is APIGatewayProxyStructuredResultV2 =>
    typeof value === 'object' && value !== null && 'statusCode' in value;
  if (!isAnswer(returned)) return { status: 0, body: '' };
  const { statusCode = 0, body = '', isBase64Encoded = false } = returned;
  return { status: statusCode, body: isBase64Encoded ? Buffer.from(body, 'base64').toString() : body };
}
