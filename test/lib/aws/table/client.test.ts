import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { createDocumentClient } from '../../../../lib/aws/table/client.ts';
import { testEndpoint } from '../../../support/database.ts';
import { startFaultProxy } from '../../../support/fault-proxy.ts';

const where = { endpoint: 'http://127.0.0.1:9', region: 'us-east-1' };
const stepsOf = (client: Pick<DynamoDBClient, 'middlewareStack'>) =>
  client.middlewareStack.identify().map((step) => step.split(' ')[0]);

describe('the client of a container', () => {
  it('aborts a request that is not answered in time', async () => {
    const proxy = await startFaultProxy(testEndpoint());
    proxy.plan = () => 'hangBefore';
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const near = { ...where, endpoint: proxy.endpoint, credentials };
    const client = createDocumentClient(near, { connect: 600_000, answer: 20 });
    const asked = client.send(new GetCommand({ TableName: 'any', Key: { pk: 'none', sk: 'none' } }));

    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
    client.destroy();
    proxy.stop();
  });

  it('has every middleware of the SDK except the logger', () => {
    const own = stepsOf(createDocumentClient(where));
    const all = stepsOf(new DynamoDBClient(where));

    expect(all.filter((step) => !own.includes(step))).toEqual(['loggerMiddleware']);
  });
});
