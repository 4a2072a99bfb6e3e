import { type Route, type RouteId, routes } from '../lib/routes.ts';
import { crmSchemas } from './crm.ts';
import { operations } from './operations.ts';
import { problemResponses, problemSchemas } from './problems.ts';
import { resultSchemas } from './results.ts';
import type { Examples, Schema } from './schema.ts';
import { securityOf, securitySchemes } from './security.ts';
import { argumentSchemas, voiceoneSchemas } from './voiceone.ts';
import { voicetwoSchemas } from './voicetwo.ts';

/** The four endpoints as an OpenAPI 3.1 document. */
export const openApiDocument = (version: string): Schema => ({
  openapi: '3.1.1',
  info: {
    title: 'Dispatch service',
    version,
    description:
      'Webhooks for field-service companies: leads from a CRM, and function calls of two voice-agent platforms. ' +
      'Any other path is answered 404 by the gateway. The content type of a request is not looked at.',
  },
  servers: [
    { url: 'http://127.0.0.1:3000', description: 'npm start' },
    {
      url: 'https://{id}.execute-api.{region}.amazonaws.com',
      description: 'As deployed; the outputs of the stack have the URLs.',
      variables: { id: { default: 'abc123defg' }, region: { default: 'us-east-1' } },
    },
  ],
  paths: Object.fromEntries(routes.map((route) => [route.path, { post: operation(route) }])),
  components: {
    schemas: {
      ...crmSchemas,
      ...voiceoneSchemas,
      ...voicetwoSchemas,
      ...argumentSchemas('voiceone'),
      ...resultSchemas,
      ...problemSchemas,
    },
    headers: {
      RequestId: {
        description: 'The id of the request, which is also in the log.',
        required: true,
        schema: { type: 'string' },
      },
      RetryAfter: { description: 'Seconds after which to send again.', schema: { type: 'integer' } },
    },
    securitySchemes,
  },
});

const operationIds: Readonly<Record<RouteId, string>> = {
  crm: 'acceptLead',
  'voiceone-function-call': 'callFunctionOnVoiceone',
  'voiceone-call-complete': 'reportCallOnVoiceone',
  voicetwo: 'sendMessageOnVoicetwo',
};

function operation(route: Route): Schema {
  const { summary, description, body, success, examples, wrongShape } = operations[route.id];
  return {
    operationId: operationIds[route.id],
    summary,
    description,
    security: securityOf[route.integration],
    requestBody: {
      required: true,
      description: `At most ${route.maxBodyBytes} bytes of JSON in UTF-8.`,
      content: {
        'application/json': { schema: body, examples: shown(examples, (example) => example.body) },
      },
    },
    responses: {
      [String(success.status)]: {
        description: success.description,
        headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
        ...(success.body && {
          content: {
            'application/json': {
              schema: success.body,
              examples: shown(examples, (example) => example.answer),
            },
          },
        }),
      },
      ...problemResponses(route, wrongShape.errors),
    },
  };
}

function shown(examples: Examples, part: (example: Examples[string]) => Schema | undefined): Schema {
  return Object.fromEntries(
    Object.entries(examples).flatMap(([name, example]) => {
      const value = part(example);
      return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
    }),
  );
}
