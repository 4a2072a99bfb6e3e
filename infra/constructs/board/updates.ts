import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { searched } from '../../../lib/aws/stores/search-store.ts';
import { boardUpdateGrants } from '../../grants.ts';
import { allow, type ServiceTable } from '../dispatch-table.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';

export interface BoardUpdatesProps {
  readonly table: ServiceTable;
  readonly policy: StagePolicy;
}

/** Brings the dispatchers' search up to date, off the path of requests: a function that follows the table's stream. */
export class BoardUpdates extends Construct {
  readonly following: ServiceFunction;

  constructor(scope: Construct, id: string, { table, policy }: BoardUpdatesProps) {
    super(scope, id);
    const source = table.tableStreamArn;
    if (source === undefined) throw new Error('The table has no stream');
    this.following = new ServiceFunction(this, 'Following', {
      description: "Brings the dispatchers' search up to date",
      folder: 'board-updates',
      policy,
      on: { table, grants: boardUpdateGrants },
    });
    const { function: target, role } = this.following;
    const reading = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
    role.addToPolicy(
      allow(
        reading.map((action) => `dynamodb:${action}`),
        [source],
      ),
    );
    const mapping = new EventSourceMapping(this, 'FromTable', {
      target,
      eventSourceArn: source,
      filters: [FilterCriteria.filter({ dynamodb: { Keys: { sk: { S: [...searched] } } } })],
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 10,
      // The most that AWS allows per shard. Records of one item are never in two parallel batches.
      parallelizationFactor: 10,
      bisectBatchOnError: true,
      // The stream keeps a record for a day.
      maxRecordAge: Duration.hours(23),
    });
    // The mapping reads the stream as soon as it exists, so its rights must exist first.
    mapping.node.addDependency(role);
  }
}
