import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions, type StageOptions } from './options.ts';

export interface StageFile {
  readonly name: string;
  readonly options: StageOptions;
}

export type FoundStage =
  | { readonly kind: 'stage'; readonly stage: StageFile }
  /** One sentence per error. */
  | { readonly kind: 'faults'; readonly faults: readonly string[] };

/** The stack is named dispatch-<name>, and CloudFormation's names have limits. */
const NAME = /^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/;

/**
 * The stage that the context asks for (`-c stage=<name>`), with the options of its file in `folder`. Other options in
 * the context are refused, so that a rollback deploys the options of its commit.
 */
export function readStage(context: Readonly<Record<string, unknown>>, folder: string): FoundStage {
  // CDK's own names contain a colon or a slash.
  const foreign = Object.keys(context).filter((name) => name !== 'stage' && !/[:/]/.test(name));
  if (foreign.length > 0) {
    return faults(foreign.map((name) => `-c ${name}: only stage is given here, all else in infra/stages/.`));
  }
  const { stage: name } = context;
  if (typeof name !== 'string' || !NAME.test(name)) {
    return faults(['-c stage: expected a name of lower-case letters, digits and hyphens, such as dev.']);
  }
  const file = `infra/stages/${name}.json`;
  const document = readDocument(join(folder, `${name}.json`));
  if (document === undefined) {
    return faults([
      `There is no ${file} (there are ${stagesIn(folder).join(', ')}): copy one to begin with.`,
    ]);
  }
  if (document.kind === 'broken') return faults([`${file} is not JSON.`]);
  const parsed = parseOptions(document.value);
  if (parsed.kind === 'faults') return faults(parsed.faults.map((fault) => `${file}: ${fault}`));
  return { kind: 'stage', stage: { name, options: parsed.options } };
}

const faults = (found: readonly string[]): FoundStage => ({ kind: 'faults', faults: found });

/** The names of all stages that have a file. */
export function stagesIn(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.map((file) => file.replace(/\.json$/, '')).sort();
}

function readDocument(
  file: string,
): { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'broken' } | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch {
    return { kind: 'broken' };
  }
}
