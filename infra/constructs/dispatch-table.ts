import { Duration, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { type Conditions, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { table as definition } from '../../lib/aws/table/table.ts';
import type { Grant } from '../grants.ts';
import type { StageOptions } from '../options.ts';
import type { StagePolicy } from './stage.ts';

/** A new table or an existing one: CDK's class doesn't match its own interface under exact optional properties. */
export type ServiceTable = Table | ITable;

/**
 * The service's one table. A new one is built from the definition that the local server and the tests use too; an
 * existing one is used as it is and never changed.
 */
export class DispatchTable extends Construct {
  readonly table: ServiceTable;

  constructor(scope: Construct, id: string, policy: StagePolicy, existing: StageOptions['existingTable']) {
    super(scope, id);
    this.table =
      existing === undefined
        ? newTable(this, policy)
        : Table.fromTableAttributes(this, 'Existing', {
            tableName: existing.name,
            tableStreamArn: existing.streamArn,
            ...(existing.keyArn !== undefined && {
              encryptionKey: Key.fromKeyArn(this, 'ExistingKey', existing.keyArn),
            }),
          });
  }
}

function newTable(scope: Construct, policy: StagePolicy): Table {
  const text = (name: string) => ({ name, type: AttributeType.STRING });
  const table = new Table(scope, 'Table', {
    partitionKey: text(definition.partitionKey),
    sortKey: text(definition.sortKey),
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: definition.timeToLiveAttribute,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    stream: StreamViewType.NEW_AND_OLD_IMAGES,
    removalPolicy: policy.removalPolicy,
    deletionProtection: policy.deletionProtection,
    encryption: TableEncryption.CUSTOMER_MANAGED,
    encryptionKey: new Key(scope, 'Key', {
      description: "Dispatch service: the table's data, its stream and its backups",
      enableKeyRotation: true,
      removalPolicy: policy.removalPolicy,
      // Without the key, nobody can read the table or its backups any more.
      pendingWindow: Duration.days(policy.deletionProtection ? 30 : 7),
    }),
  });
  for (const { name, partitionKey, sortKey } of definition.indexes) {
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: text(partitionKey),
      sortKey: text(sortKey),
    });
  }
  return table;
}

export const allow = (
  actions: readonly string[],
  resources: readonly string[],
  conditions: Conditions = {},
): PolicyStatement => new PolicyStatement({ actions: [...actions], resources: [...resources], conditions });

/** Rights on items of the table, with the right to use its key. */
export const allowOn = (table: ServiceTable, grants: readonly Grant[]): readonly PolicyStatement[] => [
  ...useOfKey(table),
  ...grants.map(({ actions, keys, index }) =>
    allow(actions, [index === undefined ? table.tableArn : `${table.tableArn}/index/${index}`], {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
      // `ForAllValues` alone would match a request without a leading key.
      Null: { 'dynamodb:LeadingKeys': 'false' },
    }),
  ),
];

/** What DynamoDB does with a table's key on behalf of those who read or write the table. */
const USES_OF_KEY = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'];

/**
 * The right to use the table's key through DynamoDB, which every access to the data needs in addition to the right on
 * the table. Policies that read everything, such as AWS's ReadOnlyAccess, lack it.
 */
export function useOfKey(table: ServiceTable): readonly PolicyStatement[] {
  if (table.encryptionKey === undefined) return [];
  const viaTable = { 'kms:ViaService': `dynamodb.${Stack.of(table).region}.amazonaws.com` };
  const actions = USES_OF_KEY.map((use) => `kms:${use}`);
  return [allow(actions, [table.encryptionKey.keyArn], { StringEquals: viaTable })];
}
