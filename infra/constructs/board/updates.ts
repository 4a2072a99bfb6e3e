import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { followedPatterns } from '../../../lib/aws/followed.ts';
import { boardUpdateGrants } from '../../grants.ts';
import { allow, type ServiceTable } from '../dispatch-table.ts';
import { ServiceFunction } from '../service-function.ts';
import type { StagePolicy } from '../stage.ts';
import type { BoardLive } from './live.ts';

export interface BoardUpdatesProps {
  readonly table: ServiceTable;
  /** Where open pages are told of changes. */
  readonly live: BoardLive;
  readonly policy: StagePolicy;
}

/**
 * Hints at changes to open pages, brings the dispatchers' search up to date, and keeps what time became free for those who
 * wait, off the path of requests: a function that follows the table's stream.
 */
export class BoardUpdates extends Construct {
  readonly following: ServiceFunction;

  constructor(scope: Construct, id: string, { table, live, policy }: BoardUpdatesProps) {
    super(scope, id);
    const source = table.tableStreamArn;
    if (source === undefined) throw new Error('The table has no stream');
    this.following = new ServiceFunction(this, 'Following', {
      description:
        "Hints at changes to open pages, brings the dispatchers' search up to date, and keeps time that became free",
      folder: 'board-updates',
      policy,
      on: { table, grants: boardUpdateGrants },
      environment: { LIVE_API: live.callbackUrl },
    });
    const { function: target, role } = this.following;
    this.following.allow(['execute-api:ManageConnections'], [live.sendingArn]);
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
      filters: followedPatterns.map((pattern) => FilterCriteria.filter(pattern)),
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
