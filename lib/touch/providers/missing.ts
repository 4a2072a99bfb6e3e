import type { Channel, SenderProvider } from '../../accounts/notify.ts';
import { type AwsSenders, missingInAws } from './aws-senders.ts';
import { channelsOf, type Missing } from './provider.ts';

export interface MissingDependencies {
  /** True if a provider has a key for an account. */
  readonly hasKey: (provider: 'webhook' | 'twilio', accountId: string) => Promise<boolean>;
  /** Absent where nothing is deployed, or by a release that doesn't send by AWS yet. */
  readonly aws?:
    | {
        readonly senders: AwsSenders;
        /** The ARN of the topic for replies. */
        readonly topic: string;
      }
    | undefined;
  /** `log` shows messages here. */
  readonly isShown: boolean;
}

export interface CheckedFrom {
  readonly accountId: string;
  readonly channel: Channel;
  /** E.164, or an address. */
  readonly from: string;
}

/** Finds out what a provider lacks. Fails if that can't be found out. */
export async function missingAt(
  provider: SenderProvider,
  sender: CheckedFrom,
  { hasKey, aws, isShown }: MissingDependencies,
): Promise<Missing> {
  if (!channelsOf[provider].includes(sender.channel)) return { missing: ['channel'] };
  switch (provider) {
    case 'log':
      return { missing: isShown ? [] : ['provider'] };
    case 'webhook':
    case 'twilio':
      return { missing: (await hasKey(provider, sender.accountId)) ? [] : ['key'] };
    case 'aws':
      return aws === undefined
        ? { missing: ['deployment'] }
        : await missingInAws(sender, aws.senders, aws.topic);
  }
}
