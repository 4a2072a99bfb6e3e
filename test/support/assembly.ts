import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import cdkConfiguration from '../../cdk.json' with { type: 'json' };
import { readFunctions, type TemplateFunction } from '../../cli/lambda-functions.ts';
import { DispatchStack } from '../../infra/dispatch-stack.ts';
import { stageOf } from './synthesise.ts';

/** What `cdk synth` writes, bundles included. */
export interface Assembly {
  readonly folder: string;
  readonly template: string;
  readonly functions: readonly TemplateFunction[];
  remove(): void;
}

/**
 * Synthesises a stage with its bundles into a folder of its own: outside of the project, whose package.json would make
 * Node take the bundles for ES modules, as it doesn't in Lambda.
 */
export function synthesiseBundles(name: string): Assembly {
  const folder = mkdtempSync(join(tmpdir(), 'dispatch-assembly-'));
  // As the CDK's command line asks for it: where each function's code is, stands in the metadata.
  const metadata = { 'aws:cdk:enable-asset-metadata': true, 'aws:cdk:enable-path-metadata': true };
  const context = { ...cdkConfiguration.context, ...metadata };
  const app = new App({ outdir: folder, context, analyticsReporting: false });
  new DispatchStack(app, `dispatch-${name}`, { stage: stageOf(name), projectRoot: process.cwd() });
  app.synth();
  const template = join(folder, `dispatch-${name}.template.json`);
  return {
    folder,
    template,
    functions: readFunctions(template),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
