import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import cdkConfiguration from '../../cdk.json' with { type: 'json' };
import { readFunctions, type TemplateFunction } from '../../cli/samples/sam-events.ts';
import { isFirst, runFolder } from './once-per-run.ts';
import { until } from './processes.ts';

/** What `npm run synth` writes, bundles included. */
export interface Assembly {
  readonly folder: string;
  readonly template: string;
  readonly functions: readonly TemplateFunction[];
}

/** Whoever needs the assembly first waits this many milliseconds at most, on a busy machine. */
export const SYNTHESIS_MS = 900_000;

const STAGE = 'prod';

/**
 * What production deploys, with its bundles, synthesized once per run by the first test file that needs it. It is outside
 * of the project, because Node would take the bundles for ES modules by the project's package.json, which it
 * doesn't in Lambda.
 */
export async function bundledAssembly(): Promise<Assembly> {
  const folder = join(runFolder(), 'assembly');
  const finished = join(runFolder(), 'assembly-finished');
  if (isFirst('assembly')) {
    await synthesize(folder).finally(() => writeFileSync(finished, ''));
  }
  await until(() => existsSync(finished));
  const template = join(folder, `dispatch-${STAGE}.template.json`);
  return { folder, template, functions: readFunctions(template) };
}

/** Runs what the CDK's command line runs; the metadata say where each function's code is. */
async function synthesize(folder: string): Promise<void> {
  const metadata = { 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true };
  const context = JSON.stringify({
    ...cdkConfiguration.context,
    ...metadata,
    stage: STAGE,
    stages: filledStages(),
  });
  // Checking the template takes seconds, and the template tests check one.
  const unchecked = { CDK_VALIDATION: 'false' };
  const environment = { ...process.env, ...unchecked, CDK_OUTDIR: folder, CDK_CONTEXT_JSON: context };
  await promisify(execFile)('sh', ['-c', cdkConfiguration.app], { env: environment });
}

/** A folder with a copy of the stage's file: the committed one of prod has placeholders, which are refused. */
function filledStages(): string {
  const folder = join(runFolder(), 'stages');
  mkdirSync(folder, { recursive: true });
  const committed = readFileSync(join('infra', 'stages', `${STAGE}.json`), 'utf8');
  writeFileSync(join(folder, `${STAGE}.json`), committed.replaceAll('example.com', 'dispatch.test'));
  return folder;
}
