import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureTable } from '../../local/database/create-table.ts';
import { createTestTable, type TestTable } from '../support/database.ts';

describe('ensureTable', () => {
  let created: TestTable;
  beforeAll(async () => {
    created = await createTestTable();
  });
  afterAll(() => created.destroy());

  it('creates the table with indexes, stream and time to live', async () => {
    const { Table } = await created.document.send(new DescribeTableCommand({ TableName: created.tableName }));
    const { TimeToLiveDescription } = await created.document.send(
      new DescribeTimeToLiveCommand({ TableName: created.tableName }),
    );
    expect(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName).sort()).toEqual([
      'byAccount',
      'byCall',
      'byCaller',
      'byCustomer',
      'byDay',
      'byQueue',
      'byReminder',
    ]);
    expect(Table?.StreamSpecification?.StreamViewType).toBe('NEW_AND_OLD_IMAGES');
    expect(TimeToLiveDescription?.AttributeName).toBe('expiresAt');
  });

  it('uses an existing table', async () => {
    const { document, tableName } = created;
    await document.send(
      new PutCommand({ TableName: tableName, Item: { pk: 'a', sk: 'b', gone: undefined } }),
    );
    await expect(ensureTable(document, tableName)).resolves.toBe(false);
  });
});
