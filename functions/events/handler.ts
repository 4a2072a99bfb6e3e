import { eventsOf, recordedAt } from '../../lib/aws/stream-events.ts';
import { EVENT_AGE, functionLine } from '../../lib/http/metrics.ts';
import type { DispatchEvent } from '../../lib/record/events.ts';

export interface EventsDependencies {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Writes a log line with metrics. */
  readonly log: (line: object) => void;
}

/** The handler that converts the pipe's records to events, in order. */
export type EventsHandler = (
  records: readonly unknown[],
  context: { readonly functionName: string },
) => Promise<readonly DispatchEvent[]>;

/**
 * Turns records of the table's stream into the events that the pipe puts on the bus. Measures the age of each first,
 * because pipes publish none: a failing record is retried and grows older with each attempt.
 */
export const createHandler =
  ({ now, log }: EventsDependencies): EventsHandler =>
  async (records, { functionName }) => {
    const at = now();
    for (const record of records) {
      const since = recordedAt(record);
      if (since !== undefined) log(functionLine(functionName, at, { [EVENT_AGE]: Math.max(0, at - since) }));
    }
    return records.flatMap(eventsOf);
  };
