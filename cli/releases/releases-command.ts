import { routeIds } from '../../lib/routes.ts';
import { type AnyCommand, type Program, requiredStack } from '../command.ts';
import { CliFault } from '../fault.ts';
import { oneOf, wholeNumber } from '../options.ts';
import { toJson, toTable } from '../output.ts';
import type { CliContext } from '../target.ts';
import { type DeployedCode, type DeployedFunctions, deployedFunctions } from './deployed-code.ts';
import { rollBack, type Step } from './roll-back.ts';

/** How many of the last versions of a function are listed. */
const LISTED = 5;

/** Adds `releases list` and `rollback`. */
export function addReleases(program: Program, { print }: CliContext): void {
  program
    .command('releases')
    .description("code of a deployed stack's functions")
    .command('list')
    .description('lists the last versions of every function, and which of them answer requests (--stack)')
    .action(async (_, command) => {
      const { json } = command.optsWithGlobals();
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
    .option(
      '--to <version>',
      'to this version instead, as releases list shows it',
      wholeNumber(/^[1-9]\d{0,8}$/, 'the number of a version, such as 12'),
    )
    .option('--only <function>', `one function: ${routeIds.join(', ')}`, oneOf(routeIds))
    .action(async (_, command) => {
      const { json, to, only } = command.optsWithGlobals();
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
  command: AnyCommand,
  use: (functions: DeployedFunctions) => Promise<void>,
): Promise<void> {
  const functions = deployedFunctions(await requiredStack(command));
  try {
    await use(functions);
  } finally {
    functions.close();
  }
}

const stepLines = (steps: readonly Step[]) => steps.map(({ route, done }) => `${route}: ${done}`).join('\n');

/** Returns a table of the last versions of each function, and of the one that answers. */
const versionTable = (deployed: readonly DeployedCode[]) =>
  codeTable(deployed, ({ versions, live }) =>
    versions
      .filter(({ version }, index) => index < LISTED || version === live.version)
      .map(({ version }) => version),
  );

/** Returns a table of the versions to which each alias points. */
const liveTable = (deployed: readonly DeployedCode[]) =>
  codeTable(deployed, ({ live }) => [live.version, ...(live.next === undefined ? [] : [live.next.version])]);

const codeTable = (
  deployed: readonly DeployedCode[],
  versionsOf: (code: DeployedCode) => readonly number[],
) =>
  toTable(
    ['function', 'version', 'published', 'code', 'answers'],
    deployed.flatMap((code) =>
      versionsOf(code).map((version) => {
        const found = code.versions.find((one) => one.version === version);
        const published = found === undefined ? 'is gone' : localTime(found.at);
        return [code.route, String(version), published, found?.code ?? '', shareOf(code, version)];
      }),
    ),
  );

function shareOf({ live: { version, next } }: DeployedCode, of: number): string {
  const share = next?.share ?? 0;
  if (of === next?.version) return `${Math.round(100 * share)} %`;
  return of === version ? `${Math.round(100 * (1 - share))} %` : '';
}

/** Returns a time in the time zone of the terminal. */
const localTime = (at: Date) =>
  Number.isNaN(at.getTime())
    ? ''
    : at.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'long', hourCycle: 'h23' });
