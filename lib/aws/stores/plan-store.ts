import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { changeRefusals, changeStates, type PlanStore, type StoredPlan } from '../../record/day-plan.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { readItem, type StoreDependencies, writeWithinDeadline } from '../table/operations.ts';

const VERSION = 1;
/** A plan is kept for this many seconds (30 days) after its date. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** All plans of an account share a partition. */
export const planKey = (accountId: string, date: LocalDate | '') => ({ pk: `PLANS#${accountId}`, sk: date });

export function createPlanStore(deps: StoreDependencies): PlanStore {
  const { document, tableName: TableName } = deps;
  return {
    async get(accountId, date, deadline) {
      const item = await readItem(planKey(accountId, date), deps, deadline);
      return item && fromPlanItem(item);
    },

    async put(plan, deadline) {
      const put = new PutCommand({
        TableName,
        Item: {
          ...planKey(plan.accountId, plan.date),
          ...plan,
          v: VERSION,
          expiresAt: Date.parse(plan.date) / 1000 + KEPT_SECONDS,
        },
        ConditionExpression: plan.version === 1 ? 'attribute_not_exists(pk)' : 'version = :before',
        ...(plan.version > 1 && { ExpressionAttributeValues: { ':before': plan.version - 1 } }),
      });
      try {
        await writeWithinDeadline(deadline, deps, (options) => document.send(put, options));
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },
  };
}

const slot = v.object({ technicianId: v.string(), startsAt: v.string() });
const driving = v.object({ driveMinutes: v.number() });
const PlanItem = v.object({
  accountId: v.string(),
  date: v.string(),
  madeAt: v.string(),
  version: v.number(),
  before: driving,
  after: driving,
  savedMinutes: v.number(),
  short: v.array(v.object({ from: v.string(), to: v.string(), minutes: v.number() })),
  outside: v.array(v.string()),
  changes: v.array(
    v.object({
      number: v.number(),
      dispatchRequestId: v.string(),
      version: v.number(),
      state: v.picklist(changeStates),
      refusal: v.optional(v.picklist(changeRefusals)),
      madeVersion: v.optional(v.number()),
      needs: v.array(v.number()),
      from: slot,
      to: slot,
      reason: v.string(),
      savedMinutes: v.number(),
    }),
  ),
});

/** @throws {ValiError} if the item is malformed */
const fromPlanItem = (item: unknown): StoredPlan => v.parse(PlanItem, item);
