import type * as v from 'valibot';
import { bodies } from '../../lib/board/bodies.ts';
import { ACCOUNTS_CLAIM } from '../../lib/board/claims.ts';
import { type BoardRoute, boardPath, boardRoutes, scopeOf } from '../../lib/board/routes.ts';
import { voicePlatforms } from '../../lib/platforms/index.ts';
import { ref, type Schema } from '../schema.ts';
import { type BoardOperationText, boardOperations } from './operations.ts';
import { bodySchema } from './schemas.ts';

export const boardSecurity: Readonly<Record<string, Schema>> = {
  boardToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token of the stack’s users, or of the issuer that its options name; locally the token that npm start ' +
      `prints. GET needs the scope ${scopeOf.GET}, all else ${scopeOf.POST}; the claim ${ACCOUNTS_CLAIM} lists accounts.`,
  },
};

const pathParameters: Readonly<Record<string, Schema>> = {
  account: { type: 'string', description: 'Id of the account.' },
  date: { type: 'string', format: 'date', description: "A date in the account's zone." },
  request: { type: 'string', description: 'Id of the dispatch request.' },
  block: { type: 'string', description: 'Id of the block.' },
  platform: { enum: voicePlatforms, description: 'The platform of the call.' },
  call: { type: 'string', description: "The platform's id of the call." },
};

/** The board's API, by path. */
export const boardPaths: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...Map.groupBy(boardRoutes, boardPath)].map(([path, routes]) => [
    path,
    Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operationOf(route)])),
  ]),
);

function operationOf(route: BoardRoute): Schema {
  const own = boardOperations[route.operation];
  const body = bodyOf(route);
  return {
    operationId: route.operation,
    summary: own.summary,
    ...(own.description !== undefined && { description: own.description }),
    tags: ['board'],
    security: [{ boardToken: [] }],
    'x-scope': scopeOf[route.method],
    parameters: parametersOf(route, own),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: bodySchema(body),
            ...(own.example && { examples: { example: { value: own.example } } }),
          },
        },
      },
    }),
    responses: responsesOf(route, own),
  };
}

function bodyOf({ operation }: BoardRoute): v.GenericSchema | undefined {
  return new Map<string, v.GenericSchema>(Object.entries(bodies)).get(operation);
}

function parametersOf(
  { path, operation }: BoardRoute,
  { query = {}, changes }: BoardOperationText,
): readonly Schema[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const header = (name: string, required: boolean, description: string) => ({
    ...{ name, in: 'header', required, description },
    schema: { type: 'string' },
  });
  return [
    ...named.map((name) => ({ name, in: 'path', required: true, schema: pathParameters[name] })),
    ...Object.entries(query).map(([name, { required = false, ...schema }]) => {
      return { name, in: 'query', required, schema };
    }),
    ...(changes ? [header('if-match', true, 'The version that the change is based on.')] : []),
    ...(operation === 'createJob' ? [header('idempotency-key', false, 'The same for a repeat.')] : []),
  ];
}

function responsesOf(route: BoardRoute, own: BoardOperationText): Schema {
  const { answer, status, query, changes, refuses } = own;
  const { method } = route;
  const body = bodyOf(route);
  const hasInput = body !== undefined || query !== undefined;
  const problems: readonly (readonly [number, string, boolean])[] = [
    [304, 'Unchanged since the `ETag` of `If-None-Match`.', method === 'GET'],
    [400, '`body_not_json` or `cursor_invalid`.', hasInput],
    [401, 'No valid token.', true],
    [
      403,
      '`scope_missing`: the token lacks the scope. Or a request from another page or under another host name.',
      true,
    ],
    [404, '`not_found`: unknown, or not of an account that the token may see.', true],
    [409, '`refused`, with the reason and alternatives.', refuses === true],
    [412, '`version_changed`, with the request as it stands.', changes === true],
    [413, '`payload_too_large`', body !== undefined],
    [422, '`payload_invalid`, with each field that is not as expected.', hasInput],
    [428, '`version_missing`', changes === true],
    [500, '`internal`', true],
    [503, '`storage_unavailable`: nothing is known to be stored; a repeat is safe.', true],
  ];
  const success = {
    description: answer === undefined ? 'Done.' : 'As it stands.',
    ...(answer !== undefined && { content: { 'application/json': { schema: ref(answer) } } }),
  };
  const shown = problems.filter(([, , isShown]) => isShown);
  return {
    [String(status)]: success,
    ...Object.fromEntries(shown.map(([code, description]) => [String(code), problemOf(code, description)])),
  };
}

function problemOf(code: number, description: string): Schema {
  if (code === 304) return { description };
  const content = {
    'application/problem+json': { schema: ref('BoardProblem') },
    // API Gateway refuses these.
    ...([401, 403, 404, 413, 500, 503].includes(code) && {
      'application/json': { schema: ref('GatewayMessage') },
    }),
  };
  return { description, content };
}
