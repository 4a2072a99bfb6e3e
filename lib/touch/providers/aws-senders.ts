import type { Channel } from '../../accounts/notify.ts';
import type { Missing } from './provider.ts';

/** A number that texts and calls may come from, as AWS has it. */
export interface AwsNumber {
  readonly isActive: boolean;
  /** What it may be used for. */
  readonly channels: readonly Channel[];
  /** It may send what people did not subscribe to, such as a visit's time. */
  readonly isTransactional: boolean;
  /** The topic that gets what people text to it; undefined if they can't. */
  readonly repliesTo?: string | undefined;
  /** Its owner answers STOP; otherwise AWS does, and tells nobody. */
  readonly isOptOutOurs: boolean;
  /** Carriers ask who its owner is. */
  readonly needsRegistration: boolean;
  /** AWS's word for where its registration stands, such as `REVIEWING`; undefined without one. */
  readonly registration?: string | undefined;
}

/** What AWS knows of a company's senders. All methods fail if AWS doesn't say. */
export interface AwsSenders {
  /** True if messages may go to anybody, and not only to recipients that were verified by hand. */
  isInProduction(kind: 'numbers' | 'mail'): Promise<boolean>;
  /** @param phone E.164 */
  number(phone: string): Promise<AwsNumber | undefined>;
  /** How far AWS knows an e-mail address or its domain. */
  identity(address: string): Promise<'verified' | 'unverified' | undefined>;
}

/**
 * Names what AWS lacks before it sends for a company: `sender` (it has no such number or address), `active`, `capability`
 * (the number can't send this), `transactional`, `registration`, `replies` (they don't reach us), `optOutList` (AWS keeps
 * it, and not we), `verification` (of an address), `production` (AWS still limits to whom it sends).
 * @param topic the ARN of the topic that must get replies
 */
export async function missingInAws(
  { channel, from }: { readonly channel: Channel; readonly from: string },
  senders: AwsSenders,
  topic: string,
): Promise<Missing> {
  if (channel === 'email') {
    const [identity, isOpen] = await Promise.all([senders.identity(from), senders.isInProduction('mail')]);
    if (identity === undefined) return { missing: ['sender'] };
    return { missing: named({ verification: identity !== 'verified', production: !isOpen }) };
  }
  const [number, isOpen] = await Promise.all([senders.number(from), senders.isInProduction('numbers')]);
  if (number === undefined) return { missing: ['sender'] };
  const { registration, needsRegistration } = number;
  const isText = channel === 'sms';
  const isUnregistered = isText && needsRegistration && registration !== 'COMPLETE';
  const missing = named({
    active: !number.isActive,
    capability: !number.channels.includes(channel),
    transactional: !number.isTransactional,
    registration: isUnregistered,
    replies: isText && number.repliesTo !== topic,
    optOutList: isText && !number.isOptOutOurs,
    production: !isOpen,
  });
  return isUnregistered && registration !== undefined ? { missing, registration } : { missing };
}

/** Returns the names of what is true. */
const named = (facts: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(facts).filter((name) => facts[name]);
