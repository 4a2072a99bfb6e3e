import { beforeAll, expect, it } from '@jest/globals';
import { bundledAssembly, SYNTHESIS_MS } from '../support/assembly.ts';
import { type DeployedFunction, deployedFunctions } from '../support/deployed/functions.ts';
import { startLambda } from '../support/deployed/lambda.ts';
import { readStackFile } from '../support/deployed/stack.ts';

let functions: readonly DeployedFunction[];
beforeAll(async () => {
  const { folder, template } = await bundledAssembly();
  functions = deployedFunctions(readStackFile(template, { stackName: 'dispatch-prod' }), folder);
}, SYNTHESIS_MS);

const START = Date.UTC(2026, 5, 8, 12);

it('every function that is deployed has the handler that its template names', async () => {
  const failures: string[] = [];
  for (const one of functions) {
    const started = startLambda(one, { now: START });
    const lambda = await started.catch((error) => failures.push(`${one.path}: ${error.message}`));
    if (typeof lambda === 'object') await lambda.stop();
  }

  expect(failures).toEqual([]);
  expect(functions.length).toBeGreaterThan(8);
});
