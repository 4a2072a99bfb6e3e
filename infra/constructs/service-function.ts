import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type Bundling, functionCode } from '../bundling.ts';
import type { Grant } from '../grants.ts';
import { allow, allowOn, type ServiceTable } from './dispatch-table.ts';
import type { StagePolicy } from './stage.ts';

const projectRoot = join(import.meta.dirname, '..', '..');

export interface ServiceFunctionProps
  extends Pick<
    FunctionProps,
    'functionName' | 'timeout' | 'environment' | 'reservedConcurrentExecutions' | 'deadLetterQueue'
  > {
  readonly description: string;
  /** The function's folder in `functions/`. */
  readonly folder: string;
  /** Megabytes; 256 by default. */
  readonly memorySize?: number;
  /** `lean` by default. */
  readonly bundling?: Bundling;
  readonly policy: StagePolicy;
  /** The table that the function uses, and its rights on the table. */
  readonly on?: { readonly table: ServiceTable; readonly grants: readonly Grant[] };
  /** Names of AWS services that the function calls besides DynamoDB, as in `AWS_ENDPOINT_URL_SNS`. */
  readonly calls?: readonly string[];
}

/** A Lambda of the service: runtime, bundle, a log group with retention, and a role that may write that log only. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;
  readonly role: Role;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { folder, bundling, policy, on, calls = [], environment, ...own } = props;
    this.logGroup = new LogGroup(this, 'Log', policy.logs);
    // The managed policy that CDK would attach may write every log of the AWS account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const endpoints = [...(on === undefined ? [] : ['DYNAMODB']), ...calls];
    this.function = new LambdaFunction(this, 'Function', {
      memorySize: 256,
      ...own,
      code: functionCode(join(projectRoot, 'functions', folder, 'index.ts'), bundling),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: own.timeout ?? Duration.seconds(10),
      role: this.role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: policy.tracing,
      environment: {
        ...(on !== undefined && { TABLE_NAME: on.table.tableName }),
        ...environment,
        // The SDK treats empty endpoints as unset. They are declared because `sam local --env-vars` overrides only
        // variables that the template has.
        ...Object.fromEntries(endpoints.map((service) => [`AWS_ENDPOINT_URL_${service}`, ''])),
      },
      // A rollback needs earlier versions. Lambda deletes them with the function.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.logGroup.logGroupArn]);
    if (on === undefined) return;
    for (const statement of allowOn(on.table, on.grants)) this.role.addToPolicy(statement);
  }

  /** Grants exactly the actions that the code calls. */
  allow(actions: readonly string[], resources: readonly string[]): void {
    this.role.addToPolicy(allow(actions, resources));
  }
}
