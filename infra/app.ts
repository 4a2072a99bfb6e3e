import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { DispatchStack } from './dispatch-stack.ts';
import { readStage } from './stage-file.ts';

const app = new App();
const found = readStage(app.node.getAllContext(), join(import.meta.dirname, 'stages'));
if (found.kind === 'faults') {
  for (const fault of found.faults) console.error(fault);
  process.exit(1);
}

// A finding without a written reason fails the synthesis, and so the deployment.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const { stage } = found;
new DispatchStack(app, `dispatch-${stage.name}`, stage);
