import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import type { SampleContext } from '../../lib/kits/samples/sample.ts';
import { type RouteId, routeById, routes } from '../../lib/routes.ts';
import type { SigningKey } from '../../lib/signatures/types.ts';
import { eventOf } from '../../lib/smoke/api-event.ts';
import { signedHeaders } from '../../lib/smoke/signed-headers.ts';
import { CONTAINER_HOST } from '../../local/private-server.ts';
import { secretVariables } from '../../local/secrets.ts';
import type { ServerState } from '../../local/state-file.ts';
import type { Program } from '../command.ts';
import { CliFault } from '../fault.ts';
import { toJson } from '../output.ts';
import { pickKey, readKeys } from '../secrets/secret-document.ts';
import { type CliContext, runningServer } from '../target.ts';
import { contextFor, newDelivery, type PlatformSample, samples } from './samples.ts';

export function addSamEvents(program: Program, cli: CliContext): void {
  program
    .command('sam-events')
    .description('writes signed events and an environment for sam local, against the running server')
    .option('--template <file>', 'synthesized template', 'cdk.out/dispatch-dev.template.json')
    .option('--out <folder>', 'output folder; existing files are overwritten', 'sam')
    .action(async (_, command) => {
      const options = command.optsWithGlobals();
      const { out, template, json } = options;
      if (options.stack !== undefined)
        return command.error('--stack: expected no stack, because sam local runs on this machine.');
      const functions = readFunctions(template);
      const server = runningServer(cli);
      if (server === undefined) throw new CliFault('server: none is running; start one with npm start.');
      mkdirSync(out, { recursive: true });
      const environment = join(out, 'env.json');
      writeJson(environment, environmentFile(functions, server));
      const events = [];
      for (const [name, sample] of samples) {
        const { integration, route } = sample;
        const { context } = await contextFor(cli, integration, options, newDelivery(cli.now()));
        const file = join(out, `${name.replace('/', '-')}.json`);
        const key = pickKey(readKeys(server.secrets ?? undefined, integration), integration);
        writeJson(file, signedEvent(sample, context, key));
        events.push({ function: route, file });
      }
      if (json) return cli.print(toJson({ template, environment, events }));
      const credentials = 'AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local AWS_REGION=us-east-1';
      for (const { function: id, file } of events)
        cli.print(
          `${credentials} sam local invoke ${id} -t ${template} --env-vars ${environment} -e ${file}`,
        );
    });
}

/** Writes a file that only the user can read. An old file is deleted first, because it would keep its mode. */
function writeJson(file: string, value: unknown): void {
  rmSync(file, { force: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

/** Returns API Gateway's event for a sample, signed with `key`. */
function signedEvent(
  { integration, route, args, body: bodyOf }: PlatformSample,
  context: SampleContext,
  key: SigningKey,
): APIGatewayProxyEventV2 {
  const body = Buffer.from(JSON.stringify(bodyOf(context, args?.(context) ?? {})));
  const proof = signedHeaders(integration, key, {
    body,
    now: context.now.getTime(),
    id: `msg_${context.callId}`,
  });
  const headers = {
    'content-type': 'application/json',
    'content-length': String(body.length),
    host: 'localhost',
    'user-agent': 'dispatch',
    ...proof,
  };
  return eventOf(routeById(route), { headers, body, requestId: context.callId, now: context.now });
}

/**
 * Returns the file for `sam local --env-vars`, by logical id: the running server's table and secrets, as a container reaches
 * them. The file has only variables that the template declares, because sam ignores others.
 */
function environmentFile(
  functions: readonly TemplateFunction[],
  {
    url,
    table,
    endpoint,
    secretsEndpoint,
  }: Pick<ServerState, 'url' | 'table' | 'endpoint' | 'secretsEndpoint'>,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const local: Readonly<Record<string, string>> = {
    TABLE_NAME: table,
    WEBHOOKS_URL: fromContainer(url),
    BOARD_URL: `${fromContainer(url)}/board/`,
    ...secretVariables,
    AWS_ENDPOINT_URL_DYNAMODB: fromContainer(endpoint),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: fromContainer(secretsEndpoint),
  };
  return Object.fromEntries(
    functions.map(({ logicalId, variables }) => {
      return [logicalId, Object.fromEntries(Object.entries(local).filter(([name]) => name in variables))];
    }),
  );
}

/** Returns an endpoint as containers reach it, because a container has a loopback of its own. */
function fromContainer(endpoint: string): string {
  const url = new URL(endpoint);
  if (url.hostname === '127.0.0.1' || url.hostname === 'localhost') url.hostname = CONTAINER_HOST;
  return url.href.replace(/\/$/, '');
}

const Template = v.object({ Resources: v.record(v.string(), v.unknown()) });

const LambdaFunction = v.object({
  Type: v.literal('AWS::Lambda::Function'),
  Properties: v.object({
    Handler: v.string(),
    Environment: v.object({ Variables: v.record(v.string(), v.unknown()) }),
  }),
  // `SamResourceId` is the function's name in `sam local`, which the stack sets to the id of the route.
  Metadata: v.object({ SamResourceId: v.string(), 'aws:asset:path': v.string() }),
});

/** A route's function in the synthesized template. */
export interface TemplateFunction {
  readonly route: RouteId;
  readonly logicalId: string;
  /** File and export, such as `index.handler`. */
  readonly handler: string;
  /** Folder of its code, relative to that of the template. */
  readonly asset: string;
  /** Values may be references to other resources. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Reads the functions of a synthesized template, one per route. */
export function readFunctions(file: string): readonly TemplateFunction[] {
  const resources = Object.entries(readTemplate(file));
  return routes.map(({ id }) => {
    for (const [logicalId, resource] of resources) {
      const found = v.safeParse(LambdaFunction, resource);
      if (!found.success || found.output.Metadata.SamResourceId !== id) continue;
      const { Properties, Metadata } = found.output;
      const { Handler: handler, Environment } = Properties;
      const asset = Metadata['aws:asset:path'];
      return { route: id, logicalId, handler, asset, variables: Environment.Variables };
    }
    throw new CliFault(`${file}: there is no function for ${id}: create it again with npm run synth.`);
  });
}

function readTemplate(file: string): Readonly<Record<string, unknown>> {
  try {
    return v.parse(Template, JSON.parse(readFileSync(file, 'utf8'))).Resources;
  } catch {
    throw new CliFault(`${file}: expected a synthesized template: create one with npm run synth.`);
  }
}
