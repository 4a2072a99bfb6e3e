import { crm } from './crm/platform.ts';
import type { Platform } from './platform.ts';
import { voiceone } from './voiceone/platform.ts';
import { voicetwo } from './voicetwo/platform.ts';

/**
 * The registry of the systems that send webhooks; each has its own secret, its own origins and its own signature header.
 * Everything else loops over it, or is a record with an entry for each.
 */
export const platforms = { crm, voiceone, voicetwo } as const satisfies Readonly<Record<string, Platform>>;

type Registered = (typeof platforms)[keyof typeof platforms];
const all: readonly Registered[] = Object.values(platforms);

/** The id of a platform. */
export type Integration = Registered['id'];

export const integrations: readonly Integration[] = all.map(({ id }) => id);

/** The id of a platform whose agents call functions. */
export type VoicePlatform = Extract<Registered, { readonly kind: 'voice' }>['id'];

export const voicePlatforms: readonly VoicePlatform[] = all.flatMap((one) =>
  one.kind === 'voice' ? [one.id] : [],
);

/** The environment variable with the id of a platform's secret. */
export const secretVariable = (integration: Integration): string => `SECRET_ID_${integration.toUpperCase()}`;
