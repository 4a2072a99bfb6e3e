import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { LiveConnection, LiveTicket } from '../../record/live.ts';
import type { LiveStore } from '../../record/ports.ts';
import { inIndex, queryAll, type TableDependencies, writeWithinDeadline } from '../table/operations.ts';

export function createLiveStore(deps: TableDependencies): LiveStore {
  const { document, tableName: TableName } = deps;

  async function put(Item: Record<string, unknown>, deadline: number): Promise<void> {
    const command = new PutCommand({ TableName, Item });
    await writeWithinDeadline(deadline, deps, (options) => document.send(command, options));
  }

  async function remove(Key: { pk: string; sk: string }, deadline: number): Promise<unknown> {
    const command = new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' });
    return (await writeWithinDeadline(deadline, deps, (options) => document.send(command, options)))
      .Attributes;
  }

  return {
    putTicket: (ticket, deadline) => put(toTicketItem(ticket), deadline),

    async takeTicket(ticketId, deadline) {
      const item = await remove(ticketKey(ticketId), deadline);
      return item === undefined ? undefined : v.parse(TicketItem, item);
    },

    connect: (connection, deadline) => put(toConnectionItem(connection), deadline),

    async disconnect(connectionId, deadline) {
      await remove(connectionKey(connectionId), deadline);
    },

    async ofAccount(accountId, now, deadline) {
      const items = await queryAll(inIndex('byAccount', connectionsKey(accountId)), deps, deadline);
      return items
        .map((item) => v.parse(ConnectionItem, item))
        .filter(({ until }) => Date.parse(until) > now);
    },
  };
}

const VERSION = 1;

export const ticketKey = (ticketId: string) => ({ pk: `TICKET#${ticketId}`, sk: 'TICKET' });

export const connectionKey = (connectionId: string) => ({
  pk: `CONNECTION#${connectionId}`,
  sk: 'CONNECTION',
});

export const connectionsKey = (accountId: string): string => `CONNECTIONS#${accountId}`;

/** Epoch seconds. */
const secondsOf = (instant: string): number => Math.ceil(Date.parse(instant) / 1_000);

const toTicketItem = (ticket: LiveTicket) => ({
  ...ticketKey(ticket.ticketId),
  v: VERSION,
  ...ticket,
  expiresAt: secondsOf(ticket.openBy),
});

const toConnectionItem = (connection: LiveConnection) => ({
  ...connectionKey(connection.connectionId),
  v: VERSION,
  ...connection,
  accountKey: connectionsKey(connection.accountId),
  expiresAt: secondsOf(connection.until),
});

const TicketItem = v.object({
  ticketId: v.string(),
  accountId: v.string(),
  openBy: v.string(),
  until: v.string(),
});

const ConnectionItem = v.object({
  connectionId: v.string(),
  accountId: v.string(),
  createdAt: v.string(),
  until: v.string(),
});
