import {
  PinpointSMSVoiceV2Client,
  SendTextMessageCommand,
  SendVoiceMessageCommand,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { AwsAnswer, AwsMessages, MailMessage, NumberMessage } from '../touch/providers/aws.ts';

export interface AwsMessagesOptions {
  /** The configuration set that sends reports of texts and calls to our topic. */
  readonly numbersSet: string;
  /** The one for e-mail. */
  readonly mailSet: string;
  /** One message may take this many milliseconds. */
  readonly withinMs: number;
}

/**
 * Sends texts, calls and e-mail. Each message is handed over in one attempt: AWS has no token by which it would recognize
 * a second one.
 */
export function createAwsMessages({ numbersSet, mailSet, withinMs }: AwsMessagesOptions): AwsMessages {
  const once = () => ({
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      requestTimeout: withinMs,
      throwOnRequestTimeout: true,
      // A connection that AWS has closed since the last run would break under a message, which would then be in doubt.
      httpAgent: { keepAlive: false },
      httpsAgent: { keepAlive: false },
    }),
  });
  const numbers = new PinpointSMSVoiceV2Client(once());
  const mail = new SESv2Client(once());
  return {
    text: ({ text, ...message }) =>
      answerTo(
        numbers.send(
          new SendTextMessageCommand({
            ...numberInput(message, numbersSet),
            MessageBody: text,
            MessageType: 'TRANSACTIONAL',
          }),
        ),
      ),
    call: ({ text, language, ...message }) =>
      answerTo(
        numbers.send(
          new SendVoiceMessageCommand({
            ...numberInput(message, numbersSet),
            MessageBody: text,
            MessageBodyTextType: 'TEXT',
            ...(language === 'es' && { VoiceId: SPANISH_VOICE }),
          }),
        ),
      ),
    mail: (message) => answerTo(mail.send(new SendEmailCommand(mailInput(message, mailSet)))),
  };
}

/** Speaks the Spanish of the United States. */
const SPANISH_VOICE = 'LUPE';

const numberInput = (
  { from, to, seconds, about }: Omit<NumberMessage, 'text'>,
  ConfigurationSetName: string,
) => ({
  OriginationIdentity: from,
  DestinationPhoneNumber: to,
  TimeToLive: seconds,
  Context: { ...about },
  ConfigurationSetName,
});

const inUnicode = (Data: string) => ({ Data, Charset: 'UTF-8' });

const mailInput = ({ from, to, subject, text, html, about }: MailMessage, ConfigurationSetName: string) => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: [to] },
  Content: {
    Simple: { Subject: inUnicode(subject), Body: { Text: inUnicode(text), Html: inUnicode(html) } },
  },
  EmailTags: Object.entries(about).map(([Name, Value]) => ({ Name, Value })),
  ConfigurationSetName,
});

async function answerTo(sending: Promise<{ readonly MessageId?: string | undefined }>): Promise<AwsAnswer> {
  try {
    const { MessageId } = await sending;
    return { kind: 'taken', providerId: MessageId };
  } catch (error) {
    return answerOf(error);
  }
}

/** Looks only at properties: errors may be of another realm than this code. */
function answerOf(error: unknown): AwsAnswer {
  const [name, code, reason] = ['name', 'code', 'Reason'].map((field) => textOf(error, field));
  const status = numberOf(propertyOf(error, '$metadata'), 'httpStatusCode');
  if (status !== undefined) return { kind: 'refused', status, error: name ?? '', reason };
  if (name === 'CredentialsProviderError' || unsent.has(code ?? '')) return { kind: 'unsent' };
  return { kind: 'silent' };
}

/** With these, no connection was made. */
const unsent: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
]);

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function textOf(value: unknown, name: string): string | undefined {
  const found = propertyOf(value, name);
  return typeof found === 'string' ? found : undefined;
}

function numberOf(value: unknown, name: string): number | undefined {
  const found = propertyOf(value, name);
  return typeof found === 'number' ? found : undefined;
}
