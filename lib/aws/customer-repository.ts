import { createHash } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { detailFields } from '../dispatch/customers/contact-fields.ts';
import type { CustomerDetails, CustomerStore } from '../dispatch/ports.ts';
import type { Contention } from '../dispatch/requests/until-settled.ts';
import { mapFields } from '../map-fields.ts';
import { customerKey } from './requests/request-item.ts';
import { withinDeadline, writeWithinDeadline } from './within-deadline.ts';

export const CustomerItem = v.object({
  customerId: v.string(),
  accountId: v.string(),
  phone: v.string(),
  ...mapFields(detailFields, () => v.optional(v.string())),
});

/** Derived from account and phone, so that parallel calls create only one customer. */
function customerIdOf(accountId: string, phone: string): string {
  return `cu_${createHash('sha256')
    .update(JSON.stringify([accountId, phone]))
    .digest('hex')
    .slice(0, 24)}`;
}

/** Creates a customer or updates the given fields, as an `Update` of a transaction or by itself. */
export function customerUpdate(tableName: string, customer: CustomerDetails, at: string) {
  const { accountId, phone } = customer;
  const given = detailFields.filter((field) => customer[field] !== undefined);
  const sets = ['#v=:v', 'accountId=:a', 'phone=:p', 'updatedAt=:t', 'createdAt=if_not_exists(createdAt,:t)'];
  sets.push('customerId=if_not_exists(customerId,:c)', ...given.map((field) => `#${field}=:${field}`));
  return {
    TableName: tableName,
    Key: { pk: customerKey(accountId, phone), sk: 'CUSTOMER' },
    UpdateExpression: `SET ${sets.join(',')}`,
    ExpressionAttributeNames: {
      '#v': 'v',
      ...Object.fromEntries(given.map((field) => [`#${field}`, field])),
    },
    ExpressionAttributeValues: {
      ':v': 1,
      ':a': accountId,
      ':p': phone,
      ':t': at,
      ':c': customerIdOf(accountId, phone),
      ...Object.fromEntries(given.map((field) => [`:${field}`, customer[field]])),
    },
  };
}

export interface CustomerDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** Customers: one per account and phone number. */
export function createCustomerRepository(deps: CustomerDependencies): CustomerStore {
  const { document, tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const get = new GetCommand({
        TableName: tableName,
        Key: { pk: customerKey(accountId, phone), sk: 'CUSTOMER' },
        ConsistentRead: true,
      });
      const { Item } = await withinDeadline(deadline, deps, (options) => document.send(get, options));
      return Item === undefined ? undefined : v.parse(CustomerItem, Item);
    },

    async put(customer, deadline) {
      const update = customerUpdate(tableName, customer, new Date(now()).toISOString());
      const command = new UpdateCommand({ ...update, ReturnValues: 'ALL_OLD' });
      const { Attributes } = await writeWithinDeadline(deadline, deps, (options) =>
        document.send(command, options),
      );
      return {
        customerId: customerIdOf(customer.accountId, customer.phone),
        created: Attributes?.customerId === undefined,
      };
    },
  };
}
