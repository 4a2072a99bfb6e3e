import * as v from 'valibot';
import {
  type CallEffect,
  type CallFacts,
  type CallSummary,
  callChangeOf,
  callEffects,
  callOutcomeOf,
  type NewReport,
} from '../../record/calls.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { ifVersion, updateOf } from '../table/operations.ts';
import { callKey, callsKey, callsOfNumberKey } from './request-item.ts';

// Each call has one item with its outcome. Reports and changes of requests add what they know in any order, each in
// its own transaction, so that no read is needed before a write. Only a report puts the item into the list of calls.

export const SUMMARY = 'CALL';
/** An item without a report expires after this many seconds (30 days). It contains no personal data. */
const UNREPORTED_SECONDS = 30 * 24 * 60 * 60;
/**
 * A call may have this many different reports; platforms send about three. Each may name twenty services and dates
 * of up to 300 bytes, and the item must stay writable.
 */
const MAX_REPORTS = 20;
/** Marks a request that the call only added to, or whose effect no later effect of the call replaces. */
const ADDED = 'added';

const texts = v.optional(v.set(v.string()), () => new Set<string>());
const SummaryItem = v.looseObject({
  emergency: texts,
  message: texts,
  functions: texts,
  services: texts,
  dates: texts,
  transferred: v.optional(v.boolean(), false),
  isReplied: v.optional(v.boolean(), false),
});
const Asked = v.looseObject({ version: v.number(), services: texts, dates: texts });

/** Returns the services and days that were asked for in a call, in the caller's words. */
export function askedIn(item: unknown): readonly string[] {
  const { services, dates } = v.parse(Asked, item);
  return [...services, ...dates];
}

/** Returns the update that changes these texts unless the item has changed; undefined if none of them changes. */
export function changedAsked(
  tableName: string,
  Key: Parameters<typeof updateOf>[1],
  item: unknown,
  change: (text: string) => string,
) {
  const { version, services, dates } = v.parse(Asked, item);
  if (askedIn(item).every((text) => change(text) === text)) return undefined;
  // DynamoDB has no empty sets.
  const changed = (all: Set<string>) => (all.size === 0 ? undefined : new Set([...all].map(change)));
  const set = { services: changed(services), dates: changed(dates) };
  return updateOf(tableName, Key, { set }, ifVersion(version));
}

const isRequest = (name: string): boolean => name.startsWith('dr_');

/**
 * @throws {ValiError} if the item is malformed
 */
export function fromSummaryItem(item: unknown): CallSummary {
  const { functions, services, dates, transferred, isReplied, emergency, message, ...rest } = v.parse(
    SummaryItem,
    item,
  );
  const asked = { services: [...services].sort(), dates: [...dates].sort() };
  const changed = Object.entries(rest).filter(([name]) => isRequest(name));
  const facts: CallFacts = {
    ...asked,
    functions: [...functions],
    transferred,
    isReplied,
    callEffects: [
      ...[...emergency].map(() => 'emergency' as const),
      ...[...message].map(() => 'message' as const),
      ...changed.map(([, value]) => effectNamed(value)),
    ],
  };
  const dispatchRequestIds = changed.map(([name]) => name).sort();
  return { outcome: callOutcomeOf(facts), asked, dispatchRequestIds };
}

const effectNamed = (value: unknown): CallEffect | undefined =>
  callEffects.find((effect) => effect === value);

/**
 * Returns the update that adds a report to the call's item and puts the item into the list of its account's calls.
 * DynamoDB refuses it beyond the maximum.
 */
export function reportUpdate(report: NewReport, expiresAt: number, tableName: string) {
  const { accountId, integration, callId, receivedAt, activity } = report;
  const { functions, services, dates, transferred, isReplied } = activity;
  const setOf = (texts: readonly string[]) => (texts.length === 0 ? undefined : new Set(texts));
  const changes = {
    set: {
      ...{ v: 1, accountId, accountKey: callsKey(accountId), integration, callId, expiresAt },
      ...{ event: report.event, updatedAt: receivedAt },
      ...{ transferred: transferred || undefined, isReplied: isReplied || undefined },
    },
    setOnce: { createdAt: receivedAt, agentId: report.agentId, ...callerKeys(report) },
    add: {
      ...{ version: 1, reports: 1 },
      ...{ functions: setOf(functions), services: setOf(services), dates: setOf(dates) },
    },
  };
  return updateOf(tableName, summaryKey(accountId, integration, callId), changes, {
    ConditionExpression: 'attribute_not_exists(#reports) OR #reports < :most',
    ExpressionAttributeNames: { '#reports': 'reports' },
    ExpressionAttributeValues: { ':most': MAX_REPORTS },
  });
}

const summaryKey = (accountId: string, integration: string, callId: string) => ({
  pk: callKey(accountId, integration, callId),
  sk: SUMMARY,
});

function callerKeys({ accountId, caller, receivedAt }: NewReport) {
  if (caller === undefined) return {};
  return { caller, callerKey: callsOfNumberKey(accountId, caller), startsAt: receivedAt };
}

/** Returns the update of a call's item by a change's effect; undefined if the change was not made in a call. */
export function changeUpdate(
  next: DispatchRequest,
  previous: DispatchRequest | undefined,
  tableName: string,
) {
  const change = callChangeOf(next, previous);
  if (change === undefined) return undefined;
  const { accountId, dispatchRequestId, updatedAt } = next;
  const { integration, callId, effect } = change;
  const expiresAt = Math.floor(Date.parse(updatedAt) / 1000) + UNREPORTED_SECONDS;
  const isKept = effect === 'emergency' || effect === 'message';
  const isReplacing = effect !== undefined && !isKept;
  const changes = {
    set: {
      ...{ v: 1, accountId, integration, callId, updatedAt },
      ...(isReplacing ? { [dispatchRequestId]: effect } : {}),
    },
    setOnce: { expiresAt, ...(isReplacing ? {} : { [dispatchRequestId]: ADDED }) },
    add: { version: 1, ...(isKept ? { [effect]: new Set([dispatchRequestId]) } : {}) },
  };
  return updateOf(tableName, summaryKey(accountId, integration, callId), changes);
}
