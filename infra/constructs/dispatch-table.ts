import { Duration, Stack } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { table as definition } from '../../lib/aws/table/table.ts';
import type { StageOptions } from '../options.ts';
import type { StagePolicy } from './stage.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** A new table or an existing one: CDK's class does not match its own interface under exact optional properties. */
export type ServiceTable = Table | ITable;

export interface DispatchTableProps {
  readonly policy: StagePolicy;
  readonly existing?: StageOptions['existingTable'];
}

/**
 * The service's one table, built from the definition that the local server and the tests use too; or one that exists,
 * which the stack uses and never changes.
 */
export class DispatchTable extends Construct {
  readonly table: ServiceTable;

  constructor(scope: Construct, id: string, { policy, existing }: DispatchTableProps) {
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

/** What DynamoDB does with a table's key on behalf of those who read or write the table. */
const USES_OF_KEY = ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'];

/**
 * The right to use the table's key through DynamoDB, which every access to the data needs beside the right on the
 * table. Policies that read everything, such as AWS's ReadOnlyAccess, lack it.
 */
export function useOfKey(table: ServiceTable): readonly PolicyStatement[] {
  const { encryptionKey } = table;
  if (encryptionKey === undefined) return [];
  const { region } = Stack.of(table);
  return [
    new PolicyStatement({
      actions: USES_OF_KEY.map((use) => `kms:${use}`),
      resources: [encryptionKey.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${region}.amazonaws.com` } },
    }),
  ];
}

function newTable(scope: Construct, policy: StagePolicy): Table {
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
      // Without the key, nobody can read the table or a backup of it any more.
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
