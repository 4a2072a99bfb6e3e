import type { LocalDate } from '../scheduling/calendar.ts';

/** Who comes, and when: ISO 8601, UTC. */
export interface PlannedSlot {
  readonly technicianId: string;
  readonly startsAt: string;
}

export const changeStates = ['proposed', 'accepted', 'dismissed', 'undone', 'refused'] as const;
export type ChangeState = (typeof changeStates)[number];

/**
 * `version_changed`: the visit has changed since, or isn't `scheduled` any more; `needs`: a change that it needs isn't
 * accepted; `not_free`: the time isn't free, or the technician can't come any more.
 */
export const changeRefusals = ['version_changed', 'needs', 'not_free'] as const;
export type ChangeRefusal = (typeof changeRefusals)[number];

/** A change that a plan proposes. */
export interface PlanChange {
  /** From 1, in the order of the new starts. */
  readonly number: number;
  readonly dispatchRequestId: string;
  /** The version of the request that the plan saw. */
  readonly version: number;
  readonly state: ChangeState;
  /** Present while it is `refused`. */
  readonly refusal?: ChangeRefusal | undefined;
  /** The version of the request that accepting it has made. */
  readonly madeVersion?: number | undefined;
  /** The numbers of the changes without which it can't be made. */
  readonly needs: readonly number[];
  readonly from: PlannedSlot;
  readonly to: PlannedSlot;
  readonly reason: string;
  /** Whole minutes of driving; those of all changes add up to those of the plan. */
  readonly savedMinutes: number;
}

/** Two stops in a row between which there is too little time, by the ids of requests and blocks. */
export interface PlanShortage {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
}

/** What a planner proposes for a date of an account, and what people made of it. */
export interface DayPlan {
  readonly accountId: string;
  readonly date: LocalDate;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  /** The driving of the whole day, in whole minutes. */
  readonly before: { readonly driveMinutes: number };
  /** With all changes made. */
  readonly after: { readonly driveMinutes: number };
  readonly savedMinutes: number;
  /** What can't be driven even with all changes. */
  readonly short: readonly PlanShortage[];
  /** The ids of visits that begin outside of what was promised. */
  readonly outside: readonly string[];
  readonly changes: readonly PlanChange[];
}

/** A plan as it is stored: each write increments the version, and is conditional on the previous one. */
export interface StoredPlan extends DayPlan {
  readonly version: number;
}

/** Returns a plan without what only the table needs. */
export const asShown = ({ version: _, changes, ...plan }: StoredPlan): DayPlan => ({
  ...plan,
  changes: changes.map(({ madeVersion: __, ...change }) => change),
});

/** Fails with `StorageUnavailable`; writes whose outcome is unknown fail with `OutcomeUnknown`. */
export interface PlanStore {
  get(accountId: string, date: LocalDate, deadline: number): Promise<StoredPlan | undefined>;
  /** Stores a plan if the stored one still has the version before it. Returns false otherwise. */
  put(plan: StoredPlan, deadline: number): Promise<boolean>;
}
