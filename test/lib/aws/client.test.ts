import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { createDocumentClient } from '../../../lib/aws/client.ts';

const where = { endpoint: 'http://127.0.0.1:9', region: 'us-east-1' };
const stepsOf = (client: Pick<DynamoDBClient, 'middlewareStack'>) =>
  client.middlewareStack.identify().map((step) => step.split(' ')[0]);

describe('the client of a container', () => {
  it("takes every step of the SDK's but the one for a logger", () => {
    const own = stepsOf(createDocumentClient(where));
    const all = stepsOf(new DynamoDBClient(where));

    expect(all.filter((step) => !own.includes(step))).toEqual(['loggerMiddleware']);
  });
});
