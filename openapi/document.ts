import { type WebhookSender, webhookSenderIds, webhookSenders } from '../lib/platforms/index.ts';
import { type Route, routes } from '../lib/routes.ts';
import type { Answers } from './answers.ts';
import { boardPaths, boardSchemas, boardSecurity } from './board.ts';
import { eventSchemas, eventWebhooks } from './events.ts';
import { type Example, examples } from './examples.ts';
import { descriptions, operations } from './operations.ts';
import { problemResponses, problemSchemas } from './problems.ts';
import { resultSchemas } from './results.ts';
import type { Schema } from './schema.ts';
import { argumentSchemas } from './voiceone.ts';

const apiKey: Schema = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description:
    'For workflows that cannot sign: accepted only without a signature header, and if the account allows it.',
};

const signature = (sender: WebhookSender): Schema => ({
  type: 'apiKey',
  in: 'header',
  name: webhookSenders[sender].signatureHeader,
  description:
    'HMAC-SHA256 of the raw body as 64 hex digits or base64, after an optional `sha256=`. A key may name another ' +
    `header and another scheme: ${descriptions[sender].otherSignatures}`,
});

const schemesOf = (sender: WebhookSender): Readonly<Record<string, Schema>> => ({
  [`${sender}Signature`]: signature(sender),
  ...(webhookSenders[sender].acceptsApiKey && { [`${sender}ApiKey`]: apiKey }),
});

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
      ...Object.assign({}, ...webhookSenderIds.map((sender) => descriptions[sender].schemas)),
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
    securitySchemes: {
      ...Object.assign({}, ...webhookSenderIds.map(schemesOf)),
      ...boardSecurity,
    },
  },
});

function operation(route: Route, answers: Answers): Schema {
  const { operationId, summary, description, contentType, body, success, wrongShape } = operations[route.id];
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
    // One of the schemes is enough.
    security: Object.keys(schemesOf(route.sender)).map((name) => ({ [name]: [] })),
    requestBody: {
      required: true,
      description: `At most ${route.maxBodyBytes} bytes ${contentType === undefined ? 'of JSON ' : ''}in UTF-8.`,
      content: {
        [contentType ?? 'application/json']: { schema: body, examples: shown((example) => example.body) },
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
              examples: shown((example) => answers.get(example)),
            },
          },
        }),
      },
      ...problemResponses(route, wrongShape.errors),
    },
  };
}
