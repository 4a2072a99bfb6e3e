import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { beginsTexts, type DueDecisions, type StoredConsent } from '../../record/consent.ts';
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
  writeWithinDeadline,
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
export const CONSENT_VERSION = 1;

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

const Decided = v.object({
  at: v.string(),
  answer: v.optional(v.picklist(['stopped', 'started'])),
  begins: v.optional(v.boolean(), false),
  reminderKey: optionalText,
  invocations: v.optional(v.array(v.string()), []),
});

export function createDueDecisions(deps: StoreDependencies): DueDecisions {
  const { document, tableName } = deps;
  return {
    async get(accountId, phone, deadline) {
      const item = await readItem(consentKey(accountId, phone), deps, deadline);
      if (item === undefined) return undefined;
      const { at, answer, begins, invocations, reminderKey: isDue } = v.parse(Decided, item);
      if (isDue === undefined) return undefined;
      return { at, answer, begins, key: `${at} ${invocations.at(-1) ?? ''}` };
    },

    async done(accountId, phone, at, deadline) {
      const same = {
        ConditionExpression: '#at=:at',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':at': at },
      };
      const changes = { remove: dueFields };
      const update = new UpdateCommand(updateOf(tableName, consentKey(accountId, phone), changes, same));
      try {
        await writeWithinDeadline(deadline, deps, (options) => document.send(update, options));
      } catch (error) {
        // A later decision is due by itself.
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}

const dueFields = ['reminderKey', 'remindAt', 'answer', 'begins'];

/** Returns the update, conditional on what was read. */
function updateTo(
  { accountId, phone, next, previous, invocation, answer }: ConsentChange,
  tableName: string,
) {
  const { sms, at, by, landline, callId, words } = next;
  const invocations = rememberInvocation(previous?.invocations ?? [], invocation);
  const begins = beginsTexts(previous, next);
  // The function that runs every minute sends the answer and has the visits told.
  const due = {
    ...(answer !== undefined && { answer }),
    ...(begins && { begins }),
    ...((answer !== undefined || begins) && {
      ...{ reminderKey: reminderKey('consent'), remindAt: remindAtOf(accountId, at) },
    }),
  };
  const decided = { sms, at, by, landline, callId, words, invocations };
  const set = { v: CONSENT_VERSION, accountId, phone, ...decided, ...due };
  const remove = [
    ...(['callId', 'words'] as const).filter((field) => next[field] === undefined),
    // What was decided before is over.
    ...(next === previous ? [] : dueFields.filter((field) => !(field in due))),
  ];
  return updateOf(tableName, consentKey(accountId, phone), { set, remove }, sameAs(previous));
}

const sameAs = (previous: StoredConsent | undefined): Condition =>
  previous === undefined
    ? isNew
    : {
        ConditionExpression: '#at=:at AND #sms=:was',
        ExpressionAttributeNames: { '#at': 'at', '#sms': 'sms' },
        ExpressionAttributeValues: { ':at': previous.at, ':was': previous.sms },
      };
