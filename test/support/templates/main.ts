// Synthesizes every stage of the template tests and writes what they read, as JSON, to the given file.
import { writeFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import cdkConfiguration from '../../../cdk.json' with { type: 'json' };
import { DispatchStack } from '../../../infra/dispatch-stack.ts';
import type { StageFile } from '../../../infra/stage-file.ts';
import { stages } from './stages.ts';

/** The code of the functions is not bundled: `npm run synth` does that. */
function synthesized(name: string, stage: StageFile) {
  // Checking takes longer than everything else here. One stage shows that templates are checked; deployments check
  // their own.
  process.env.CDK_VALIDATION = String(name === 'prod');
  const context = { ...cdkConfiguration.context, 'aws:cdk:bundling-stacks': [] };
  const app = new App({ context, analyticsReporting: false });
  const stack = new DispatchStack(app, `dispatch-${stage.name}`, stage);
  return {
    template: Template.fromStack(stack).toJSON(),
    account: stack.account,
    region: stack.region,
    tags: stack.tags.tagValues(),
    isProtected: stack.terminationProtection,
    violations: new AwsSolutionsChecks(stack).validateScope(stack).violations,
  };
}

const [file = ''] = process.argv.slice(2);
const written = Object.entries(stages).map(([name, stage]) => [name, synthesized(name, stage)]);
writeFileSync(file, JSON.stringify(Object.fromEntries(written)));
