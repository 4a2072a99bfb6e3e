import type { Command } from 'commander';
import { createAccountStore } from '../../lib/aws/accounts/account-store.ts';
import { realDependencies } from '../../lib/aws/composition.ts';
import { mapFields } from '../../lib/map-fields.ts';
import { kits } from '../../lib/platforms/development.ts';
import { integrations } from '../../lib/platforms/index.ts';
import type { SampleContext } from '../../lib/platforms/samples/sample.ts';
import { demoAccount } from '../../local/demo.ts';
import { erase } from '../customers/customers-delete.ts';
import { CliFault, faultText } from '../fault.ts';
import { toJson, toTable } from '../output.ts';
import type { CliHost } from '../program.ts';
import { type TargetOptions, withTarget } from '../target.ts';
import { postSigned } from './deliver.ts';
import { contextFor, newDelivery } from './sample-context.ts';
import { type PlatformSample, samples } from './samples.ts';

const ACCOUNT = 'smoke-test';
/** Reserved for fiction, and not the number of the other samples. */
const CALLER = '+12125550187';

/** The demo's company under another id, so that consumers of events can ignore it. */
const smokeAccount = {
  ...demoAccount,
  accountId: ACCOUNT,
  name: 'Smoke test',
  origins: mapFields(integrations, () => [ACCOUNT]),
};

interface SmokeOptions extends TargetOptions {
  readonly secretFile?: string;
}

interface Step {
  readonly sample: string;
  readonly status: number;
  readonly durationMs: number;
  /** Why the answer is wrong; absent if it is right. */
  readonly fault?: string;
}

/** `smoke`. */
export function addSmoke(program: Command, cli: CliHost): void {
  program
    .command('smoke')
    .description('books and cancels through every endpoint for a test account, then erases everything')
    .option('--secret-file <file>', "secrets to sign with; default: the stack's or the running server's")
    .action(async (_: unknown, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<SmokeOptions>();
      await withTarget(cli, options, (target) =>
        createAccountStore({ ...realDependencies(target), withinMs: 10_000 }).put(smokeAccount),
      );
      const steps: Step[] = [];
      try {
        for (const integration of integrations) {
          const delivery = newDelivery(cli.now(), { from: CALLER });
          const context = await contextFor(cli, integration, { ...options, account: ACCOUNT }, delivery);
          for (const name of kits[integration].smoke) {
            cli.complain(`${integration}/${name}`);
            steps.push(await step(cli, `${integration}/${name}`, context, options));
          }
        }
      } finally {
        await erase(
          { ...options, account: ACCOUNT, phone: CALLER, cancelVisits: true, yes: true },
          'dispatcher:smoke-test',
          cli,
        );
      }
      cli.print(json ? toJson(steps) : table(steps));
      const failed = steps.filter(({ fault }) => fault !== undefined);
      if (failed.length > 0) throw new CliFault(`${failed.length} of ${steps.length} failed.`);
    });
}

async function step(
  cli: CliHost,
  name: string,
  context: SampleContext,
  options: SmokeOptions,
): Promise<Step> {
  const sample = samples.get(name);
  if (sample === undefined) throw new CliFault(`There is no sample ${name}.`);
  const startedAt = cli.now().getTime();
  const took = () => cli.now().getTime() - startedAt;
  try {
    const { response, answer } = await postSigned(cli, sample.route, bodyOf(sample, context), options);
    const fault = faultOf(response.ok, JSON.stringify(answer));
    return { sample: name, status: response.status, durationMs: took(), ...(fault && { fault }) };
  } catch (error) {
    return { sample: name, status: 0, durationMs: took(), fault: faultText(error) };
  }
}

const bodyOf = (sample: PlatformSample, context: SampleContext) =>
  Buffer.from(JSON.stringify(sample.body(context, sample.args?.(context) ?? {})));

/** Live calls are answered 200 even if they fail, with an `error` in the result, which platform two sends as text. */
function faultOf(ok: boolean, answer: string): string | undefined {
  if (!ok) return 'refused';
  if (/\\*"error\\*":/.test(answer)) return 'answered with an error';
  if (/\\*"(?:confirmed|canceled)\\*":false/.test(answer)) return 'not done';
  return undefined;
}

const table = (steps: readonly Step[]) =>
  toTable(
    ['sample', 'status', 'ms', 'result'],
    steps.map(({ sample, status, durationMs, fault = 'as expected' }) => [
      sample,
      String(status),
      String(durationMs),
      fault,
    ]),
  );
