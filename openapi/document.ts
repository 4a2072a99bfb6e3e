import { integrations } from '../lib/platforms/index.ts';
import { type Route, routes } from '../lib/routes.ts';
import type { Answers } from './answers.ts';
import { boardPaths, boardSecurity } from './board/paths.ts';
import { boardSchemas } from './board/schemas.ts';
import { eventSchemas, eventWebhooks } from './events.ts';
import { type Example, examples } from './examples.ts';
import { descriptions, operations } from './operations.ts';
import { problemResponses, problemSchemas } from './problems.ts';
import { resultSchemas } from './results.ts';
import type { Schema, Schemas } from './schema.ts';
import { securityOf, securitySchemes } from './security.ts';
import { argumentSchemas } from './voiceone.ts';

const platformSchemas: Schemas = Object.fromEntries(
  integrations.flatMap((integration) => Object.entries(descriptions[integration].schemas)),
);

/** The OpenAPI 3.1 document of the endpoints, with the service's answers to the examples. */
export const openApiDocument = (version: string, answers: Answers): Schema => ({
  openapi: '3.1.1',
  info: {
    title: 'Dispatch service',
    version,
    description:
      'Webhooks for field-service companies: leads from a CRM, and function calls of voice-agent platforms; and the ' +
      'API of the dispatchers’ board under `/api/v1`. ' +
      'Any other path is answered 404 by the gateway. The content type of a request is not looked at.',
  },
  servers: [
    { url: 'http://127.0.0.1:3000', description: 'npm start' },
    {
      url: 'https://{id}.execute-api.{region}.amazonaws.com',
      description: 'A deployed stack; its outputs contain the URLs.',
      variables: { id: { default: 'abc123defg' }, region: { default: 'us-east-1' } },
    },
  ],
  paths: {
    ...Object.fromEntries(routes.map((route) => [route.path, { post: operation(route, answers) }])),
    ...boardPaths,
  },
  webhooks: eventWebhooks,
  components: {
    schemas: {
      ...platformSchemas,
      ...argumentSchemas('voiceone'),
      ...resultSchemas,
      ...problemSchemas,
      ...boardSchemas,
      ...eventSchemas,
    },
    headers: {
      RequestId: {
        description: "The request's id, which is also in the log.",
        required: true,
        schema: { type: 'string' },
      },
      RetryAfter: { description: 'Seconds after which to retry.', schema: { type: 'integer' } },
    },
    securitySchemes: { ...securitySchemes, ...boardSecurity },
  },
});

function operation(route: Route, answers: Answers): Schema {
  const { operationId, summary, description, body, success, wrongShape } = operations[route.id];
  const shown = (part: (example: Example) => Schema | undefined) => {
    const values = Object.entries(examples[route.id]).map(
      ([name, example]) => [name, { summary: example.summary, value: part(example) }] as const,
    );
    return Object.fromEntries(values.filter(([, { value }]) => value !== undefined));
  };
  return {
    operationId,
    summary,
    description,
    security: securityOf(route.integration),
    requestBody: {
      required: true,
      description: `At most ${route.maxBodyBytes} bytes of JSON in UTF-8.`,
      content: { 'application/json': { schema: body, examples: shown((example) => example.body) } },
    },
    responses: {
      [String(success.status)]: {
        description: success.description,
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        ...(success.body && {
          content: {
            'application/json': {
              schema: success.body,
              examples: shown((example) => answers.get(example)),
            },
          },
        }),
      },
      ...problemResponses(route, wrongShape.errors),
    },
  };
}
