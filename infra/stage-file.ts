import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

/**
 * Reads the stage's file in `folder`, which faults call `shownFolder`. Refuses the placeholders that the committed file
 * of a production stage has.
 */
function readIn(folder: string, name: string, shownFolder: string): FoundStage {
  if (!existsSync(folder)) return faults([`-c stages: ${shownFolder}: there is no such file or folder.`]);
  const file = `${shownFolder}/${name}.json`;
  const path = join(folder, `${name}.json`);
  if (!existsSync(path)) {
    const others = stagesIn(folder).join(', ');
    return faults([`There is no ${file} (there are ${others}): copy one to begin with.`]);
  }
  let document: unknown;
  try {
    document = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return faults([`${file} is not JSON.`]);
  }
  const parsed = parseOptions(document);
  if (parsed.kind === 'faults') return faults(parsed.faults.map((fault) => `${file}: ${fault}`));
  const { options } = parsed;
  const placeholders = options.production ? placeholdersIn(document) : [];
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

/** Nobody owns example.com, so alarms that are sent there are lost. */
const PLACEHOLDER = /(?:^|[.@/])example\.com(?![\w-]|\.\w)/i;

/** Paths, such as `domain.name`, of the fields whose text is still a placeholder. */
function placeholdersIn(document: unknown, path = ''): readonly string[] {
  if (typeof document === 'string') return PLACEHOLDER.test(document) ? [path] : [];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, value]) =>
    placeholdersIn(value, path === '' ? key : `${path}.${key}`),
  );
}
