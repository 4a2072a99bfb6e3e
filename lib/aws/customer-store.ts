import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { placeFields } from '../dispatch/customers/contact-fields.ts';
import { customerIdOf } from '../dispatch/customers/customer-id.ts';
import { distinctSites } from '../dispatch/customers/sites.ts';
import type { CustomerDetails, CustomerStore } from '../dispatch/ports.ts';
import type { Customer } from '../dispatch/requests/request.ts';
import type { Contention } from '../dispatch/requests/until-settled.ts';
import { mapFields } from '../map-fields.ts';
import { customerKey } from './requests/request-item.ts';
import { withinDeadline, writeWithinDeadline } from './within-deadline.ts';

const optionalText = v.optional(v.string());
const SiteItem = v.object({
  siteId: v.string(),
  ...mapFields(placeFields, () => optionalText),
  address: v.string(),
  label: optionalText,
});
const CustomerItem = v.object({
  customerId: v.string(),
  accountId: v.string(),
  phone: v.string(),
  name: optionalText,
  email: optionalText,
  sites: v.optional(v.array(SiteItem), []),
});

/** The customer of a stored item. Throws if the item is malformed. */
export function fromCustomerItem(item: unknown): Customer {
  const customer = v.parse(CustomerItem, item);
  // Simultaneous calls may each have added the same site.
  return { ...customer, sites: distinctSites(customer.sites) };
}

const details = ['name', 'email'] as const;

/** Creates a customer or updates the given fields, as an `Update` of a transaction or by itself. */
export function customerUpdate(tableName: string, customer: CustomerDetails, at: string) {
  const { accountId, phone, sites, onlyFills = false } = customer;
  const given = details.filter((field) => customer[field] !== undefined);
  const setTo = (name: string, value: string) =>
    `${name}=${onlyFills ? `if_not_exists(${name},${value})` : value}`;
  const added = onlyFills ? setTo('sites', ':s') : 'sites=list_append(if_not_exists(sites,:none),:s)';
  const sets = [
    ...['#v=:v', 'accountId=:a', 'phone=:p', 'updatedAt=:t', 'createdAt=if_not_exists(createdAt,:t)'],
    'customerId=if_not_exists(customerId,:c)',
    ...given.map((field) => setTo(`#${field}`, `:${field}`)),
    ...(sites === undefined ? [] : [sites.kind === 'added' ? added : setTo('sites', ':s')]),
  ];
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
      ...(sites === undefined ? {} : { ':s': sites.kind === 'added' ? [sites.site] : sites.sites }),
      ...(sites?.kind === 'added' && !onlyFills ? { ':none': [] } : {}),
    },
  };
}

export interface CustomerDependencies extends Contention {
  readonly document: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** Customers: one per account and phone number. */
export function createCustomerStore(deps: CustomerDependencies): CustomerStore {
  const { document, tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const get = new GetCommand({
        TableName: tableName,
        Key: { pk: customerKey(accountId, phone), sk: 'CUSTOMER' },
        ConsistentRead: true,
      });
      const { Item } = await withinDeadline(deadline, deps, (options) => document.send(get, options));
      return Item === undefined ? undefined : fromCustomerItem(Item);
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
