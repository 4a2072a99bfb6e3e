import { crm } from './crm.ts';
import { messaging } from './messaging.ts';
import type { Platform, SenderFacts } from './platform.ts';
import { voiceone } from './voiceone.ts';
import { voicetwo } from './voicetwo.ts';

/**
 * Registers the platforms that send leads and calls. Each has its own origins. All other code
 * either loops over the registry or has a record with an entry per platform.
 */
export const platforms = { crm, voiceone, voicetwo } as const satisfies Readonly<Record<string, Platform>>;

type Registered = (typeof platforms)[keyof typeof platforms];
const all: readonly Registered[] = Object.values(platforms);

export type Integration = Registered['id'];

export const integrations: readonly Integration[] = all.map(({ id }) => id);

/** Agents of these platforms call functions. */
export type VoicePlatform = Extract<Registered, { readonly kind: 'voice' }>['id'];

export const voicePlatforms: readonly VoicePlatform[] = all.flatMap((one) =>
  one.kind === 'voice' ? [one.id] : [],
);

/** All that send webhooks. Each has its own secret and signature header. */
export const webhookSenders = { ...platforms, messaging } as const satisfies Readonly<
  Record<string, SenderFacts>
>;

export type WebhookSender = keyof typeof webhookSenders;

export const webhookSenderIds: readonly WebhookSender[] = [...integrations, messaging.id];

/** Returns the name of the environment variable with the id of a sender's secret. */
export const secretVariable = (sender: WebhookSender): string => `SECRET_ID_${sender.toUpperCase()}`;
