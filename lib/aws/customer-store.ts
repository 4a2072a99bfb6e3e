import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { placeFields, recordFields } from '../dispatch/customers/contact-fields.ts';
import { customerIdOf } from '../dispatch/customers/customer-id.ts';
import { distinctSites } from '../dispatch/customers/sites.ts';
import type { CustomerDetails, CustomerStore, Deadline } from '../dispatch/ports.ts';
import { REMEMBERED_INVOCATIONS, rememberInvocation } from '../dispatch/requests/changed.ts';
import type { Customer } from '../dispatch/requests/request.ts';
import { untilSettled } from '../dispatch/requests/until-settled.ts';
import { mapFields } from '../map-fields.ts';
import type { TableDependencies } from './queries.ts';
import { customerKey } from './requests/request-item.ts';
import { withinDeadline, writeWithinDeadline } from './within-deadline.ts';

const optionalText = v.optional(v.string());
// Loose: a release must not drop the fields that the next one adds, because it writes whole sites.
const SiteItem = v.looseObject({
  siteId: v.string(),
  ...mapFields(placeFields, () => optionalText),
  address: v.string(),
  label: optionalText,
});
const CustomerItem = v.object({
  customerId: v.string(),
  accountId: v.string(),
  phone: v.string(),
  ...mapFields(recordFields, () => optionalText),
  sites: v.optional(v.array(SiteItem), []),
});

const Remembered = v.object({ invocations: v.optional(v.array(v.string()), []) });

/** The customer of a stored item. Throws if the item is malformed. */
export function fromCustomerItem(item: unknown): Customer {
  const customer = v.parse(CustomerItem, item);
  // A site with more details is added again, so that no site is lost that another call adds meanwhile.
  return { ...customer, sites: distinctSites(customer.sites) };
}

/** Creates a customer or updates the given fields, as an `Update` of a transaction or by itself. */
export function customerUpdate(tableName: string, customer: CustomerDetails, at: string) {
  const { accountId, phone, site, onlyFills = false } = customer;
  const given = recordFields.filter((field) => customer[field] !== undefined);
  const setTo = (name: string, value: string) =>
    `${name}=${onlyFills ? `if_not_exists(${name},${value})` : value}`;
  const added = onlyFills ? setTo('sites', ':s') : 'sites=list_append(if_not_exists(sites,:none),:s)';
  const sets = [
    ...['#v=:v', 'accountId=:a', 'phone=:p', 'updatedAt=:t', 'createdAt=if_not_exists(createdAt,:t)'],
    'customerId=if_not_exists(customerId,:c)',
    ...given.map((field) => setTo(`#${field}`, `:${field}`)),
    ...(site === undefined ? [] : [added]),
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
      ...(site === undefined ? {} : { ':s': [site], ...(onlyFills ? {} : { ':none': [] }) }),
    },
  };
}

/** Customers: one per account and phone number. */
export function createCustomerStore(deps: TableDependencies): CustomerStore {
  const { document, tableName } = deps;
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

    put: ({ invocation, ...customer }, deadline) => putOnce(customer, invocation, deps, deadline),
  };
}

/**
 * Stores details unless the record remembers the invocation. Takes one round trip, or two if it remembers the maximum:
 * the refused write then returns the remembered ones.
 */
async function putOnce(
  customer: CustomerDetails,
  invocation: string | undefined,
  deps: TableDependencies,
  deadline: Deadline,
): Promise<{ customerId: string; created: boolean }> {
  const { accountId, phone } = customer;
  const customerId = customerIdOf(accountId, phone);
  let known: readonly string[] | undefined;
  return await untilSettled(
    async () => {
      const update = customerUpdate(deps.tableName, customer, new Date(deps.now()).toISOString());
      const command = new UpdateCommand({
        ...remembering(update, invocation, known),
        ReturnValues: 'ALL_OLD',
      });
      try {
        const { Attributes } = await writeWithinDeadline(deadline, deps, (options) =>
          deps.document.send(command, options),
        );
        return { customerId, created: Attributes?.customerId === undefined };
      } catch (error) {
        if (invocation === undefined || !(error instanceof ConditionalCheckFailedException)) throw error;
        const { invocations } = v.parse(Remembered, unmarshall(error.Item ?? {}));
        if (invocations.includes(invocation)) return { customerId, created: false };
        known = invocations.length < REMEMBERED_INVOCATIONS ? undefined : invocations;
        return undefined;
      }
    },
    deps,
    deadline,
  );
}

/**
 * An update that stores the invocation, under the condition that the record does not have it.
 * @param known all that the record remembers, if there is no room for another
 */
function remembering(
  { UpdateExpression, ExpressionAttributeValues, ...update }: ReturnType<typeof customerUpdate>,
  invocation: string | undefined,
  known: readonly string[] | undefined,
) {
  if (invocation === undefined) return { UpdateExpression, ExpressionAttributeValues, ...update };
  const [added, condition, values] =
    known === undefined
      ? [
          'list_append(if_not_exists(invocations,:no),:new)',
          'attribute_not_exists(invocations) OR (NOT contains(invocations,:id) AND size(invocations)<:most)',
          { ':no': [], ':new': [invocation], ':id': invocation, ':most': REMEMBERED_INVOCATIONS },
        ]
      : [':all', 'invocations=:known', { ':all': rememberInvocation(known, invocation), ':known': known }];
  return {
    ...update,
    UpdateExpression: `${UpdateExpression},invocations=${added}`,
    ConditionExpression: condition,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ...values },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}
