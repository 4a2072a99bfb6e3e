import { inboundText, mailEvent, numberEvent, snsEvent } from '../aws-message-events.ts';
import type { TakenMessage } from '../aws-messaging-stand-in.ts';
import { AWS_ACCOUNT } from './names.ts';
import type { Rights } from './rights.ts';
import type { DeployedStack, StackResource } from './stack.ts';

export interface MessageFlowDependencies {
  readonly stack: DeployedStack;
  readonly rights: Rights;
  /** Runs a function and waits for its answer. */
  readonly invoke: (arn: string, event: unknown) => Promise<unknown>;
  /** Puts a message into a queue. */
  readonly send: (queueArn: string, body: object) => void;
}

/** What AWS says of messages, as the template's configuration sets and topics carry it. */
export interface MessageFlow {
  /** Says what became of a message that AWS took; resolves to whether its function has done what follows. */
  report(message: TakenMessage, eventType: string): Promise<boolean>;
  /** Somebody texts a number whose replies go to the topic of the output; the same. */
  receive(text: Readonly<Record<'id' | 'from' | 'to' | 'text', string>>): Promise<boolean>;
  /** A text whose shape nobody knows. */
  receiveBroken(): Promise<boolean>;
}

const [NUMBERS, MAIL] = ['sms-voice.amazonaws.com', 'ses.amazonaws.com'];

export function messageFlowOf({ stack, rights, invoke, send }: MessageFlowDependencies): MessageFlow {
  /** Publishes as a service, and runs the functions that are subscribed. */
  async function publish(service: string, topicArn: string, message: object): Promise<boolean> {
    const topic = stack.at(topicArn);
    demandPublisher(stack, topic, service);
    const subscribed = stack
      .ofType('AWS::SNS::Subscription')
      .filter(({ properties }) => properties.TopicArn === topicArn && properties.Protocol === 'lambda');
    const done = await Promise.all(
      subscribed.map(async ({ properties: { Endpoint } }) => {
        rights.demandPermission(Endpoint, 'sns.amazonaws.com', topicArn);
        return await run(stack.at(Endpoint), snsEvent(message, topicArn));
      }),
    );
    return done.length > 0 && done.every((one) => one);
  }

  /** If the function keeps failing, what it was run with goes to its dead letters. */
  async function run(target: StackResource, event: object): Promise<boolean> {
    const { DeadLetterConfig, Role } = target.properties;
    const isDone = await invoke(target.attribute('Arn'), event).then(
      () => true,
      () => false,
    );
    if (isDone) return true;
    rights.demand(Role, 'sqs:SendMessage', DeadLetterConfig.TargetArn);
    send(DeadLetterConfig.TargetArn, event);
    return false;
  }

  const topicOfTexts = (): string => stack.outputs().TextsTopicArn ?? '';
  return {
    async report(message, eventType) {
      const set = String(message.fields.ConfigurationSetName);
      if (message.operation === 'SendEmail') {
        const topics = stack
          .ofType('AWS::SES::ConfigurationSetEventDestination')
          .filter(({ properties }) => properties.ConfigurationSetName === set)
          .map(({ properties }) => properties.EventDestination)
          .filter(
            ({ Enabled, MatchingEventTypes }) =>
              Enabled && MatchingEventTypes.includes(eventType.toLowerCase()),
          )
          .map(({ SnsDestination }) => SnsDestination.TopicARN);
        return await each(topics, (topic) => publish(MAIL, topic, mailEvent(message, eventType)));
      }
      const destinations: readonly Destination[] = stack.at(set).properties.EventDestinations;
      const topics = destinations
        .filter(({ Enabled, MatchingEventTypes }) => {
          const all = eventType.replace(/_.*/, '_ALL');
          return Enabled && [all, eventType].some((type) => MatchingEventTypes.includes(type));
        })
        .map(({ SnsDestination }) => SnsDestination.TopicArn);
      return await each(topics, (topic) => publish(NUMBERS, topic, numberEvent(message, eventType)));
    },
    receive: ({ id, from, to, text }) => publish(NUMBERS, topicOfTexts(), inboundText(id, from, to, text)),
    receiveBroken: () => publish(NUMBERS, topicOfTexts(), { inboundMessageId: 'broken' }),
  };
}

interface Destination {
  readonly Enabled: boolean;
  readonly MatchingEventTypes: readonly string[];
  readonly SnsDestination: { readonly TopicArn: string };
}

async function each<T>(items: readonly T[], act: (item: T) => Promise<boolean>): Promise<boolean> {
  const done = await Promise.all(items.map(act));
  return done.length > 0 && done.every((one) => one);
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Principal: { readonly Service?: string | readonly string[] };
  readonly Condition?: { readonly StringEquals?: Readonly<Record<string, string>> };
}

/** Throws unless a service may publish to a topic and use its key, for this AWS account. */
function demandPublisher(stack: DeployedStack, topic: StackResource, service: string): void {
  const isAllowed = (action: string) => (statement: Statement) =>
    statement.Effect === 'Allow' &&
    [statement.Action].flat().some((one) => one === action || one === `${action}*`) &&
    [statement.Principal.Service ?? []].flat().includes(service) &&
    statement.Condition?.StringEquals?.['aws:SourceAccount'] === AWS_ACCOUNT;
  const ofTopic: readonly Statement[] = stack
    .ofType('AWS::SNS::TopicPolicy')
    .filter(({ properties }) => properties.Topics.includes(topic.ref))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);
  const ofKey: readonly Statement[] = stack.at(topic.properties.KmsMasterKeyId).properties.KeyPolicy
    .Statement;
  const isWhole =
    ofTopic.some(isAllowed('sns:Publish')) &&
    ['kms:Decrypt', 'kms:GenerateDataKey'].every((action) => ofKey.some(isAllowed(action)));
  if (!isWhole) throw new Error(`AccessDenied: ${service} may not publish to ${topic.path}`);
}
