import { expect } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdkConfiguration from '../../cdk.json' with { type: 'json' };
import { DispatchStack } from '../../infra/dispatch-stack.ts';
import type { StageOptions } from '../../infra/options.ts';
import type { StageFile } from '../../infra/stage-file.ts';

/** What its file says of a stage, beside what a test adds: `prod` is production and tells people, any other is not. */
export const stageOf = (name: string, over: Partial<StageOptions> = {}): StageFile => {
  const people = { alarmEmail: 'ops@example.org', dispatchEmail: 'desk@example.org' };
  const production = name === 'prod';
  return {
    name,
    options: {
      production,
      canary: false,
      tags: {},
      accountWritesPerMinute: 120,
      ...(production && people),
      ...over,
    },
  };
};

/** The stack of a stage. The functions' code is not bundled: `npm run synth` does that. */
export function dispatchStack(name: string, over: Partial<StageOptions> = {}): DispatchStack {
  const context = { ...cdkConfiguration.context, 'aws:cdk:bundling-stacks': [] };
  const app = new App({ context, analyticsReporting: false });
  const stage = stageOf(name, over);
  return new DispatchStack(app, `dispatch-${name}`, { stage, projectRoot: process.cwd() });
}

/** Its template. */
export function synthesise(name: string, over: Partial<StageOptions> = {}): Template {
  return Template.fromStack(dispatchStack(name, over));
}

/** The logical id of the one resource of a type whose id begins so. */
export function logicalId(template: Template, type: string, prefix = ''): string {
  const found = Object.keys(template.findResources(type)).filter((id) => id.startsWith(prefix));
  expect(found).toHaveLength(1);
  return String(found[0]);
}
