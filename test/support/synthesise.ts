import { expect } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdkConfiguration from '../../cdk.json' with { type: 'json' };
import type { Stage } from '../../infra/constructs/stage.ts';
import { DispatchStack } from '../../infra/dispatch-stack.ts';
import type { Features } from '../../infra/options.ts';

/** The stack of a stage. The functions' code is not bundled: `npm run synth` does that. */
export function dispatchStack(stage: Stage, features: Features = {}): DispatchStack {
  const context = { ...cdkConfiguration.context, 'aws:cdk:bundling-stacks': [] };
  const app = new App({ context, analyticsReporting: false });
  return new DispatchStack(app, `dispatch-${stage}`, { stage, projectRoot: process.cwd(), ...features });
}

/** Its template. */
export function synthesise(stage: Stage, features: Features = {}): Template {
  return Template.fromStack(dispatchStack(stage, features));
}

/** The logical id of the one resource of a type whose id begins so. */
export function logicalId(template: Template, type: string, prefix = ''): string {
  const found = Object.keys(template.findResources(type)).filter((id) => id.startsWith(prefix));
  expect(found).toHaveLength(1);
  return String(found[0]);
}
