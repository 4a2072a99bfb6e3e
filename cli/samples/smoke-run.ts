import { testAccounts } from '../../lib/aws/releases.ts';
import { integrations } from '../../lib/platforms/index.ts';
import { requestIdsIn, sendSample } from '../../lib/smoke/send-sample.ts';
import { SMOKE_ACCOUNT, SMOKE_CALLER, smokeAccount } from '../../lib/smoke/smoke-account.ts';
import { faultOfAnswer, type SmokeSample, smokeSamples } from '../../lib/smoke/smoke-samples.ts';
import { faultText } from '../fault.ts';
import { readKeys } from '../secrets/signing-key.ts';
import type { CliHost } from '../target.ts';
import { type TargetOptions, withTarget } from '../target.ts';
import { postSigned } from './deliver.ts';
import { addSmokeKeys, removeSmokeKeys, type SmokeKeys } from './smoke-keys.ts';

interface SmokeOptions extends TargetOptions {
  readonly secretFile?: string;
}

/** The answer to one webhook. */
export interface SmokeStep {
  readonly sample: string;
  /** 0 without an answer. */
  readonly status: number;
  readonly durationMs: number;
  /** Why the answer is wrong; absent if it is right. */
  readonly fault?: string;
}

/** How a smoke ended. */
export interface SmokeRun {
  readonly steps: readonly SmokeStep[];
  /** The samples that there are. */
  readonly planned: number;
  /** What went wrong besides the steps, such as something that could not be removed. */
  readonly faults: readonly string[];
}

/**
 * Sends every sample for an account and, on a stack, with keys of its own. Removes all of it in the end, however it
 * ends, and in the beginning what an earlier run may have left.
 * @param interrupted once aborted, no further sample is sent
 */
export async function runSmoke(
  cli: CliHost,
  options: SmokeOptions,
  interrupted: AbortSignal,
): Promise<SmokeRun> {
  // Each step would say what is wrong with the file.
  if (options.secretFile !== undefined) for (const name of integrations) readKeys(options.secretFile, name);
  const stored: string[] = [];
  const remove = () => removeAccount(cli, options, stored);
  if (await remove()) cli.complain('Removed what an earlier smoke had left.');
  const samples = smokeSamples(cli.now());
  const steps: SmokeStep[] = [];
  const faults = await faultsOf(async () => {
    const keys = await addSmokeKeys(options);
    await withTarget(cli, options, (target) => testAccounts(target).put(smokeAccount()));
    for (const sample of samples) {
      if (interrupted.aborted) break;
      cli.complain(sample.name);
      steps.push(await step(cli, sample, { ...options, keys }, interrupted, stored));
    }
  });
  if (interrupted.aborted) cli.complain('Interrupted: removing what was stored.');
  const left = [...(await faultsOf(() => removeSmokeKeys(options))), ...(await faultsOf(remove))];
  const notice = left.length === 0 ? [] : ['The next smoke removes what this one could not:'];
  return { steps, planned: samples.length, faults: [...faults, ...notice, ...left] };
}

/** What went wrong with a task; empty if nothing did. */
async function faultsOf(task: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await task();
    return [];
  } catch (error) {
    return [faultText(error)];
  }
}

async function removeAccount(
  cli: CliHost,
  options: SmokeOptions,
  dispatchRequestIds: readonly string[],
): Promise<boolean> {
  const test = { accountId: SMOKE_ACCOUNT, phone: SMOKE_CALLER, dispatchRequestIds };
  return await withTarget(cli, options, (target) => testAccounts(target).remove(test));
}

async function step(
  cli: CliHost,
  sample: SmokeSample,
  { keys, ...options }: SmokeOptions & { readonly keys: SmokeKeys },
  interrupted: AbortSignal,
  stored: string[],
): Promise<SmokeStep> {
  const startedAt = cli.now().getTime();
  const took = () => cli.now().getTime() - startedAt;
  const { name, integration, route, body } = sample;
  const delivery = { ...options, account: SMOKE_ACCOUNT, signingKey: keys[integration] };
  try {
    const { status, body: text } = await sendSample({
      isNewKey: delivery.signingKey !== undefined,
      async send() {
        const { response, answer } = await postSigned(cli, route, body, delivery);
        const told = answer === null ? '' : JSON.stringify(answer);
        stored.push(...requestIdsIn(told));
        return { status: response.status, body: told };
      },
      async pause(ms) {
        if (!interrupted.aborted) await cli.pause(ms, interrupted);
        return !interrupted.aborted;
      },
    });
    const fault = faultOfAnswer(sample, status, text);
    return { sample: name, status, durationMs: took(), ...(fault && { fault }) };
  } catch (error) {
    return { sample: name, status: 0, durationMs: took(), fault: faultText(error) };
  }
}
