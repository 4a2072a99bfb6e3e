import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { parseStage, stages } from './constructs/stage.ts';
import { DispatchStack } from './dispatch-stack.ts';

const app = new App();
const asked: unknown = app.node.tryGetContext('stage') ?? 'dev';
const stage = parseStage(asked);
if (stage === undefined) {
  console.error(
    `Unknown stage ${JSON.stringify(asked)}: -c stage=<stage> takes one of ${stages.join(', ')}.`,
  );
  process.exit(1);
}

new DispatchStack(app, `dispatch-${stage}`, { stage, projectRoot: join(import.meta.dirname, '..') });
