import { setImmediate as nextTurn } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDocumentClient } from '../../../lib/aws/table/client.ts';
import { warmUp } from '../../../lib/aws/warm-up.ts';
import { createTestTable, type TestTable } from '../../support/database.ts';
import { until } from '../../support/processes.ts';

const onLambda = { AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand' };
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
let table: TestTable;
beforeAll(async () => {
  table = await createTestTable();
});
afterAll(() => table.destroy());

/** A client that counts what was sent and what was answered. */
function counting(endpoint: string) {
  const document = createDocumentClient({ endpoint, region: 'us-east-1', credentials });
  const count = { sent: 0, answered: 0, failed: 0 };
  document.middlewareStack.add(
    (next) => async (args) => {
      count.sent++;
      try {
        const result = await next(args);
        count.answered++;
        return result;
      } catch (error) {
        count.failed++;
        throw error;
      }
    },
    { step: 'initialize', name: 'count' },
  );
  return { document, count };
}

describe('the warm-up', () => {
  it('starts after loading: it loads the secret and reads from the table', async () => {
    const { document, count } = counting(table.endpoint);
    let preloads = 0;
    warmUp({ ...table, document }, { preload: async () => void preloads++ }, onLambda);

    expect([preloads, count.sent]).toEqual([0, 0]);
    await nextTurn();
    expect([preloads, count.sent]).toEqual([1, 1]);
    await until(() => count.answered > 0);
    expect(count).toEqual({ sent: 1, answered: 1, failed: 0 });
    document.destroy();
  });

  it('fails silently if neither answers', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { document, count } = counting('http://127.0.0.1:9');
    warmUp({ ...table, document }, { preload: () => Promise.reject(new Error('No secret')) }, onLambda);

    await until(() => count.failed > 0);
    await nextTurn();
    process.off('unhandledRejection', note);
    expect(count.failed).toBe(1);
    expect(unhandled).toEqual([]);
  });

  it('uses the client of the following request', async () => {
    const { document, count } = counting(table.endpoint);
    warmUp({ ...table, document }, { preload: async () => undefined }, onLambda);
    const get = new GetCommand({ TableName: table.tableName, Key: { pk: 'none', sk: 'none' } });

    expect((await document.send(get)).Item).toBeUndefined();
    await until(() => count.answered >= 2);
    expect(count.answered).toBe(2);
    document.destroy();
  });

  it("does not run outside of Lambda's initialization", async () => {
    const { document, count } = counting(table.endpoint);
    let preloads = 0;
    warmUp({ ...table, document }, { preload: async () => void preloads++ }, {});
    await nextTurn();

    expect([preloads, count.sent]).toEqual([0, 0]);
    document.destroy();
  });
});
