import type { TakenMessage } from './aws-messaging-stand-in.ts';

/** What End User Messaging publishes of a text or call that it took. */
export const numberEvent = ({ fields, id }: TakenMessage, eventType: string) => ({
  ...{ eventType, eventVersion: '1.0', eventTimestamp: 1_780_315_200_000, isFinal: false },
  ...{ originationPhoneNumber: fields.OriginationIdentity, isoCountryCode: 'US', messageId: id },
  destinationPhoneNumber: fields.DestinationPhoneNumber,
  ...{ messageRequestTimestamp: 1_780_315_200_000, messageStatus: eventType, context: fields.Context },
});

/** What SES publishes of an e-mail that it took. */
export const mailEvent = ({ fields, id }: TakenMessage, eventType: string) => {
  const given = Array.isArray(fields.EmailTags) ? fields.EmailTags : [];
  const tags = Object.fromEntries(given.map(({ Name, Value }) => [Name, [Value]]));
  const destination = Object(fields.Destination).ToAddresses;
  const own = { 'ses:configuration-set': [fields.ConfigurationSetName] };
  return { eventType, mail: { messageId: id, destination, tags: { ...own, ...tags } } };
};

/** What somebody texted. */
export const inboundText = (id: string, from: string, to: string, text: string) => ({
  ...{ originationNumber: from, destinationNumber: to, messageKeyword: 'KEYWORD_1', messageBody: text },
  ...{ inboundMessageId: id, previousPublishedMessageId: 'aws-1' },
});

/** What SNS runs a function with. */
export const snsEvent = (message: object | string, topic = 'arn:aws:sns:us-east-1:123456789012:texts') => ({
  Records: [
    {
      ...{ EventSource: 'aws:sns', EventVersion: '1.0', EventSubscriptionArn: `${topic}:1` },
      Sns: {
        ...{
          Type: 'Notification',
          MessageId: 'sns-1',
          TopicArn: topic,
          Timestamp: '2026-06-01T12:00:00.000Z',
        },
        Message: typeof message === 'string' ? message : JSON.stringify(message),
      },
    },
  ],
});
