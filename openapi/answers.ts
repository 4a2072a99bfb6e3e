import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { allStores, realDependencies } from '../lib/aws/composition.ts';
import { createAccountStore } from '../lib/aws/stores/account-store.ts';
import { documentClientOf } from '../lib/aws/table/client.ts';
import { platformRoutes, type Route } from '../lib/routes.ts';
import { parseSecretDocument } from '../lib/secrets/secret-document.ts';
import { eventOf } from '../lib/smoke/api-event.ts';
import { signedHeaders } from '../lib/smoke/signed-headers.ts';
import { ensureTable } from '../local/database/create-table.ts';
import { demoAccount, demoSecrets } from '../local/demo/demo-account.ts';
import { type Example, examples, NOW } from './examples.ts';
import { createHandlers } from './handlers.ts';
import type { Schema } from './schema.ts';

/** The body of each example's answer; examples that are answered without a body are absent. */
export type Answers = ReadonlyMap<Example, Schema>;

/**
 * Sends the examples in order to the handlers of all routes, for the demo's company on a fixed day, and returns their
 * answers. Uses a table of its own in the database at `endpoint`. Each run returns the same answers.
 */
export async function recordAnswers(endpoint: string): Promise<Answers> {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
  const tableName = `examples-${randomUUID()}`;
  await ensureTable(client, tableName);
  try {
    const deps = { ...realDependencies({ document: documentClientOf(client), tableName }), now: () => NOW };
    await createAccountStore(deps).put(demoAccount);
    const document = parseSecretDocument(JSON.stringify(demoSecrets.crm));
    const secrets = { current: async () => document, reload: async () => undefined };
    let leads = 0;
    const newId = () => {
      leads += 1;
      return `lead-${leads}`;
    };
    const handlers = createHandlers({ ...allStores(deps), newId, secrets, log: () => undefined });
    const [key] = document.keys;
    if (key === undefined) throw new Error('The demo has no key');

    const send = async (route: Route, sent: Schema) => {
      const body = Buffer.from(JSON.stringify(sent));
      const headers = signedHeaders(route.sender, key, { body, now: NOW, id: route.id });
      const event = eventOf(route, { headers, body, requestId: route.id, now: new Date(NOW) });
      const context = { awsRequestId: route.id, functionName: route.id };
      const { statusCode = 0, body: answer } = await handlers[route.id](event, context);
      if (statusCode >= 300) throw new Error(`An example of ${route.id} is refused: ${answer}`);
      return answer === undefined ? undefined : JSON.parse(answer);
    };
    const answers = new Map<Example, Schema>();
    for (const route of platformRoutes) {
      for (const example of Object.values(examples[route.id])) {
        const answer = await send(route, example.body);
        if (answer !== undefined) answers.set(example, answer);
      }
    }
    return answers;
  } finally {
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    client.destroy();
  }
}
