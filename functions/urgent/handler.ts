import type { EventBridgeEvent } from 'aws-lambda';
import type { PublishUrgent } from '../../lib/aws/topic.ts';
import { messageAbout, type TellingDependencies } from '../../lib/intake/urgent/urgent-message.ts';
import type { TellableEvent } from '../../lib/record/events.ts';

export interface UrgentDependencies extends TellingDependencies {
  readonly publish: PublishUrgent;
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/**
 * Tells people of an urgent event, at least once: whatever fails is thrown, and Lambda tries again and then puts the event
 * into the dead-letter queue.
 */
export const createHandler =
  ({ publish, log, ...deps }: UrgentDependencies) =>
  async ({ detail }: Pick<EventBridgeEvent<string, TellableEvent>, 'detail'>): Promise<void> => {
    const { accountId, type } = detail;
    await publish(accountId, await messageAbout(detail, deps));
    log({ outcome: 'told', account: accountId, type });
  };
