import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOptions, type StageOptions } from './options.ts';
import { placeholdersIn } from './placeholders.ts';

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
 * The stage that the context asks for (`-c stage=<name>`), with the options of its file in `folder`, or in another one
 * (`-c stages=<folder>`), as CI does with copies. Other options in the context are refused, so that a rollback deploys
 * the options of its commit.
 */
export function readStage(context: Readonly<Record<string, unknown>>, folder: string): FoundStage {
  const { stage: name, stages: other } = context;
  // CDK's own names contain a colon or a slash.
  const foreign = Object.keys(context).filter(
    (key) => !['stage', 'stages'].includes(key) && !/[:/]/.test(key),
  );
  if (foreign.length > 0) {
    return faults(foreign.map((key) => `-c ${key}: only stage is given here, all else in infra/stages/.`));
  }
  if (typeof name !== 'string' || !NAME.test(name)) {
    return faults(['-c stage: expected a name of lower-case letters, digits and hyphens, such as dev.']);
  }
  return typeof other === 'string' ? readIn(other, name, other) : readIn(folder, name, 'infra/stages');
}

/** `shownFolder`: as faults name it. The committed file of a production stage has placeholders, which are refused. */
function readIn(folder: string, name: string, shownFolder: string): FoundStage {
  const file = `${shownFolder}/${name}.json`;
  const document = readDocument(join(folder, `${name}.json`));
  if (document === undefined && !existsSync(folder)) {
    return faults([`-c stages: ${shownFolder}: there is no such file or folder.`]);
  }
  if (document === undefined) {
    return faults([
      `There is no ${file} (there are ${stagesIn(folder).join(', ')}): copy one to begin with.`,
    ]);
  }
  if (document.kind === 'broken') return faults([`${file} is not JSON.`]);
  const parsed = parseOptions(document.value);
  if (parsed.kind === 'faults') return faults(parsed.faults.map((fault) => `${file}: ${fault}`));
  const { options } = parsed;
  const placeholders = options.production ? placeholdersIn(document.value) : [];
  if (placeholders.length > 0) {
    return faults(
      placeholders.map((field) => `${file}: ${field}: expected your own value in place of example.com.`),
    );
  }
  return { kind: 'stage', stage: { name, options } };
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
