import { type AttributeValue, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { ScheduleReader } from '../../record/ports.ts';
import type { Bucket, UtcDate } from '../../scheduling/calendar.ts';
import { BUCKET_MINUTES } from '../../scheduling/day.ts';
import { utcDateOf } from '../../scheduling/local-date.ts';
import type { Span } from '../../scheduling/work-time.ts';
import type { TableDependencies } from '../table/queries.ts';
import { withinDeadline } from '../table/within-deadline.ts';

/** In DynamoDB's format: converting all attributes of many days would take a third of a search's time. */
type TechnicianDay = Readonly<Record<string, AttributeValue>>;

/** A technician's day is a UTC date, so that a bucket has one place even if the account's time zone changes. */
export const scheduleKey = (accountId: string, date: UtcDate, technicianId: string) => ({
  pk: `SCHEDULE#${accountId}`,
  sk: `${date}#${technicianId}`,
});

/** The technicians' days as they are stored: one item per UTC date and technician, one attribute per claimed bucket. */
export function createScheduleReader(deps: TableDependencies): ScheduleReader {
  const { document, tableName } = deps;
  return {
    async occupancy(accountId, span, deadline) {
      const byTechnician: Claimed = new Map();
      let from: TechnicianDay | undefined;
      do {
        const query = new QueryCommand({
          TableName: tableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          // '$' is the character after '#': every technician of the last date sorts before it.
          ExpressionAttributeValues: {
            ':pk': { S: `SCHEDULE#${accountId}` },
            ':first': { S: `${utcDateOf(span.from)}#` },
            ':last': { S: `${utcDateOf(Math.max(span.from, span.to - 1))}$` },
          },
          ExclusiveStartKey: from,
        });
        const page = await withinDeadline(deadline, deps, (options) => document.send(query, options));
        for (const item of page.Items ?? []) collect(item, span, byTechnician);
        from = page.LastEvaluatedKey;
      } while (from !== undefined);
      return byTechnician;
    },
  };
}

type Claimed = Map<string, Map<Bucket, string>>;

/** Adds an item's claims within the span; its UTC dates extend past both ends. */
function collect(day: TechnicianDay, span: Span, byTechnician: Claimed): void {
  const key = day.sk?.S;
  if (key === undefined) throw new Error("A technician's day has a sort key");
  const technicianId = key.slice(key.indexOf('#') + 1);
  const claimed = byTechnician.get(technicianId) ?? new Map<Bucket, string>();
  const first = Math.floor(span.from / BUCKET_MINUTES);
  const end = Math.ceil(span.to / BUCKET_MINUTES);
  for (const name in day) {
    // Names that are not numbers are not buckets.
    const bucket = Number(name);
    const holder = day[name]?.S;
    if (bucket >= first && bucket < end && holder !== undefined) claimed.set(bucket, holder);
  }
  if (claimed.size > 0) byTechnician.set(technicianId, claimed);
}
