import { type Command, InvalidArgumentError } from 'commander';
import { routeIds } from '../../lib/routes.ts';
import { CliFault } from '../fault.ts';
import { oneOf } from '../options.ts';
import { toJson, toTable } from '../output.ts';
import { readStack } from '../stack.ts';
import type { CliContext, TargetOptions } from '../target.ts';
import { type DeployedCode, type DeployedFunctions, deployedFunctions } from './deployed-code.ts';
import { type Destination, rollBack, type Step } from './roll-back.ts';

/** How many versions of a function are listed. */
const LISTED = 5;

/** `releases` and `rollback`. */
export function addReleases(program: Command, { print }: CliContext): void {
  const releases = program.command('releases').description("code of a deployed stack's functions");
  releases
    .command('list')
    .description('lists the last versions of every function, and which of them answer requests (--stack)')
    .action(async (_: unknown, command: Command) => {
      const { json } = command.optsWithGlobals<TargetOptions>();
      await withFunctions(command, async (functions) => {
        const deployed = await functions.read();
        print(json ? toJson(deployed) : versionTable(deployed));
      });
    });
  program
    .command('rollback')
    .description(
      'moves the webhook functions at once to their code before the last release; no others, such as the board (--stack)',
    )
    .option('--to <version>', 'to this version instead, as releases list shows it', parseVersion)
    .option('--only <function>', `one function: ${routeIds.join(', ')}`, oneOf(routeIds))
    .action(async (_: unknown, command: Command) => {
      const { json, to, only } = command.optsWithGlobals<TargetOptions & Destination>();
      await withFunctions(command, async (functions) => {
        const steps = await rollBack(functions, { to, only });
        const deployed = await functions.read(only);
        print(json ? toJson({ steps, deployed }) : `${stepLines(steps)}\n\n${liveTable(deployed)}`);
        const isDone = steps.some(({ outcome }) => outcome === 'moved');
        const failed = steps.filter(({ outcome }) => outcome === 'failed');
        if (failed.length > 0)
          throw new CliFault(
            `${failed.length} of ${steps.length} failed${isDone ? '' : '; nothing was moved'}.`,
          );
        if (!isDone) throw new CliFault('Nothing was moved.');
      });
    });
}

async function withFunctions(
  command: Command,
  use: (functions: DeployedFunctions) => Promise<void>,
): Promise<void> {
  const { stack } = command.optsWithGlobals<TargetOptions>();
  if (stack === undefined) return command.error("required option '--stack <name>' not specified");
  const functions = deployedFunctions(await readStack(stack));
  try {
    await use(functions);
  } finally {
    functions.close();
  }
}

function parseVersion(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected the number of a version, such as 12.');
}

const stepLines = (steps: readonly Step[]) => steps.map(({ route, done }) => `${route}: ${done}`).join('\n');

const versionTable = (deployed: readonly DeployedCode[]) =>
  toTable(
    ['function', 'version', 'published', 'code', 'answers'],
    deployed.flatMap((code) =>
      code.versions
        .filter(({ version }, index) => index < LISTED || version === code.live.version)
        .map((one) => [
          code.route,
          String(one.version),
          localTime(one.at),
          one.code,
          shareOf(code, one.version),
        ]),
    ),
  );

/** Where each alias points. */
const liveTable = (deployed: readonly DeployedCode[]) =>
  toTable(
    ['function', 'version', 'published', 'code', 'answers'],
    deployed.flatMap((code) => {
      const live = [code.live.version, ...(code.live.next === undefined ? [] : [code.live.next.version])];
      return live.map((version) => {
        const found = code.versions.find((one) => one.version === version);
        const published = found === undefined ? 'is gone' : localTime(found.at);
        return [code.route, String(version), published, found?.code ?? '', shareOf(code, version)];
      });
    }),
  );

function shareOf({ live: { version, next } }: DeployedCode, of: number): string {
  const share = next?.share ?? 0;
  if (of === next?.version) return `${Math.round(100 * share)} %`;
  return of === version ? `${Math.round(100 * (1 - share))} %` : '';
}

/** In the time zone of the terminal. */
const localTime = (at: Date) =>
  Number.isNaN(at.getTime())
    ? ''
    : at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' });
