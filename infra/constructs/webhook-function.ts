import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, type IFunction, LoggingFormat, Runtime } from 'aws-cdk-lib/aws-lambda';
import { type BundlingOptions, LogLevel, NodejsFunction, OutputFormat } from 'aws-cdk-lib/aws-lambda-nodejs';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct, type IConstruct } from 'constructs';
import type { Route, RouteId } from '../../lib/routes.ts';
import { grants } from '../grants.ts';
import type { StagePolicy } from './stage.ts';

/** Bundled by the esbuild of the project, never in Docker. */
export const bundling: BundlingOptions = {
  format: OutputFormat.CJS,
  minify: true,
  // For reading stack traces afterwards. Node's --enable-source-maps is left off: parsing the map makes a cold
  // start half as long again.
  sourceMap: true,
  sourcesContent: false,
  // ES module sources can be tree-shaken, which CommonJS ones can't.
  mainFields: ['module', 'main'],
  // The SDK is bundled too: the one in the runtime loads slower and changes by itself.
  externalModules: [],
  forceDockerBundling: false,
  // Its sizes and times are no news at each synthesis.
  logLevel: LogLevel.WARNING,
};

export interface WebhookFunctionProps {
  readonly route: Route;
  readonly table: Table;
  /** The secret of the route's integration. */
  readonly secret: Secret;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  /** Instances that are kept warm, of a live route only. */
  readonly provisionedConcurrency?: number | undefined;
}

/** The Lambda of one route, with the rights of `grants` and no more. */
export class WebhookFunction extends Construct {
  readonly function: NodejsFunction;
  /** What the API calls: the function, or its alias with warm instances. */
  readonly target: IFunction;

  constructor(
    scope: Construct,
    id: string,
    { route, table, secret, policy, projectRoot, provisionedConcurrency }: WebhookFunctionProps,
  ) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'Log', {
      retention: policy.logRetention,
      removalPolicy: policy.removalPolicy,
    });
    this.function = new NodejsFunction(this, 'Function', {
      description: `${route.method} ${route.path}`,
      entry: join(projectRoot, 'functions', route.id, 'index.ts'),
      handler: 'handler',
      projectRoot,
      depsLockFilePath: join(projectRoot, 'package-lock.json'),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: Duration.seconds(10),
      bundling,
      role: roleFor(this, { id: route.id, table, secret, logGroup }),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // A switch of the SDK's version 2; version 3 keeps connections alive anyway.
      awsSdkConnectionReuse: false,
      environment: environmentOf(route, table, secret),
    });
    this.target =
      route.live && provisionedConcurrency !== undefined
        ? functionOf(
            this.function.addAlias('live', { provisionedConcurrentExecutions: provisionedConcurrency }),
          )
        : this.function;
  }
}

/** An alias is a function: only its types, whose optional properties may be undefined, do not say so. */
function functionOf(alias: IConstruct): IFunction {
  if (!isFunction(alias)) throw new Error('The alias is no function');
  return alias;
}

function isFunction(construct: IConstruct): construct is IFunction {
  return 'functionArn' in construct && 'addPermission' in construct;
}

function environmentOf(route: Route, table: Table, secret: Secret): Record<string, string> {
  return {
    TABLE_NAME: table.tableName,
    [`SECRET_ID_${route.integration.toUpperCase()}`]: secret.secretArn,
    // The SDK takes an empty one as unset. They are declared because `sam local --env-vars` overrides only
    // variables that the template has.
    AWS_ENDPOINT_URL_DYNAMODB: '',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: '',
  };
}

/** A role of its own: the managed policy that CDK attaches otherwise may write every log of the AWS account. */
function roleFor(
  scope: Construct,
  { id, table, secret, logGroup }: { id: RouteId; table: Table; secret: Secret; logGroup: LogGroup },
): Role {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  const allow = (actions: readonly string[], resources: readonly string[]) =>
    role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [...resources] }));

  const { tableActions, indexes } = grants[id];
  allow(tableActions, [table.tableArn]);
  if (indexes.length > 0) {
    allow(
      ['dynamodb:Query'],
      indexes.map((index) => `${table.tableArn}/index/${index}`),
    );
  }
  allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
  allow(['logs:CreateLogStream', 'logs:PutLogEvents'], [logGroup.logGroupArn]);
  return role;
}
