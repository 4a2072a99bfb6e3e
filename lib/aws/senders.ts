import {
  DescribeAccountAttributesCommand,
  DescribeRegistrationsCommand,
  type PhoneNumberInformation,
  PinpointSMSVoiceV2Client,
  paginateDescribePhoneNumbers,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import type { Channel } from '../accounts/notify.ts';
import type { AwsNumber, AwsSenders } from '../touch/providers/aws-senders.ts';

/** A toll-free or 10DLC number and a short code are registered; long codes of other countries and simulators aren't. */
const registered: ReadonlySet<string> = new Set(['TEN_DLC', 'TOLL_FREE', 'SHORT_CODE']);

/** Asks AWS in a region what it knows of senders, with the credentials of the machine. */
export function createAwsSenders(region: string): AwsSenders & { destroy(): void } {
  const numbers = new PinpointSMSVoiceV2Client({ region });
  const mail = new SESv2Client({ region });
  return {
    async isInProduction(kind) {
      if (kind === 'mail') {
        const { ProductionAccessEnabled, SendingEnabled } = await mail.send(new GetAccountCommand());
        return ProductionAccessEnabled === true && SendingEnabled === true;
      }
      const { AccountAttributes = [] } = await numbers.send(new DescribeAccountAttributesCommand());
      return AccountAttributes.some(({ Name, Value }) => Name === 'ACCOUNT_TIER' && Value === 'PRODUCTION');
    },
    async number(phone) {
      // AWS finds numbers by its own ids only.
      for await (const { PhoneNumbers = [] } of paginateDescribePhoneNumbers({ client: numbers }, {})) {
        const found = PhoneNumbers.find(({ PhoneNumber }) => PhoneNumber === phone);
        if (found !== undefined) return toNumber(found, await registrationOf(found, numbers));
      }
      return undefined;
    },
    async identity(address) {
      // An address may be verified itself, or by its domain.
      const names = [address, address.slice(address.lastIndexOf('@') + 1)];
      const known = await Promise.all(names.map((name) => identityOf(name, mail)));
      return known.includes('verified') ? 'verified' : known.find((one) => one !== undefined);
    },
    destroy() {
      numbers.destroy();
      mail.destroy();
    },
  };
}

async function registrationOf(
  { RegistrationId }: PhoneNumberInformation,
  client: PinpointSMSVoiceV2Client,
): Promise<string | undefined> {
  if (RegistrationId === undefined) return undefined;
  const { Registrations = [] } = await client.send(
    new DescribeRegistrationsCommand({ RegistrationIds: [RegistrationId] }),
  );
  return Registrations[0]?.RegistrationStatus;
}

const channelOf: Readonly<Partial<Record<string, Channel>>> = { SMS: 'sms', VOICE: 'voice' };

function toNumber(found: PhoneNumberInformation, registration: string | undefined): AwsNumber {
  const { Status, MessageType, NumberCapabilities = [], NumberType, IsoCountryCode } = found;
  const { TwoWayEnabled, TwoWayChannelArn, SelfManagedOptOutsEnabled } = found;
  return {
    isActive: Status === 'ACTIVE',
    channels: NumberCapabilities.flatMap((capability) => channelOf[capability] ?? []),
    isTransactional: MessageType === 'TRANSACTIONAL',
    repliesTo: TwoWayEnabled === true ? TwoWayChannelArn : undefined,
    isOptOutOurs: SelfManagedOptOutsEnabled === true,
    needsRegistration: IsoCountryCode === 'US' && registered.has(String(NumberType)),
    registration,
  };
}

async function identityOf(
  EmailIdentity: string,
  client: SESv2Client,
): Promise<'verified' | 'unverified' | undefined> {
  try {
    const found = await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    return found.VerifiedForSendingStatus === true ? 'verified' : 'unverified';
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundException') return undefined;
    throw error;
  }
}
