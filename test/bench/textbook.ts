import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as v from 'valibot';

// What a tutorial would write for a lead of the CRM: two clients, a parser, a schema, one item. It is only loaded, as
// the baseline for the deployed bundles; it contains nothing of the service.
const document = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const secrets = new SecretsManagerClient({});

const Lead = v.object({
  type: v.literal('WorkflowWebhook'),
  locationId: v.string(),
  contact: v.object({
    id: v.string(),
    firstName: v.optional(v.string()),
    lastName: v.optional(v.string()),
    email: v.optional(v.pipe(v.string(), v.email())),
    phone: v.optional(v.string()),
  }),
  customData: v.object({ serviceRequested: v.optional(v.string()), preferredDate: v.optional(v.string()) }),
});

let secret: Promise<string> | undefined;

async function loadSecret(): Promise<string> {
  const SecretId = process.env.SECRET_ID_CRM;
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  return SecretString ?? '';
}

async function checkSignature({ event }: middy.Request<APIGatewayProxyEventV2>) {
  secret ??= loadSecret();
  const expected = createHmac('sha256', await secret)
    .update(Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8'))
    .digest();
  const given = Buffer.from(event.headers['x-wh-signature'] ?? '', 'hex');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined;
  return { statusCode: 401, body: '' };
}

async function store(event: { body?: unknown }) {
  const lead = v.parse(Lead, event.body);
  const dispatchRequestId = `dr_${randomUUID()}`;
  const Item = { pk: `REQUEST#${dispatchRequestId}`, sk: 'REQUEST', lead };
  await document.send(new PutCommand({ TableName: process.env.TABLE_NAME, Item }));
  return { statusCode: 202, body: JSON.stringify({ dispatchRequestId }) };
}

export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
  .before(checkSignature)
  .use(httpJsonBodyParser())
  .handler(store);
