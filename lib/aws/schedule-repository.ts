import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ScheduleStore } from '../dispatch/ports.ts';
import { type Clockwork, withinDeadline } from './within-deadline.ts';

const TechnicianDay = v.looseObject({ sk: v.string() });
const bucketName = /^\d+$/;

export const scheduleKey = (accountId: string, date: string, technicianId: string) => ({
  pk: `SCHEDULE#${accountId}`,
  sk: `${date}#${technicianId}`,
});

export interface ScheduleDependencies extends Clockwork {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** The technicians' days as they are stored: one item per date and technician, one attribute per claimed bucket. */
export function createScheduleRepository(deps: ScheduleDependencies): ScheduleStore {
  const { document, tableName } = deps;
  return {
    async occupancy(accountId, first, last, deadline) {
      const byTechnician = new Map<string, Map<number, string>>();
      let from: Record<string, unknown> | undefined;
      do {
        const query = new QueryCommand({
          TableName: tableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          // '$' is the character after '#': every technician of the last date sorts before it.
          ExpressionAttributeValues: {
            ':pk': `SCHEDULE#${accountId}`,
            ':first': `${first}#`,
            ':last': `${last}$`,
          },
          ExclusiveStartKey: from,
        });
        const page = await withinDeadline(deadline, deps, (options) => document.send(query, options));
        for (const item of page.Items ?? []) collect(item, byTechnician);
        from = page.LastEvaluatedKey;
      } while (from !== undefined);
      return byTechnician;
    },
  };
}

function collect(item: Record<string, unknown>, byTechnician: Map<string, Map<number, string>>): void {
  const day = v.parse(TechnicianDay, item);
  const technicianId = day.sk.slice(day.sk.indexOf('#') + 1);
  let claimed = byTechnician.get(technicianId);
  if (claimed === undefined) {
    claimed = new Map();
    byTechnician.set(technicianId, claimed);
  }
  for (const name in day) {
    const holder = day[name];
    if (bucketName.test(name) && typeof holder === 'string') claimed.set(Number(name), holder);
  }
}
