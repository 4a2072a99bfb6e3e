import type { SigningKey } from '../signatures/types.ts';

/** What a webhook brings: leads, calls of functions while someone is on the line, or reports of calls. */
export type Workload = 'leads' | 'functions' | 'reports';

/** One endpoint of a platform. */
export interface PlatformRoute {
  /** Also the name of its folder in `functions/`. */
  readonly id: string;
  readonly path: string;
  /** Largest body in bytes that is accepted, after base64 is undone. */
  readonly maxBodyBytes: number;
  readonly handles: readonly Workload[];
}

interface PlatformFacts {
  readonly id: string;
  /** The header of a signature where the key names no other. Lower case. */
  readonly signatureHeader: string;
  /** How the platform signs, as a new key of ours says it. */
  readonly signatureScheme: Exclude<SigningKey['scheme'], 'ed25519'>;
  /** Whether `x-api-key` is accepted where no signature header is present at all. */
  readonly acceptsApiKey: boolean;
  /** The status of a fault that is over soon: one that the platform sends the webhook again for, if it does for any. */
  readonly retryStatus: 429 | 503;
  readonly routes: readonly PlatformRoute[];
}

/** Where leads come from. */
export interface LeadPlatform extends PlatformFacts {
  readonly kind: 'leads';
}

/** A platform whose agents call our functions. */
export interface VoicePlatformFacts extends PlatformFacts {
  readonly kind: 'voice';
  /** The name of the platform's own tool that dials a number. */
  readonly connectTool: string;
}

export type Platform = LeadPlatform | VoicePlatformFacts;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes. */
export const MAX_LEAD = 256 * KIB;
/** Bytes. A live call sends its whole transcript with each function call. */
export const MAX_CALL = 4 * MIB;
