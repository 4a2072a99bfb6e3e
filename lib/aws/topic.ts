import { GetTopicAttributesCommand, PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { UrgentMessage } from '../intake/urgent/urgent-message.ts';

/** Sends a message about an account to those who subscribed to it. Rejects if the topic didn't take it. */
export type PublishUrgent = (accountId: string, message: UrgentMessage) => Promise<void>;

/** Publishes to a topic of SNS. Each message has the attribute `accountId`, by which subscriptions filter. */
export function createTopic(topicArn: string): PublishUrgent {
  const client = createClient();
  return async (accountId, { subject, lines }) => {
    await client.send(
      new PublishCommand({
        TopicArn: topicArn,
        Subject: subject,
        Message: lines.join('\n'),
        MessageAttributes: { accountId: { DataType: 'String', StringValue: accountId } },
      }),
    );
  };
}

/** True if anybody who was asked to confirm a topic has done so. Rejects if SNS doesn't say. */
export function createConfirmations(): (topicArn: string) => Promise<boolean> {
  const client = createClient();
  return async (TopicArn) => {
    const { Attributes = {} } = await client.send(new GetTopicAttributesCommand({ TopicArn }));
    const { SubscriptionsConfirmed, SubscriptionsPending } = Attributes;
    return Number(SubscriptionsConfirmed) > 0 || Number(SubscriptionsPending) === 0;
  };
}

const createClient = () =>
  new SNSClient({
    maxAttempts: 2,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 500,
      requestTimeout: 2_000,
      throwOnRequestTimeout: true,
    }),
  });
