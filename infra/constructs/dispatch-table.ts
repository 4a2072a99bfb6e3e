import { AttributeType, BillingMode, StreamViewType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { table as definition } from '../../lib/aws/table.ts';
import type { StagePolicy } from './stage.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** The service's one table, built from the definition that the local server and the tests use too. */
export class DispatchTable extends Construct {
  readonly table: Table;

  constructor(scope: Construct, id: string, policy: StagePolicy) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: text(definition.partitionKey),
      sortKey: text(definition.sortKey),
      billingMode: BillingMode.PAY_PER_REQUEST,
      timeToLiveAttribute: definition.timeToLiveAttribute,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      stream: StreamViewType.NEW_AND_OLD_IMAGES,
      removalPolicy: policy.removalPolicy,
      deletionProtection: policy.deletionProtection,
    });
    for (const index of definition.indexes) {
      this.table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
      });
    }
  }
}
