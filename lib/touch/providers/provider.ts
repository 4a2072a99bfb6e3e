import { type Channel, channels, type SenderProvider } from '../../accounts/notify.ts';
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
  /** The provider keeps the message's id with it. */
  send(message: OutboxMessage): Promise<HandoverResult>;
}

export type Providers = Readonly<Partial<Record<SenderProvider, Provider>>>;

/** The channels that each provider takes. */
export const channelsOf: Readonly<Record<SenderProvider, readonly Channel[]>> = {
  aws: channels,
  twilio: ['sms', 'voice'],
  webhook: channels,
  log: channels,
};

/** What must be set up before a provider sends for a company. */
export interface Missing {
  /** Names it; empty if nothing is missing. */
  readonly missing: readonly string[];
  /** Where the registration of the number stands, if it is missing. */
  readonly registration?: string | undefined;
}

/** A provider must have answered by then: its answer would be too late to be believed. */
export const ANSWER_MS = 5_000;

/** A reason is a word that providers choose, so anything else that they send is not stored. */
export const shortReason = (reason: string | undefined): string =>
  reason !== undefined && /^[\w.-]{1,60}$/.test(reason) ? reason : 'failed';
