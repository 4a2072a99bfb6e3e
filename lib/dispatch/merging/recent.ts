/**
 * What a phone number asked for last. The indexes may lag behind the table; this is strongly consistent, so that two
 * requests of one number at once see each other.
 */
export interface Recent {
  /** Incremented by each write. */
  readonly version: number;
  /** The last booking of each service, by the id of the service. */
  readonly booked: Readonly<Record<string, RecentRequest>>;
  readonly lead?: RecentRequest | undefined;
}

/** A request, and when it was booked or received: ISO 8601, UTC. */
export interface RecentRequest {
  readonly dispatchRequestId: string;
  readonly at: string;
}

/** The next state of what a number asked for. The write succeeds only if nothing was asked for since it was read. */
export interface RecentChange {
  readonly accountId: string;
  /** E.164 */
  readonly phone: string;
  readonly next: Recent;
  /** Epoch milliseconds after which nobody needs it. */
  readonly keptUntil: number;
}
