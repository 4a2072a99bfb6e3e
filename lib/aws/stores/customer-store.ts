import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { rememberInvocation } from '../../record/changed.ts';
import { placeFields, recordFields } from '../../record/customers/contact-fields.ts';
import { customerIdOf } from '../../record/customers/customer-id.ts';
import { OutcomeUnknown } from '../../record/faults.ts';
import type { CustomerChange, CustomerDetails, CustomerStore } from '../../record/ports.ts';
import type { Customer } from '../../record/request.ts';
import { customerKey } from '../items/request-item.ts';
import { repeatChecks } from '../items/tombstone.ts';
import type { StoreDependencies } from '../table/transaction.ts';
import { transact } from '../table/transaction.ts';
import { withinDeadline } from '../table/within-deadline.ts';

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
  const { document, tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const Key = keyOf({ accountId, phone });
      const get = new GetCommand({ TableName: tableName, Key, ConsistentRead: true });
      const { Item } = await withinDeadline(deadline, deps, (options) => document.send(get, options));
      return Item === undefined ? undefined : fromCustomerItem(Item);
    },

    async put(change, deadline) {
      const checks = repeatChecks(change, tableName, now());
      const result = await transact([{ Update: remembering(change, deps) }, ...checks], deps, deadline);
      if (result.kind === 'unknown') throw new OutcomeUnknown({ cause: result.cause });
      if (result.kind !== 'refused') return result.kind;
      const [own, ...ofErased] = result.refusals;
      const isErased = ofErased.some(({ code }) => code === 'ConditionalCheckFailed');
      return isErased && own?.code !== 'ConditionalCheckFailed' ? 'erased' : 'contended';
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
