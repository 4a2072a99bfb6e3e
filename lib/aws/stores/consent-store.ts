import * as v from 'valibot';
import type { Consent, StoredConsent } from '../../record/consent.ts';
import type { ConsentChange, ConsentStore, CustomerStored } from '../../record/ports.ts';
import { rememberInvocation } from '../../record/request.ts';
import { customerKey, remindAtOf, reminderKey } from '../items/request-item.ts';
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
const ConsentItem = v.object({
  sms: v.boolean(),
  at: v.string(),
  by: v.string(),
  callId: optionalText,
  words: optionalText,
  landline: v.optional(v.boolean()),
  invocations: v.optional(v.array(v.string()), []),
});

/**
 * @throws {ValiError} if the item is malformed
 */
export const fromConsentItem = (item: unknown): StoredConsent => v.parse(ConsentItem, item);

/** An item of its own: a decision needs no record, and doesn't contend with a booking that changes the record. */
export const consentKey = (accountId: string, phone: string) => ({
  pk: customerKey(accountId, phone),
  sk: CONSENT,
});

export const CONSENT = 'CONSENT';
const VERSION = 1;

export function createConsentStore(deps: StoreDependencies): ConsentStore {
  const { tableName, now } = deps;
  return {
    async get(accountId, phone, deadline) {
      const item = await readItem(consentKey(accountId, phone), deps, deadline);
      return item && fromConsentItem(item);
    },

    async put(change, deadline) {
      const { accountId, call, invocation } = change;
      const about = { accountId, ...call, invocation };
      const writes = [
        ...writesOr<CustomerStored>('contended', [{ Update: updateTo(change, tableName) }]),
        ...writesOr<CustomerStored>('erased', repeatChecks(about, tableName, now())),
      ];
      return await transact({ writes }, deps, deadline);
    },
  };
}

/** Returns the update, conditional on what was read. */
function updateTo(
  { accountId, phone, next, previous, invocation, answer }: ConsentChange,
  tableName: string,
) {
  const { sms, at, by, landline } = next;
  const invocations = rememberInvocation(previous?.invocations ?? [], invocation);
  const kept = ['callId', 'words'] as const;
  const set = {
    ...{ v: VERSION, accountId, phone, sms, at, by, landline, invocations, ...only(next, kept) },
    // The function that runs every minute sends the answer.
    ...(answer && { answer, reminderKey: reminderKey('consent'), remindAt: remindAtOf(accountId, at) }),
  };
  const remove = kept.filter((field) => next[field] === undefined);
  return updateOf(tableName, consentKey(accountId, phone), { set, remove }, sameAs(previous));
}

const only = (consent: Consent, fields: readonly ('callId' | 'words')[]) =>
  Object.fromEntries(fields.map((field) => [field, consent[field]]));

const sameAs = (previous: StoredConsent | undefined): Condition =>
  previous === undefined
    ? isNew
    : {
        ConditionExpression: '#at=:at AND #sms=:was',
        ExpressionAttributeNames: { '#at': 'at', '#sms': 'sms' },
        ExpressionAttributeValues: { ':at': previous.at, ':was': previous.sms },
      };
