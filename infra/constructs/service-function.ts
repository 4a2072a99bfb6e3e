import { join } from 'node:path';
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { type Conditions, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { NodejsFunction } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { bundling, bundlingWithLambda } from '../bundling.ts';
import type { Grant } from '../grants.ts';
import { type ServiceTable, useOfKey } from './dispatch-table.ts';
import type { StagePolicy } from './stage.ts';

export interface ServiceFunctionProps {
  readonly description: string;
  /** Generated if absent, so that a function can be replaced. */
  readonly functionName?: string;
  /** Its folder in `functions/`. */
  readonly folder: string;
  readonly memorySize: number;
  /** 10 seconds by default. */
  readonly timeout?: Duration;
  /** Whether it runs other functions. */
  readonly runsFunctions?: boolean;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Reserved concurrency, which is also its limit. */
  readonly reservedConcurrency?: number | undefined;
  /** The queue for events that it failed to handle, if it is invoked asynchronously. */
  readonly deadLetters?: IQueue | undefined;
}

/** A Lambda of the service: runtime, bundle, a log group with retention, and a role that may write that log. */
export class ServiceFunction extends Construct {
  readonly function: NodejsFunction;
  readonly logGroup: LogGroup;
  private readonly role: Role;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const {
      description,
      functionName,
      folder,
      memorySize,
      timeout = Duration.seconds(10),
      runsFunctions = false,
      policy,
      projectRoot,
      environment = {},
      reservedConcurrency,
      deadLetters,
    } = props;
    this.logGroup = new LogGroup(this, 'Log', {
      retention: policy.logRetention,
      removalPolicy: policy.removalPolicy,
    });
    // Its own role: the managed policy that CDK would attach may write every log of the AWS account.
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.function = new NodejsFunction(this, 'Function', {
      description,
      ...(functionName !== undefined && { functionName }),
      entry: join(projectRoot, 'functions', folder, 'index.ts'),
      handler: 'handler',
      projectRoot,
      depsLockFilePath: join(projectRoot, 'package-lock.json'),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize,
      timeout,
      bundling: runsFunctions ? bundlingWithLambda : bundling,
      role: this.role,
      logGroup: this.logGroup,
      loggingFormat: LoggingFormat.JSON,
      tracing: policy.tracing,
      // An option of SDK version 2; version 3 always keeps connections alive.
      awsSdkConnectionReuse: false,
      environment,
      // A rollback needs them. Lambda deletes them with the function.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      ...(deadLetters !== undefined && { deadLetterQueue: deadLetters }),
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [this.logGroup.logGroupArn]);
  }

  /** Grants rights on items of the table, with the use of its key. */
  allowOn(table: ServiceTable, grants: readonly Grant[]): void {
    for (const statement of useOfKey(table)) this.role.addToPolicy(statement);
    for (const { actions, keys, index } of grants) {
      const resource = index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`;
      this.allow(actions, [resource], onKeys(keys));
    }
  }

  /** Grants exactly the actions that the code calls. */
  allow(actions: readonly string[], resources: readonly string[], conditions: Conditions = {}): void {
    this.role.addToPolicy(
      new PolicyStatement({ actions: [...actions], resources: [...resources], conditions }),
    );
  }
}

/** `ForAllValues` alone would match a request without a leading key. */
export const onKeys = (keys: readonly string[]): Conditions => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});
