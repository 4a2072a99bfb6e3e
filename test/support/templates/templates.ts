import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { isFirst, runFolder } from '../once-per-run.ts';
import type { TestStage } from './stages.ts';

/** A synthesized stage. */
export interface SynthesizedStage {
  readonly template: Template;
  readonly account: string;
  readonly region: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Whether CloudFormation refuses to delete the stack. */
  readonly isProtected: boolean;
  /** The findings of cdk-nag without a written reason. */
  readonly violations: readonly unknown[];
}

const PAUSE_MS = 20;

/**
 * The stage, from a file that the first caller of a run has a separate process write: in jest, each test file would
 * load the CDK again, which takes far longer than everything that the tests check. Blocks, because tables of tests
 * are made from it.
 */
export function synthesizedStage(name: TestStage): SynthesizedStage {
  const file = join(runFolder(), 'stages.json');
  const finished = join(runFolder(), 'stages-finished');
  if (isFirst('stages')) writeStages(file, finished);
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(finished)) Atomics.wait(never, 0, 0, PAUSE_MS);
  const stage = JSON.parse(readFileSync(file, 'utf8'))[name];
  return { ...stage, template: Template.fromJSON(stage.template) };
}

function writeStages(file: string, finished: string): void {
  const node = join(process.cwd(), 'node_modules', '.bin', 'node');
  const script = join(process.cwd(), 'test', 'support', 'templates', 'main.ts');
  try {
    execFileSync(node, [script, file]);
  } finally {
    writeFileSync(finished, '');
  }
}

/** The template of the stage. */
export function templateOf(name: TestStage): Template {
  return synthesizedStage(name).template;
}

/** The logical id of the only resource of a type whose id begins this way. */
export function logicalId(template: Template, type: string, prefix = ''): string {
  const found = Object.keys(template.findResources(type)).filter((id) => id.startsWith(prefix));
  expect(found).toHaveLength(1);
  return String(found[0]);
}

/** A reference to an ARN, or another attribute, of a resource. */
export const arnOf = (id: string, attribute = 'Arn') => ({ 'Fn::GetAtt': [id, attribute] });
