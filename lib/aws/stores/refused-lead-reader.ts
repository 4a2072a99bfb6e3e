import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import {
  type DroppedLeads,
  fromRefusedItem,
  REFUSED_KEY,
  refusedLeadKey,
  type StoredRefusedLead,
  toDroppedLeads,
} from '../items/refused-lead-item.ts';

export interface RefusedLeads {
  /** Oldest first. */
  readonly leads: readonly StoredRefusedLead[];
  readonly dropped: readonly DroppedLeads[];
}

/** Refused leads for people: the command line. Omits those that have expired. */
export function createRefusedLeadReader({
  document,
  tableName: TableName,
  now,
}: {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
  readonly now: () => number;
}) {
  const isOver = ({ expiresAt }: Record<string, unknown>) => Number(expiresAt) <= now() / 1000;
  return {
    /** Those of an account, or all. Eventually consistent. */
    async list(accountId?: string): Promise<RefusedLeads> {
      const query = {
        TableName,
        IndexName: 'byAccount',
        KeyConditionExpression: 'accountKey = :key',
        ...(accountId === undefined ? {} : { FilterExpression: 'accountId = :account' }),
        ExpressionAttributeValues: {
          ':key': REFUSED_KEY,
          ...(accountId === undefined ? {} : { ':account': accountId }),
        },
      };
      const leads: StoredRefusedLead[] = [];
      const dropped: DroppedLeads[] = [];
      for await (const { Items = [] } of paginateQuery({ client: document }, query)) {
        for (const item of Items.filter((found) => !isOver(found))) {
          if ('date' in item) dropped.push(toDroppedLeads(item));
          else leads.push(...[fromRefusedItem(item) ?? []].flat());
        }
      }
      return { leads, dropped: dropped.filter((day) => day.dropped > 0) };
    },

    async get(refusedLeadId: string): Promise<StoredRefusedLead | undefined> {
      const get = new GetCommand({ TableName, Key: refusedLeadKey(refusedLeadId), ConsistentRead: true });
      const { Item } = await document.send(get);
      return Item === undefined || isOver(Item) ? undefined : fromRefusedItem(Item);
    },

    async remove(refusedLeadId: string): Promise<void> {
      await document.send(new DeleteCommand({ TableName, Key: refusedLeadKey(refusedLeadId) }));
    },
  };
}
