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
  /** The secret of the route's integration. */
  readonly secret: ServiceSecret;
  readonly policy: StagePolicy;
  /** The folder that holds `functions/` and `package-lock.json`. */
  readonly projectRoot: string;
  readonly options: Pick<
    StageOptions,
    'provisionedConcurrency' | 'reservedConcurrency' | 'accountWritesPerMinute'
  >;
}

/** The Lambda of one route, with exactly the rights of `grants`. */
export class WebhookFunction extends ServiceFunction {
  /** What the API calls, and what a rollback moves. */
  readonly alias: Alias;
  /** The alias, as what CDK takes for a function. */
  readonly target: IFunction;

  constructor(scope: Construct, id: string, props: WebhookFunctionProps) {
    const { route, table, secret, policy, projectRoot, options } = props;
    const { provisionedConcurrency, reservedConcurrency } = options;
    super(scope, id, {
      description: `${route.method} ${route.path}`,
      folder: route.id,
      memorySize: 512,
      policy,
      projectRoot,
      environment: environmentOf(props),
      reservedConcurrency: route.live ? reservedConcurrency?.live : reservedConcurrency?.others,
    });
    this.allowOn(table, grantsOf(route));
    this.allow(['secretsmanager:GetSecretValue'], [secret.secretArn]);
    // The name for sam local, which otherwise requires the logical id with its hash.
    const resource = this.function.node.defaultChild;
    if (resource instanceof CfnFunction) resource.addMetadata('SamResourceId', route.id);
    const instances = route.live ? provisionedConcurrency : undefined;
    const warm = instances === undefined ? {} : { provisionedConcurrentExecutions: instances };
    this.alias = this.function.addAlias(LIVE_ALIAS, warm);
    this.target = functionOf(this.alias);
  }
}

/** An alias is a function, but CDK's types do not match under exact optional properties. */
function functionOf(alias: IConstruct): IFunction {
  if (!isFunction(alias)) throw new Error('The alias is not a function');
  return alias;
}

function isFunction(construct: IConstruct): construct is IFunction {
  return 'functionArn' in construct && 'addPermission' in construct;
}

const storesAnything = ({ handles }: Route): boolean => handles.some((workload) => workload !== 'greetings');

function environmentOf(props: WebhookFunctionProps): Record<string, string> {
  const { route, table, secret, options } = props;
  return {
    TABLE_NAME: table.tableName,
    [secretVariable(route.integration)]: secret.secretArn,
    ...(storesAnything(route) && { ACCOUNT_WRITES_PER_MINUTE: String(options.accountWritesPerMinute) }),
    // The SDK treats empty ones as unset. They are declared because `sam local --env-vars` overrides only variables
    // that the template has.
    AWS_ENDPOINT_URL_DYNAMODB: '',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: '',
  };
}
