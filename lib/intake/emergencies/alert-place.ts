import type { Deadline, RequestStore } from '../../record/ports.ts';

/** One report's place among the alerts of its account in a minute, however often its write is tried. */
export interface AlertPlace {
  /** How many alerts there are, with this one. */
  take(requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline): Promise<number>;
  /** Leaves the place to others, if it was taken. */
  giveBack(requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline): Promise<void>;
}

/** The place of a report at an instant (epoch milliseconds), not taken yet. */
export function alertPlace(report: { readonly accountId: string; readonly now: number }): AlertPlace {
  const minute = new Date(report.now).toISOString().slice(0, 16);
  const count = (by: 1 | -1, requests: Pick<RequestStore, 'countAlert'>, deadline: Deadline) =>
    requests.countAlert(report.accountId, minute, by, deadline);
  let taken: number | undefined;
  return {
    async take(requests, deadline) {
      taken ??= await count(1, requests, deadline);
      return taken;
    },
    async giveBack(requests, deadline) {
      if (taken === undefined) return;
      taken = undefined;
      await count(-1, requests, deadline);
    },
  };
}
