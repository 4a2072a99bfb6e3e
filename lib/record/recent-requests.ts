/**
 * A phone number's last requests. The indexes may lag behind the table; this is strongly consistent, so that
 * concurrent requests of one number see each other.
 */
export interface Recent {
  /** Incremented by each write. */
  readonly version: number;
  /** The last booking of each service, by the id of the service. */
  readonly booked: Readonly<Record<string, RecentRequest>>;
  readonly lead?: RecentRequest | undefined;
  /** How many leads were stored for it since its open ones were counted. */
  readonly leads?: number | undefined;
  /** The last emergencies of the number of which people were alerted, by who reported them and of which danger. */
  readonly alerts?: Readonly<Record<string, RecentRequest>> | undefined;
}

/** A request, and when it was booked or received: ISO 8601, UTC. */
export interface RecentRequest {
  readonly dispatchRequestId: string;
  readonly at: string;
}

/** The next state of a number's last requests. The write succeeds only if they have not changed. */
export interface RecentChange {
  readonly accountId: string;
  /** E.164 */
  readonly phone: string;
  readonly next: Recent;
  /** Epoch milliseconds after which it may expire. */
  readonly keptUntil: number;
}
