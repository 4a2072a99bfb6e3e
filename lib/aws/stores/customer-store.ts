import * as v from 'valibot';
import { mapFields } from '../../map-fields.ts';
import { placeFields, recordFields } from '../../record/customers/contact.ts';
import { personKey } from '../../record/customers/people.ts';
import { customerIdOf } from '../../record/ids.ts';
import type { CustomerChange, CustomerDetails, CustomerStore, CustomerStored } from '../../record/ports.ts';
import { type Customer, rememberInvocation } from '../../record/request.ts';
import { customerKey } from '../items/request-item.ts';
import { repeatChecks } from '../items/tombstone.ts';
import {
  type Condition,
  isNew,
  readItem,
  type StoreDependencies,
  transact,
  updateOf,
  writesOr,
} from '../table/operations.ts';

const optionalText = v.optional(v.string());
// Schemas are loose because a release writes whole items and must not drop the fields that the next one adds.
const SiteItem = v.looseObject({
  siteId: v.string(),
  ...mapFields(placeFields, () => optionalText),
  address: v.string(),
  label: optionalText,
  position: v.number(),
});
/** A change may give these fields of a record. */
const stored = [...recordFields, 'formerName', 'formerEmail'] as const;
const CustomerItem = v.object({
  customerId: v.string(),
  accountId: v.string(),
  phone: v.string(),
  ...mapFields(stored, () => optionalText),
  invocations: v.optional(v.array(v.string()), []),
});

const PersonItem = v.looseObject({ name: v.string(), lastCallAt: optionalText });
/** Each person has an attribute of their own, too. */
const PERSON = 'person:';

/** Each site has an attribute of its own, so that a changed site replaces only itself. */
const SITE = 'site:';

/**
 * @throws {ValiError} if the item is malformed
 */
export function fromCustomerItem(item: Record<string, unknown>): Customer {
  const sites = Object.keys(item)
    .filter((name) => name.startsWith(SITE))
    .map((name) => v.parse(SiteItem, item[name]))
    .sort((a, b) => a.position - b.position || (a.siteId < b.siteId ? -1 : 1));
  const people = Object.keys(item)
    .filter((name) => name.startsWith(PERSON))
    .sort()
    .map((name) => v.parse(PersonItem, item[name]));
  return { ...v.parse(CustomerItem, item), people, sites };
}

/**
 * Returns the update that creates a customer or changes the given fields.
 * @param remembered the invocations that the record remembers from now on
 */
export function customerUpdate(
  tableName: string,
  customer: CustomerDetails,
  at: string,
  condition: Condition | undefined = customer.onlyIfNew ? isNew : undefined,
  remembered?: readonly string[],
) {
  const { accountId, phone, site, person } = customer;
  const changes = {
    set: {
      ...{ v: 1, accountId, phone, updatedAt: at, invocations: remembered },
      ...mapFields(stored, (field) => customer[field]),
      ...(person === undefined
        ? {}
        : { [`${PERSON}${personKey(person)}`]: { name: person, lastCallAt: at } }),
      ...(site === undefined ? {} : { [`${SITE}${site.siteId}`]: site }),
    },
    setOnce: { createdAt: at, customerId: customerIdOf(accountId, phone) },
  };
  return updateOf(tableName, customerItemKey(customer), changes, condition);
}

export const customerItemKey = ({ accountId, phone }: Pick<CustomerDetails, 'accountId' | 'phone'>) => ({
  pk: customerKey(accountId, phone),
  sk: 'CUSTOMER',
});

export function createCustomerStore(deps: StoreDependencies): CustomerStore {
  const { tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const item = await readItem(customerItemKey({ accountId, phone }), deps, deadline);
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

/** Returns the update that stores the invocation, if no other was stored since the record was read. */
function remembering(
  { previous, invocation, ...customer }: CustomerChange,
  { tableName, now }: StoreDependencies,
) {
  const known = previous?.invocations ?? [];
  const unchanged =
    known.length === 0
      ? { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(invocations)' }
      : { ConditionExpression: 'invocations=:known', ExpressionAttributeValues: { ':known': known } };
  return customerUpdate(
    tableName,
    customer,
    new Date(now()).toISOString(),
    previous === undefined ? isNew : unchanged,
    invocation === undefined ? undefined : rememberInvocation(known, invocation),
  );
}
