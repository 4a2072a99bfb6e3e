import { basename, dirname, join } from 'node:path';
import { readStage, type StageFile, stagesIn } from '../../infra/stage-file.ts';
import { oneLine } from '../../lib/normalized.ts';
import type { Program } from '../command.ts';
import { CliFault } from '../fault.ts';
import { toJson } from '../output.ts';
import type { CliContext } from '../target.ts';
import { awsFindings } from './aws-findings.ts';
import { type Finding, no, ok } from './finding.ts';
import { githubFindings } from './github-findings.ts';

export function addPreflight(program: Program, cli: CliContext): void {
  program
    .command('preflight')
    .description('checks before the first deployment what a stage needs; deploys nothing')
    .requiredOption('--stage <name>', 'stage in infra/stages, or the path of its file')
    .option('--repository <owner/name>', 'repository on GitHub whose rules are read with GITHUB_TOKEN')
    .action(async (_, command) => {
      const { stage, repository, json } = command.optsWithGlobals();
      const findings = await findingsOf(stage, repository, cli);
      cli.print(json ? toJson(findings) : findings.map(lineOf).join('\n'));
      const open = findings.filter(({ state }) => state === 'no');
      if (open.length > 0)
        throw new CliFault(`preflight: ${open.length} of ${findings.length} must be done first.`);
    });
}

async function findingsOf(
  given: string,
  repository: string | undefined,
  cli: CliContext,
): Promise<readonly Finding[]> {
  const isPath = given.endsWith('.json');
  const folder = isPath ? dirname(given) : join(cli.root, 'infra', 'stages');
  const name = isPath ? basename(given, '.json') : given;
  const found = readStage({ stage: name, ...(isPath && { stages: folder }) }, folder);
  // All other findings depend on the file.
  if (found.kind === 'faults') return found.faults.map((fault) => no('stage file', fault));
  const { stage } = found;
  return [
    ok('stage file', 'complete'),
    ...separationOf(stage, folder),
    ...(await awsFindings(stage.options)),
    ...(await githubFindings(stage, repository, cli.environment)),
  ];
}

/** Returns whether each other stage has its own AWS account, because a role that deploys one stage could change another in the same account. */
function separationOf({ name, options }: StageFile, folder: string): readonly Finding[] {
  if (!options.production) return [];
  return stagesIn(folder).flatMap((other) => {
    const found = other === name ? undefined : readStage({ stage: other }, folder);
    if (found?.kind !== 'stage' || found.stage.options.production) return [];
    const { account } = found.stage.options;
    const item = `separate from ${other}`;
    if (account === undefined)
      return [no(item, `${other}.json: name its AWS account, another than ${name}'s`)];
    if (account === options.account)
      return [
        no(item, `${other}.json: name another AWS account: whoever deploys ${other} could change ${name}`),
      ];
    return [ok(item, 'another AWS account')];
  });
}

const signs = { ok: 'ok ', no: 'NO ', unknown: ' ? ' } as const;
const lineOf = ({ state, item, text }: Finding): string => `${signs[state]} ${item}: ${oneLine(text)}`;
