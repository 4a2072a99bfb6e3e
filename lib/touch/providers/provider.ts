import type { Channel, SenderProvider } from '../../accounts/notify.ts';
import type { OutboxMessage } from '../../record/outbox/message.ts';

/** What became of a message that was handed over. */
export type HandoverResult =
  | { readonly kind: 'sent'; readonly providerId?: string | undefined }
  /** The provider certainly didn't take it, and may later. */
  | { readonly kind: 'later'; readonly afterMs?: number | undefined }
  /** The provider refused it for good. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** The provider may have taken it. */
  | { readonly kind: 'unknown'; readonly reason: string };

/** Hands messages over. A fault that it throws leaves their outcome unknown. */
export interface Provider {
  /** It takes messages of these channels. */
  readonly channels: readonly Channel[];
  /** @param key the message's id, which the provider keeps with it */
  send(message: OutboxMessage): Promise<HandoverResult>;
  /** Names what is missing before messages of an account can be sent; empty if nothing is. */
  missing(sender: {
    readonly accountId: string;
    readonly channel: Channel;
    readonly from: string;
  }): Promise<readonly string[]>;
}

export type Providers = Readonly<Partial<Record<SenderProvider, Provider>>>;

/** A provider must have answered by then: its answer would be too late to be believed. */
export const ANSWER_MS = 5_000;

/** A reason is a word that providers choose, so anything else that they send is not stored. */
export const shortReason = (reason: string | undefined): string =>
  reason !== undefined && /^[\w.-]{1,60}$/.test(reason) ? reason : 'failed';
