import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

type Fields = Readonly<Record<string, unknown>>;

/** What becomes of a message that is handed over. */
export type Fate =
  | { readonly kind: 'taken' }
  /** AWS takes it, and its answer is lost. */
  | { readonly kind: 'taken silently' }
  /** AWS takes it, and answers when the test says so. */
  | { readonly kind: 'taken late'; readonly until: Promise<unknown> }
  | { readonly kind: 'refused'; readonly status: number; readonly type: string; readonly reason?: string };

/** A message that AWS took. */
export interface TakenMessage {
  readonly operation: string;
  readonly fields: Fields;
  /** AWS's id of it. */
  readonly id: string;
}

/** End User Messaging (texts and calls) and SES (e-mail) on one port: what they know of senders, and what they take. */
export interface AwsMessagingStandIn {
  readonly endpoint: string;
  /** By number: what differs from one that is ready. */
  readonly numbers: Map<string, Fields>;
  /** The status of registrations, by their ids. */
  readonly registrations: Map<string, string>;
  /** Whether an address or a domain is verified. */
  readonly identities: Map<string, boolean>;
  isInProduction: boolean;
  /** Whether whoever asks lacks the rights. */
  isDenied: boolean;
  readonly taken: TakenMessage[];
  /** Decides about a message; undefined: it is taken. */
  fate: ((operation: string, fields: Fields) => Fate | undefined) | undefined;
  /** Counts what was handed over, whatever became of it. */
  handedOver: number;
  answer(request: IncomingMessage, response: ServerResponse, body: string): Promise<void>;
  stop(): void;
}

/** Whether a request is for one of these services. */
export const isForMessaging = ({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean =>
  url?.startsWith('/v2/email/') === true || String(headers['x-amz-target']).startsWith('PinpointSMSVoiceV2.');

const ready: Fields = {
  ...{ Status: 'ACTIVE', IsoCountryCode: 'US', MessageType: 'TRANSACTIONAL', NumberType: 'TEN_DLC' },
  ...{ NumberCapabilities: ['SMS', 'VOICE'], MonthlyLeasingPrice: '1.00', OptOutListName: 'Default' },
  ...{ TwoWayEnabled: true, SelfManagedOptOutsEnabled: true, DeletionProtectionEnabled: false },
  CreatedTimestamp: 1_780_000_000,
};

export async function startAwsMessaging(): Promise<AwsMessagingStandIn> {
  const standIn: { -readonly [Name in keyof AwsMessagingStandIn]: AwsMessagingStandIn[Name] } = {
    endpoint: '',
    numbers: new Map(),
    registrations: new Map(),
    identities: new Map(),
    isInProduction: true,
    isDenied: false,
    taken: [],
    fate: undefined,
    handedOver: 0,
    async answer(request, response, body) {
      const isSigned = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') === true;
      if (!isSigned) return void response.writeHead(403).end();
      const operation = operationOf(request);
      if (!operation.startsWith('Send'))
        return reply(response, ...knowledge(standIn, operation, request, body));
      await take(standIn, { operation, fields: JSON.parse(body) }, response);
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
  const server = createServer(async (request, response) => {
    await standIn.answer(request, response, await text(request));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  standIn.endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return standIn;
}

const ofMail: Readonly<Record<string, string>> = {
  'outbound-emails': 'SendEmail',
  identities: 'GetEmailIdentity',
  account: 'GetAccount',
};

/** The operation that a request asks for. */
export function operationOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, operation] = /^PinpointSMSVoiceV2\.(\w+)$/.exec(String(headers['x-amz-target'])) ?? [];
  return operation ?? ofMail[url.split('/')[3] ?? ''] ?? 'unknown';
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}

/** What the services answer to questions. */
function knowledge(
  { numbers, registrations, identities, isInProduction, isDenied }: AwsMessagingStandIn,
  operation: string,
  { url = '' }: IncomingMessage,
  body: string,
): [status: number, body: object] {
  if (isDenied) return [400, { __type: 'AccessDeniedException', Message: 'refused' }];
  switch (operation) {
    case 'DescribePhoneNumbers': {
      const { NextToken } = JSON.parse(body);
      // One per page, as if there were many.
      const all = [...numbers].map(([PhoneNumber, own], index) => ({
        ...{ PhoneNumber, PhoneNumberId: `phone-${index}`, PhoneNumberArn: `arn:aws:phone-${index}` },
        ...{ ...ready, ...own },
      }));
      const at = Number(NextToken ?? 0);
      const next = at + 1 < all.length ? { NextToken: String(at + 1) } : {};
      return [200, { PhoneNumbers: all.slice(at, at + 1), ...next }];
    }
    case 'DescribeRegistrations': {
      const ids: readonly string[] = JSON.parse(body).RegistrationIds;
      const Registrations = ids.map((id) => ({
        RegistrationId: id,
        RegistrationStatus: registrations.get(id),
      }));
      return [200, { Registrations }];
    }
    case 'DescribeAccountAttributes':
      return [
        200,
        {
          AccountAttributes: [
            { Name: 'DEFAULT_PROTECT_CONFIGURATION_ID', Value: 'protect-1' },
            { Name: 'ACCOUNT_TIER', Value: isInProduction ? 'PRODUCTION' : 'SANDBOX' },
          ],
        },
      ];
    case 'GetAccount':
      return [200, { ProductionAccessEnabled: isInProduction, SendingEnabled: true }];
    case 'GetEmailIdentity': {
      const verified = identities.get(decodeURIComponent(url.split('/')[4] ?? ''));
      if (verified === undefined) return [404, { __type: 'NotFoundException', message: 'none' }];
      return [200, { VerifiedForSendingStatus: verified }];
    }
    default:
      return [400, { __type: 'ValidationException', Message: 'unknown operation' }];
  }
}

async function take(
  standIn: AwsMessagingStandIn,
  message: Pick<TakenMessage, 'operation' | 'fields'>,
  response: ServerResponse,
): Promise<void> {
  const { operation, fields } = message;
  standIn.handedOver += 1;
  const fate = standIn.fate?.(operation, fields) ?? { kind: 'taken' };
  if (fate.kind === 'refused') {
    const { status, type, reason } = fate;
    return reply(response, status, { __type: type, Message: 'As the test wants it.', Reason: reason });
  }
  const id = `aws-${standIn.handedOver}`;
  standIn.taken.push({ ...message, id });
  if (fate.kind === 'taken silently') return void response.destroy();
  if (fate.kind === 'taken late') await fate.until;
  reply(response, 200, { MessageId: id });
}
