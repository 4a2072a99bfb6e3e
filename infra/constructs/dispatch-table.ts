import { AttributeType, BillingMode, type ITable, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { table as definition } from '../../lib/aws/table.ts';
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
          });
  }
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
