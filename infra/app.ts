import { join } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { DispatchStack } from './dispatch-stack.ts';
import { parseOptions } from './options.ts';

const app = new App();
const parsed = parseOptions((name) => app.node.tryGetContext(name));
if (parsed.kind === 'faults') {
  for (const fault of parsed.faults) console.error(fault);
  process.exit(1);
}

// A finding without a written reason fails the synthesis, and so the deployment.
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
const { options } = parsed;
new DispatchStack(app, `dispatch-${options.stage}`, {
  ...options,
  projectRoot: join(import.meta.dirname, '..'),
});
