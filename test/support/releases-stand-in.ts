import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type RouteId, routeIds } from '../../lib/routes.ts';

/** An alias as Lambda stores it. */
export interface StoredAlias {
  Name: string;
  FunctionVersion: string;
  Description: string;
  RevisionId: string;
  RoutingConfig?: { AdditionalVersionWeights: Record<string, number> };
}

/** A function with its published versions and its one alias. */
export interface StoredFunction {
  readonly versions: { Version: string; LastModified: string; CodeSha256: string }[];
  alias: StoredAlias;
}

/** The part of Lambda and of CodeDeploy that releases need. */
export interface ReleasesStandIn {
  readonly endpoint: string;
  /** By name. */
  readonly functions: Map<string, StoredFunction>;
  /** The name of CodeDeploy's application. */
  application: string;
  /** The deployments that are under way, by their ids: the names of their groups. */
  readonly deployments: Map<string, string>;
  /** The requested operations, oldest first. */
  readonly calls: string[];
  /** Refuses an operation, by its name and that of its function or group, with this error. */
  readonly refusals: Map<string, string>;
  /** Runs before an alias is moved. */
  meanwhile: ((name: string, stored: StoredFunction) => void) | undefined;
  stop(): void;
}

const type = 'application/json';
/** Versions are listed in pages of so many. */
const PAGE = 2;

export async function startReleasesStandIn(): Promise<ReleasesStandIn> {
  const standIn = {
    endpoint: '',
    functions: new Map<string, StoredFunction>(),
    application: '',
    deployments: new Map<string, string>(),
    calls: [] as string[],
    refusals: new Map<string, string>(),
    meanwhile: undefined,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const url = new URL(request.url ?? '', 'http://localhost');
    const [status, answer] =
      url.pathname === '/'
        ? codeDeploy(standIn, String(request.headers['x-amz-target']), JSON.parse(body))
        : lambda(standIn, String(request.method), url, body);
    response.writeHead(status, {
      'content-type': type,
      ...(status >= 400 && '__type' in answer && { 'x-amzn-errortype': String(answer.__type) }),
    });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  standIn.endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return standIn;
}

/** Publishes versions of all functions, a day apart, and points the aliases to the newest. */
export function publish(
  standIn: ReleasesStandIn,
  count: number,
  nameOf = (id: RouteId) => `fn-${id}`,
  application = 'app',
): void {
  const { functions } = standIn;
  standIn.application = application;
  for (const id of routeIds) {
    const versions = Array.from({ length: count }, (_, index) => ({
      Version: String(index + 1),
      LastModified: `2026-11-${String(index + 10)}T12:00:00.000+0000`,
      CodeSha256: `sha-of-${index + 1}-and-more`,
    }));
    const latest = { Version: '$LATEST', LastModified: '2026-11-20T12:00:00.000+0000', CodeSha256: 'x' };
    functions.set(nameOf(id), {
      versions: [latest, ...versions],
      alias: { Name: 'live', FunctionVersion: String(count), Description: '', RevisionId: 'r0' },
    });
  }
}

type Standing = Omit<ReleasesStandIn, 'endpoint'>;
type Answer = readonly [number, object];

const fault = (status: number, __type: string): Answer => [status, { __type, message: 'refused' }];

function lambda(standIn: Standing, method: string, url: URL, body: string): Answer {
  const [, name = '', rest = ''] = /^\/2015-03-31\/functions\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
  const operation = `${method} ${rest} ${name}`;
  standIn.calls.push(operation);
  const stored = standIn.functions.get(name);
  const refusal = standIn.refusals.get(operation);
  if (refusal !== undefined) return fault(403, refusal);
  if (stored === undefined) return fault(404, 'ResourceNotFoundException');
  if (rest === 'versions') {
    const from = Number(url.searchParams.get('Marker') ?? 0);
    const Versions = stored.versions.slice(from, from + PAGE);
    const more = from + PAGE < stored.versions.length;
    return [200, { Versions, ...(more && { NextMarker: String(from + PAGE) }) }];
  }
  if (rest !== 'aliases/live') return fault(400, 'InvalidParameterValueException');
  if (method === 'GET') return [200, stored.alias];
  return moveAlias(standIn, name, stored, JSON.parse(body));
}

function moveAlias(
  { meanwhile }: Standing,
  name: string,
  stored: StoredFunction,
  change: Partial<StoredAlias>,
): Answer {
  meanwhile?.(name, stored);
  if (change.RevisionId !== undefined && change.RevisionId !== stored.alias.RevisionId)
    return fault(412, 'PreconditionFailedException');
  if (!stored.versions.some(({ Version }) => Version === change.FunctionVersion))
    return fault(404, 'ResourceNotFoundException');
  stored.alias = { ...stored.alias, ...change, RevisionId: `${stored.alias.RevisionId}+` };
  if (Object.keys(stored.alias.RoutingConfig?.AdditionalVersionWeights ?? {}).length === 0)
    delete stored.alias.RoutingConfig;
  return [200, stored.alias];
}

function codeDeploy(
  { application, calls, deployments, refusals }: Standing,
  target: string,
  body: Record<string, string>,
): Answer {
  const operation = target.replace('CodeDeploy_20141006.', '');
  const { deploymentGroupName = '', deploymentId = '', applicationName } = body;
  calls.push(`${operation} ${deploymentGroupName || deploymentId}`);
  const refusal = refusals.get(operation);
  if (refusal !== undefined) return fault(400, refusal);
  if (operation === 'ListDeployments') {
    if (applicationName !== application) return fault(400, 'ApplicationDoesNotExistException');
    const found = [...deployments].filter(([, group]) => group === deploymentGroupName);
    return [200, { deployments: found.map(([id]) => id) }];
  }
  if (operation !== 'StopDeployment') return fault(400, 'UnknownOperationException');
  deployments.delete(deploymentId);
  return [200, { status: 'Succeeded' }];
}
