import { eventsOf } from '../../lib/aws/stream-events.ts';
import type { DispatchEvent } from '../../lib/dispatch/events/event.ts';

/** Turns records of the table's stream into the events that the pipe puts on the bus, in order. */
export const handler = async (records: readonly unknown[]): Promise<readonly DispatchEvent[]> =>
  records.flatMap(eventsOf);
