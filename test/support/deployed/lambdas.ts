import type { DeployedFunction } from './functions.ts';
import { type Lambda, type LambdaSettings, startLambda } from './lambda.ts';
import { arnIn } from './names.ts';
import type { Rights } from './rights.ts';
import type { DeployedStack } from './stack.ts';

export interface LambdasDependencies {
  readonly stack: DeployedStack;
  readonly functions: readonly DeployedFunction[];
  readonly rights: Rights;
  /** Where the functions find AWS. */
  readonly endpoint: string;
  /** Where they find the template's own addresses. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface Written {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Lambdas {
  /** The paths of the functions that were run so far. */
  readonly invoked: ReadonlySet<string>;
  /** Runs the function of an ARN, which may be that of an alias or a version. Rejects if the function throws. */
  invoke(arn: string, event: unknown): Promise<unknown>;
  /** Replaces the container of the function at this path by one with other settings, or with its own. */
  replace(path: string, settings?: Partial<LambdaSettings>): Promise<void>;
  /** Ends the container of the function at this path, and returns what it wrote. */
  stop(path: string): Promise<Written>;
  stopAll(): Promise<void>;
}

/** The containers of a template's functions: one for each, started when it is first needed. */
export function startLambdas(deps: LambdasDependencies): Lambdas {
  const { stack, functions, now } = deps;
  const running = new Map<string, Promise<Lambda>>();
  const invoked = new Set<string>();
  const changed = new Map<string, Partial<LambdaSettings>>();

  function functionAt(arn: string): DeployedFunction {
    const target = stack.at(arn);
    const isFunction = target.type === 'AWS::Lambda::Function';
    const name = isFunction ? target.ref : target.properties.FunctionName;
    const found = functions.find((one) => one.name === name);
    if (found === undefined) throw new Error(`The template has no function ${arn}`);
    return found;
  }

  async function stop(path: string): Promise<Written> {
    const container = running.get(path);
    running.delete(path);
    return (await (await container)?.stop()) ?? { stdout: '', stderr: '' };
  }

  return {
    invoked,
    async invoke(arn, event) {
      const found = functionAt(arn);
      invoked.add(found.path);
      const container = running.get(found.path) ?? start({ ...found, ...changed.get(found.path) }, deps);
      running.set(found.path, container);
      const lambda = await container;
      await lambda.setClock(now());
      return await lambda.invoke(event);
    },
    async replace(path, settings) {
      await stop(path).catch(() => undefined);
      if (settings === undefined) changed.delete(path);
      else changed.set(path, settings);
    },
    stop,
    async stopAll() {
      for (const container of running.values()) await (await container.catch(() => undefined))?.stop();
    },
  };
}

function start(
  found: DeployedFunction,
  { rights, endpoint, hosts, now }: LambdasDependencies,
): Promise<Lambda> {
  rights.demandTrust(found.roleArn, 'lambda.amazonaws.com');
  const log = arnIn('logs', `log-group:${found.logGroup}:log-stream:1`);
  for (const action of ['logs:CreateLogStream', 'logs:PutLogEvents'])
    rights.demand(found.roleArn, action, log);
  return startLambda(
    { ...found, variables: withEndpoints(found, endpoint) },
    {
      now: now(),
      hosts,
      elsewhere: `${endpoint}/elsewhere`,
    },
  );
}

/** The variables of a function with the address of each service, which the template leaves empty for tests and `sam local`. */
function withEndpoints({ variables }: DeployedFunction, endpoint: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      name.startsWith('AWS_ENDPOINT_URL_') && value === '' ? endpoint : value,
    ]),
  );
}
