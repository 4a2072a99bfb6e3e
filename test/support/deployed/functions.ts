import { join } from 'node:path';
import type { LambdaSettings } from './lambda.ts';
import type { DeployedStack, StackResource } from './stack.ts';

/** A function of the project in a template. */
export interface DeployedFunction extends LambdaSettings {
  /** Where its construct is: `Events/FromTable/Shaper/Function`. */
  readonly path: string;
  readonly roleArn: string;
}

/** Functions that the CDK brings along to fill and empty a bucket: they run while a stack is deployed or deleted. */
const ofCdk = /^Custom::/;

/** All functions of the project that a template deploys, whose code lies in `folder`. */
export function deployedFunctions(stack: DeployedStack, folder: string): readonly DeployedFunction[] {
  return stack
    .ofType('AWS::Lambda::Function')
    .filter(({ path }) => !ofCdk.test(path))
    .map((resource) => functionOf(resource, folder));
}

function functionOf(
  { ref, path, properties, metadata, attribute }: StackResource,
  folder: string,
): DeployedFunction {
  const { Handler, MemorySize, Timeout, Environment, LoggingConfig, Role } = properties;
  return {
    name: ref,
    arn: attribute('Arn'),
    path,
    folder: join(folder, String(metadata['aws:asset:path'])),
    handler: Handler,
    memoryMb: MemorySize,
    timeoutSeconds: Timeout,
    logGroup: LoggingConfig.LogGroup,
    roleArn: Role,
    variables: Environment?.Variables ?? {},
  };
}
