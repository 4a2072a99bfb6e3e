import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { rememberInvocation } from '../../record/changed.ts';
import { placeFields, recordFields } from '../../record/customers/contact-fields.ts';
import { customerIdOf } from '../../record/customers/customer-id.ts';
import type { CustomerChange, CustomerDetails, CustomerStore, CustomerStored } from '../../record/ports.ts';
import type { Customer } from '../../record/request.ts';
import { customerKey } from '../items/request-item.ts';
import { repeatChecks } from '../items/tombstone.ts';
import { readItem } from '../table/queries.ts';
import { type StoreDependencies, transact, writesOr } from '../table/transaction.ts';

const optionalText = v.optional(v.string());
// Loose: a release must not drop the fields that the next one adds, because it writes whole sites.
const SiteItem = v.looseObject({
  siteId: v.string(),
  ...mapFields(placeFields, () => optionalText),
  address: v.string(),
  label: optionalText,
  position: v.number(),
});
/** The fields of a record that a change may give. */
const stored = [...recordFields, 'formerName', 'formerEmail'] as const;
const CustomerItem = v.object({
  customerId: v.string(),
  accountId: v.string(),
  phone: v.string(),
  ...mapFields(stored, () => optionalText),
  invocations: v.optional(v.array(v.string()), []),
});

/** Each site has an attribute of its own, so that a changed one replaces itself, whatever other calls add meanwhile. */
const SITE = 'site:';

/** The customer of a stored item. Throws if the item is malformed. */
export function fromCustomerItem(item: Record<string, unknown>): Customer {
  const sites = Object.keys(item)
    .filter((name) => name.startsWith(SITE))
    .map((name) => v.parse(SiteItem, item[name]))
    .sort((a, b) => a.position - b.position || (a.siteId < b.siteId ? -1 : 1));
  return { ...v.parse(CustomerItem, item), sites };
}

/** Creates a customer or updates the given fields, as an `Update` of a transaction. */
export function customerUpdate(tableName: string, customer: CustomerDetails, at: string) {
  const { accountId, phone, site, onlyIfNew = false } = customer;
  const given = stored.filter((field) => customer[field] !== undefined);
  const sets = [
    ...['#v=:v', 'accountId=:a', 'phone=:p', 'updatedAt=:t', 'createdAt=if_not_exists(createdAt,:t)'],
    'customerId=if_not_exists(customerId,:c)',
    ...given.map((field) => `#${field}=:${field}`),
    ...(site === undefined ? [] : ['#site=:s']),
  ];
  return {
    TableName: tableName,
    Key: keyOf(customer),
    UpdateExpression: `SET ${sets.join(',')}`,
    ...(onlyIfNew ? { ConditionExpression: IS_NEW } : {}),
    ExpressionAttributeNames: {
      '#v': 'v',
      ...Object.fromEntries(given.map((field) => [`#${field}`, field])),
      ...(site === undefined ? {} : { '#site': `${SITE}${site.siteId}` }),
    },
    ExpressionAttributeValues: {
      ':v': 1,
      ':a': accountId,
      ':p': phone,
      ':t': at,
      ':c': customerIdOf(accountId, phone),
      ...Object.fromEntries(given.map((field) => [`:${field}`, customer[field]])),
      ...(site === undefined ? {} : { ':s': site }),
    },
  };
}

const IS_NEW = 'attribute_not_exists(pk)';
const EXISTS = 'attribute_exists(pk)';
const keyOf = ({ accountId, phone }: CustomerDetails) => ({
  pk: customerKey(accountId, phone),
  sk: 'CUSTOMER',
});

/** Customers: one per account and phone number. */
export function createCustomerStore(deps: StoreDependencies): CustomerStore {
  const { tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const item = await readItem(keyOf({ accountId, phone }), deps, deadline);
      return item && fromCustomerItem(item);
    },

    async put(change, deadline) {
      const writes = [
        ...writesOr<CustomerStored>('contended', [{ Update: remembering(change, deps) }]),
        ...writesOr<CustomerStored>('erased', repeatChecks(change, tableName, now())),
      ];
      return await transact({ writes }, deps, deadline);
    },
  };
}

/** An update that stores the invocation, under the condition that no other was stored since the record was read. */
function remembering(
  { previous, invocation, ...customer }: CustomerChange,
  { tableName, now }: StoreDependencies,
) {
  const update = customerUpdate(tableName, customer, new Date(now()).toISOString());
  const known = previous?.invocations ?? [];
  const invocations = rememberInvocation(known, invocation);
  const unchanged =
    known.length === 0 ? `${EXISTS} AND attribute_not_exists(invocations)` : 'invocations=:known';
  return {
    ...update,
    UpdateExpression: `${update.UpdateExpression}${invocation === undefined ? '' : ',invocations=:all'}`,
    ConditionExpression: previous === undefined ? IS_NEW : unchanged,
    ExpressionAttributeValues: {
      ...update.ExpressionAttributeValues,
      ...(known.length === 0 ? {} : { ':known': known }),
      ...(invocation === undefined ? {} : { ':all': invocations }),
    },
  };
}
