import { CodeDeployClient, ListDeploymentsCommand, StopDeploymentCommand } from '@aws-sdk/client-codedeploy';
import {
  type AliasConfiguration,
  GetAliasCommand,
  LambdaClient,
  paginateListVersionsByFunction,
  UpdateAliasCommand,
} from '@aws-sdk/client-lambda';
import { LIVE_ALIAS, outputName } from '../../infra/output-name.ts';
import { type RouteId, routeIds } from '../../lib/routes.ts';
import { CliFault, explainedByAws, faultText } from '../fault.ts';
import type { DeployedStack } from '../stack.ts';

/** A published version of a function's code. */
export interface CodeVersion {
  readonly version: number;
  /** When it was published. */
  readonly at: Date;
  /** The first characters of its hash. */
  readonly code: string;
}

/** What an alias points to. */
export interface LiveCode {
  readonly version: number;
  /** A newer version that gets a share of the requests, from 0 to 1. */
  readonly next?: { readonly version: number; readonly share: number };
  /** Versions that a rollback left, which the next one must not return to. */
  readonly takenBack: readonly number[];
}

/** Where an alias is moved, and what it remembers. */
export type Move = Pick<LiveCode, 'version' | 'takenBack'>;

/** The function of a route, and which of its code serves requests. */
export interface DeployedCode {
  readonly route: RouteId;
  /** Newest first. */
  readonly versions: readonly CodeVersion[];
  readonly live: LiveCode;
}

/** The functions of a deployed stack. */
export interface DeployedFunctions {
  /** Every route's code, or only that of one. */
  read(only?: RouteId): Promise<readonly DeployedCode[]>;
  /** Points the alias of a route to a version, which then gets all requests. */
  move(route: RouteId, to: Move): Promise<void>;
  /** Stops deployments that are under way; returns how many there were. */
  stopDeployments(route: RouteId): Promise<number>;
  close(): void;
}

/** How often an alias is moved again, which a deployment or another operator may change at the same time. */
const ATTEMPTS = 5;
/** Begins the description of an alias. Deployments leave the description alone, and Lambda keeps no history. */
const TAKEN_BACK = 'Taken back: ';
/** How many versions fit in a description, which has at most 256 characters. */
const REMEMBERED = 20;

/** The functions of a stack, with the credentials of the machine. */
export function deployedFunctions({ name, region, outputs }: DeployedStack): DeployedFunctions {
  const lambda = new LambdaClient({ region });
  const deployments = new CodeDeployClient({ region });
  const output = (words: string) => {
    const found = outputs[outputName(words)];
    if (found) return found;
    throw new CliFault(`${name}: the stack has no output ${outputName(words)}: deploy it again.`);
  };
  const functionOf = (route: RouteId) => output(`FunctionName-${route}`);

  return {
    async read(only) {
      const wanted = only === undefined ? routeIds : [only];
      return await explaining('lambda:ListVersionsByFunction and lambda:GetAlias', () =>
        Promise.all(
          wanted.map(async (route) => {
            const FunctionName = functionOf(route);
            const [versions, alias] = await Promise.all([
              versionsOf(lambda, FunctionName),
              aliasOf(lambda, FunctionName),
            ]);
            return { route, versions, live: liveCode(alias) };
          }),
        ),
      );
    },
    move: (route, to) =>
      explaining(`lambda:UpdateAlias on ${route}`, () => moveAlias(lambda, functionOf(route), to)),
    stopDeployments: (route) =>
      explaining('codedeploy:ListDeployments and codedeploy:StopDeployment', () =>
        stopAll(deployments, output('DeploymentApplication'), route),
      ),
    close() {
      lambda.destroy();
      deployments.destroy();
    },
  };
}

const aliasOf = (client: LambdaClient, FunctionName: string) =>
  client.send(new GetAliasCommand({ FunctionName, Name: LIVE_ALIAS }));

async function moveAlias(
  client: LambdaClient,
  FunctionName: string,
  { version, takenBack }: Move,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { RevisionId } = await aliasOf(client, FunctionName);
    const command = new UpdateAliasCommand({
      FunctionName,
      Name: LIVE_ALIAS,
      FunctionVersion: String(version),
      Description: `${TAKEN_BACK}${takenBack.slice(-REMEMBERED).join(', ')}`,
      RoutingConfig: { AdditionalVersionWeights: {} },
      RevisionId,
    });
    try {
      await client.send(command);
      return;
    } catch (error) {
      const isChanged = error instanceof Error && error.name === 'PreconditionFailedException';
      if (!isChanged || attempt === ATTEMPTS) throw error;
    }
  }
}

async function stopAll(
  client: CodeDeployClient,
  applicationName: string,
  deploymentGroupName: string,
): Promise<number> {
  const { deployments = [] } = await client.send(
    new ListDeploymentsCommand({
      applicationName,
      deploymentGroupName,
      includeOnlyStatuses: ['Created', 'Queued', 'InProgress', 'Baking', 'Ready'],
    }),
  );
  for (const deploymentId of deployments) {
    // The alias is moved by the rollback itself, at once.
    await client.send(new StopDeploymentCommand({ deploymentId, autoRollbackEnabled: false }));
  }
  return deployments.length;
}

async function versionsOf(client: LambdaClient, FunctionName: string): Promise<readonly CodeVersion[]> {
  const found: CodeVersion[] = [];
  for await (const { Versions = [] } of paginateListVersionsByFunction({ client }, { FunctionName })) {
    for (const { Version, LastModified = '', CodeSha256 = '' } of Versions) {
      if (Version === undefined || Version === '$LATEST') continue;
      found.push({ version: Number(Version), at: new Date(LastModified), code: CodeSha256.slice(0, 8) });
    }
  }
  return found.sort((a, b) => b.version - a.version);
}

function liveCode({ FunctionVersion, RoutingConfig, Description = '' }: AliasConfiguration): LiveCode {
  const left = Description.startsWith(TAKEN_BACK) ? Description.slice(TAKEN_BACK.length).split(', ') : [];
  const live = { version: Number(FunctionVersion), takenBack: left.filter(Boolean).map(Number) };
  const [next] = Object.entries(RoutingConfig?.AdditionalVersionWeights ?? {});
  return next === undefined ? live : { ...live, next: { version: Number(next[0]), share: next[1] } };
}

/** Turns every failure into a fault that names what was attempted. */
async function explaining<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    const explained = explainedByAws(error, what);
    if (explained instanceof CliFault) throw explained;
    // The message of AWS names account and ARN.
    throw new CliFault(`${what}: ${explained instanceof Error ? explained.name : faultText(explained)}`);
  }
}
