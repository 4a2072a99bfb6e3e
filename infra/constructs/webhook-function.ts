import { type Alias, CfnFunction, type IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct, IConstruct } from 'constructs';
import { secretVariable } from '../../lib/platforms/index.ts';
import type { Route } from '../../lib/routes.ts';
import { grantsOf } from '../grants.ts';
import type { StageOptions } from '../options.ts';
import { LIVE_ALIAS } from '../output-name.ts';
import type { ServiceTable } from './dispatch-table.ts';
import type { ServiceSecret } from './integration-secrets.ts';
import { ServiceFunction } from './service-function.ts';
import type { StagePolicy } from './stage.ts';

export interface WebhookFunctionProps {
  readonly route: Route;
  readonly table: ServiceTable;
  /** The secret of the route's sender. */
  readonly secret: ServiceSecret;
  readonly policy: StagePolicy;
  readonly options: StageOptions;
}

/** The Lambda of one route, with exactly the rights of `grantsOf`. */
export class WebhookFunction extends ServiceFunction {
  /** The API calls the alias, and a rollback moves it. */
  readonly alias: Alias & IFunction;

  constructor(scope: Construct, id: string, { route, table, secret, policy, options }: WebhookFunctionProps) {
    const { accountWritesPerMinute, provisionedConcurrency, reservedConcurrency } = options;
    const reserved = route.live ? reservedConcurrency?.live : reservedConcurrency?.others;
    const writes = route.handles.some((workload) => workload !== 'greetings' && workload !== 'texts');
    super(scope, id, {
      description: `${route.method} ${route.path}`,
      folder: route.id,
      memorySize: 512,
      policy,
      on: { table, grants: grantsOf(route) },
      calls: ['SECRETS_MANAGER'],
      environment: {
        [secretVariable(route.sender)]: secret.secretArn,
        ...(writes && { ACCOUNT_WRITES_PER_MINUTE: String(accountWritesPerMinute) }),
      },
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
    });
    this.allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
    // `sam local` finds the function by this name; without it, by the logical id with its hash.
    const resource = this.function.node.defaultChild;
    if (resource instanceof CfnFunction) resource.addMetadata('SamResourceId', route.id);
    const isWarm = route.live && provisionedConcurrency !== undefined;
    const alias = this.function.addAlias(
      LIVE_ALIAS,
      isWarm ? { provisionedConcurrentExecutions: provisionedConcurrency } : {},
    );
    if (!isFunction(alias)) throw new Error('The alias is not a function');
    this.alias = alias;
  }
}

/** CDK's types of an alias and of a function don't match under exact optional properties. */
const isFunction = (construct: IConstruct): construct is IConstruct & IFunction =>
  'functionArn' in construct && 'addPermission' in construct;
