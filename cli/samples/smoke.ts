import { testAccounts } from '../../lib/aws/releases.ts';
import { mapFields } from '../../lib/map-fields.ts';
import { type Integration, integrations } from '../../lib/platforms/index.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { requestIdsIn, sendSample } from '../../lib/smoke/send-sample.ts';
import { SMOKE_ACCOUNT, SMOKE_CALLER, smokeAccount } from '../../lib/smoke/smoke-account.ts';
import { newSmokeKey, withoutSmokeKey, withSmokeKey } from '../../lib/smoke/smoke-key.ts';
import { faultOfAnswer, type SmokeSample, smokeSamples } from '../../lib/smoke/smoke-samples.ts';
import type { Program } from '../command.ts';
import { CliFault, faultText } from '../fault.ts';
import { toJson, toTable } from '../output.ts';
import { readKeys } from '../secrets/secret-document.ts';
import { changeStackSecret } from '../secrets/stack-secret.ts';
import { readStack } from '../stack.ts';
import { type CliContext, type TargetOptions, withTarget } from '../target.ts';
import { postSigned } from './deliver.ts';

export function addSmoke(program: Program, cli: CliContext): void {
  program
    .command('smoke')
    .description(
      'books and cancels through every endpoint with an account and keys of its own, then removes them with everything stored',
    )
    .option(
      '--secret-file <file>',
      "secrets to sign with; default: keys that it adds to the stack's, or the running server's",
    )
    .action(async (_, command) => {
      const { json, ...options } = command.optsWithGlobals();
      const interrupted = interruption();
      try {
        const { steps, planned, faults } = await runSmoke(cli, options, interrupted.signal);
        cli.print(json ? toJson(steps) : table(steps));
        const failed = steps.filter(({ fault }) => fault !== undefined).length;
        const told = [
          ...(failed > 0 ? [`${failed} of ${steps.length} failed.`] : []),
          ...(interrupted.signal.aborted ? [`Interrupted after ${steps.length} of ${planned}.`] : []),
          ...faults,
        ];
        if (told.length > 0) throw new CliFault(told.join('\n'));
      } finally {
        interrupted.end();
      }
    });
}

const table = (steps: readonly SmokeStep[]) =>
  toTable(
    ['sample', 'status', 'ms', 'result'],
    steps.map(({ sample, status, durationMs, fault = 'as expected' }) => [
      ...[sample, String(status), String(durationMs), fault],
    ]),
  );

interface SmokeOptions extends TargetOptions {
  readonly secretFile?: string | undefined;
}

/** The answer to one webhook. */
interface SmokeStep {
  readonly sample: string;
  /** 0 without an answer. */
  readonly status: number;
  readonly durationMs: number;
  /** Why the answer is wrong; absent if it is right. */
  readonly fault?: string;
}

/**
 * Sends every sample for an account and, on a stack, with keys of its own. Removes all that it stored, even after a fault or
 * an interruption, and before it begins what an earlier run may have left.
 * @param interrupted once aborted, no further sample is sent
 * @returns the answers, how many samples there are, and what else went wrong, such as something that could not be removed
 */
async function runSmoke(cli: CliContext, options: SmokeOptions, interrupted: AbortSignal) {
  // A wrong file is reported once, because otherwise each step would report it.
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

/** Runs a task and returns what went wrong; empty if nothing did. */
async function faultsOf(task: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await task();
    return [];
  } catch (error) {
    return [faultText(error)];
  }
}

async function removeAccount(
  cli: CliContext,
  options: SmokeOptions,
  dispatchRequestIds: readonly string[],
): Promise<boolean> {
  const test = { accountId: SMOKE_ACCOUNT, phone: SMOKE_CALLER, dispatchRequestIds };
  return await withTarget(cli, options, (target) => testAccounts(target).remove(test));
}

async function step(
  cli: CliContext,
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

/** The keys that a smoke has added. Without one, it signs with a key that may act for its account. */
type SmokeKeys = Readonly<Record<Integration, SigningKey | undefined>>;

/** Adds a key of the test's account to each secret of the stack, in place of one that an earlier run may have left. */
async function addSmokeKeys({ stack, secretFile }: SmokeOptions): Promise<SmokeKeys> {
  if (stack === undefined || secretFile !== undefined) return mapFields(integrations, () => undefined);
  const deployed = await readStack(stack);
  const keys = mapFields(integrations, (integration) => newSmokeKey(integration, SMOKE_ACCOUNT));
  for (const integration of integrations) {
    await changeStackSecret(deployed, integration, (stored) => withSmokeKey(stored, keys[integration]));
  }
  return keys;
}

/** Removes the test's key from each secret of the stack. */
async function removeSmokeKeys({ stack, secretFile }: SmokeOptions): Promise<void> {
  if (stack === undefined || secretFile !== undefined) return;
  const deployed = await readStack(stack);
  const removals = integrations.map((integration) =>
    changeStackSecret(deployed, integration, (stored) => withoutSmokeKey(stored, SMOKE_ACCOUNT)),
  );
  const failed = (await Promise.allSettled(removals)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Turns the first Ctrl-C into an aborted signal, for a command that must undo something before it ends. After a second one,
 * or after `end`, Ctrl-C ends the process at once.
 */
function interruption() {
  const controller = new AbortController();
  const end = () => {
    for (const name of signals) process.off(name, interrupt);
  };
  const interrupt = () => {
    end();
    controller.abort();
  };
  for (const name of signals) process.on(name, interrupt);
  return { signal: controller.signal, end };
}
