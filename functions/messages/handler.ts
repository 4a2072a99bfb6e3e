import type { SNSEvent } from 'aws-lambda';
import { type AwsEvent, awsEventOf } from '../../lib/adapters/messaging/aws-events.ts';
import type { Deadline } from '../../lib/record/ports.ts';
import { receiveText, type TextDependencies } from '../../lib/touch/receive-text.ts';
import { type DeliveryDependencies, recordDelivery } from '../../lib/touch/record-delivery.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';

export interface MessagesDependencies extends TextDependencies {
  readonly accounts: AccountFinder;
  readonly deliveries: Omit<DeliveryDependencies, 'seeAt'>;
  readonly seeAt: DeliveryDependencies['seeAt'];
  /** Writes a log line. */
  readonly log: (line: object) => void;
}

/** The function may run for 30 seconds. */
const WITHIN_MS = 25_000;

type Published = Pick<SNSEvent['Records'][number]['Sns'], 'Message'>;

/**
 * Does what AWS publishes about messages: what became of ours, and what people text. Only AWS may publish to the topic, so
 * nothing is signed. Whatever fails is thrown, and Lambda tries again and then puts it into the dead-letter queue; a repeat
 * changes nothing.
 */
export const createHandler =
  ({ log, ...deps }: MessagesDependencies) =>
  async ({ Records }: { readonly Records: readonly { readonly Sns: Published }[] }): Promise<void> => {
    const deadline = deps.now() + WITHIN_MS;
    for (const { Sns } of Records) log(await handle(awsEventOf(Sns.Message), deps, deadline));
  };

async function handle(
  event: AwsEvent,
  deps: Omit<MessagesDependencies, 'log'>,
  deadline: Deadline,
): Promise<object> {
  switch (event.kind) {
    case 'report': {
      const { messageId, outcome } = event;
      await recordDelivery(event, () => true, { ...deps.deliveries, seeAt: deps.seeAt }, deadline);
      return { outcome: 'stored', messageId, became: outcome };
    }
    case 'received': {
      const account = await deps.accounts.byOrigin('texts', event.to, deadline);
      // The number belongs to no company any more, or not yet.
      if (account === undefined) return { outcome: 'ignored', code: 'unknown_account' };
      const text = { ...event.text, account, now: deps.now() };
      return { outcome: await receiveText(text, deps, deadline), account: account.accountId };
    }
    case 'other':
      return { outcome: 'ignored' };
  }
}
