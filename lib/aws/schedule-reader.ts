import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { ScheduleReader } from '../dispatch/ports.ts';
import type { Contention } from '../dispatch/requests/until-settled.ts';
import type { Bucket, UtcDate } from '../scheduling/calendar.ts';
import { BUCKET_MINUTES } from '../scheduling/day.ts';
import { utcDateOf } from '../scheduling/local-date.ts';
import type { Span } from '../scheduling/work-time.ts';
import { withinDeadline } from './within-deadline.ts';

const TechnicianDay = v.looseObject({ sk: v.string() });
const bucketName = /^\d+$/;

/** A technician's day is a UTC date, so that a bucket has one place even if the account's time zone changes. */
export const scheduleKey = (accountId: string, date: UtcDate, technicianId: string) => ({
  pk: `SCHEDULE#${accountId}`,
  sk: `${date}#${technicianId}`,
});

export interface ScheduleDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** The technicians' days as they are stored: one item per UTC date and technician, one attribute per claimed bucket. */
export function createScheduleReader(deps: ScheduleDependencies): ScheduleReader {
  const { document, tableName } = deps;
  return {
    async occupancy(accountId, span, deadline) {
      const byTechnician: Claimed = new Map();
      let from: Record<string, unknown> | undefined;
      do {
        const query = new QueryCommand({
          TableName: tableName,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
          // '$' is the character after '#': every technician of the last date sorts before it.
          ExpressionAttributeValues: {
            ':pk': `SCHEDULE#${accountId}`,
            ':first': `${utcDateOf(span.from)}#`,
            ':last': `${utcDateOf(Math.max(span.from, span.to - 1))}$`,
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
function collect(item: Record<string, unknown>, span: Span, byTechnician: Claimed): void {
  const day = v.parse(TechnicianDay, item);
  const technicianId = day.sk.slice(day.sk.indexOf('#') + 1);
  const claimed = byTechnician.get(technicianId) ?? new Map<Bucket, string>();
  for (const name in day) {
    const holder = day[name];
    if (!bucketName.test(name) || typeof holder !== 'string') continue;
    const from = Number(name) * BUCKET_MINUTES;
    if (from < span.to && from + BUCKET_MINUTES > span.from) claimed.set(Number(name), holder);
  }
  if (claimed.size > 0) byTechnician.set(technicianId, claimed);
}
