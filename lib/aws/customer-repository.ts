import { createHash } from 'node:crypto';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { OutcomeUnknown, StorageUnavailable } from '../dispatch/faults.ts';
import type { CustomerDetails, CustomerStore } from '../dispatch/ports.ts';
import { customerKey } from './requests/request-item.ts';
import { type Clockwork, isUncertain, isUnsent, withinDeadline } from './within-deadline.ts';

const optionalText = v.optional(v.string());
const CustomerItem = v.object({
  customerId: v.string(),
  accountId: v.string(),
  phone: v.string(),
  name: optionalText,
  email: optionalText,
  address: optionalText,
  city: optionalText,
  state: optionalText,
  zip: optionalText,
});

const details = ['name', 'email', 'address', 'city', 'state', 'zip'] as const;

/** Derived from account and phone, so that parallel calls create one customer. */
function customerIdOf(accountId: string, phone: string): string {
  return `cu_${createHash('sha256')
    .update(JSON.stringify([accountId, phone]))
    .digest('hex')
    .slice(0, 24)}`;
}

/** Creates a customer or updates what is given, as the `Update` of a transaction or by itself. */
export function customerUpdate(tableName: string, customer: CustomerDetails, at: string) {
  const { accountId, phone } = customer;
  const given = details.filter((field) => customer[field] !== undefined);
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

export interface CustomerDependencies extends Clockwork {
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
      const { Attributes } = await settled<UpdateCommandOutput>((attempt) =>
        withinDeadline(deadline, deps, (options) => attempt(document.send(command, options))),
      );
      return {
        customerId: customerIdOf(customer.accountId, customer.phone),
        created: Attributes?.customerId === undefined,
      };
    },
  };
}

/**
 * Runs a single write, each of whose attempts goes through what `write` is given. One without an answer may stand, even
 * where a later one was refused: only then is it uncertain that nothing was stored.
 */
async function settled<T>(write: (attempt: (sent: Promise<T>) => Promise<T>) => Promise<T>): Promise<T> {
  let uncertain = false;
  const attempt = async (sent: Promise<T>): Promise<T> => {
    try {
      return await sent;
    } catch (error) {
      uncertain ||= isUncertain(error) && !isUnsent(error);
      throw error;
    }
  };
  try {
    return await write(attempt);
  } catch (error) {
    if (error instanceof StorageUnavailable && uncertain) throw new OutcomeUnknown({ cause: error });
    throw error;
  }
}
