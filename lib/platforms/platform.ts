import type { SigningKey } from '../signatures/types.ts';

/** What a webhook sends: leads, ringing calls, function calls during a live call, or reports of calls. */
export type Workload = 'leads' | 'greetings' | 'functions' | 'reports';

/** One endpoint of a platform. */
export interface PlatformRoute {
  /** Also the name of its folder in `functions/`. */
  readonly id: string;
  readonly path: string;
  /** Maximum size of the body in bytes, after base64 decoding. */
  readonly maxBodyBytes: number;
  readonly handles: readonly Workload[];
}

interface PlatformFacts {
  readonly id: string;
  /** The signature header, in lower case, unless the key names another. */
  readonly signatureHeader: string;
  /** The platform's signature scheme, for newly generated keys. */
  readonly signatureScheme: Exclude<SigningKey['scheme'], 'ed25519'>;
  /** Whether `x-api-key` is accepted if there is no signature header. */
  readonly acceptsApiKey: boolean;
  /** The status for temporary faults: one after which the platform sends the webhook again, if there is one. */
  readonly retryStatus: 429 | 503;
  readonly routes: readonly PlatformRoute[];
}

/** A system that sends leads. */
export interface LeadPlatform extends PlatformFacts {
  readonly kind: 'leads';
}

/** A platform whose agents call our functions. */
export interface VoicePlatformFacts extends PlatformFacts {
  readonly kind: 'voice';
  /** The name of the platform's own tool for dialing a number. */
  readonly connectTool: string;
  /** The name of the platform's own tool that hangs up. */
  readonly hangUpTool: string;
  /** Whether its messages may lack the agent's id, which is then a fault of its own. */
  readonly mayOmitAgent: boolean;
  /** Whether it asks which agent answers a number. */
  readonly asksForAgent: boolean;
}

export type Platform = LeadPlatform | VoicePlatformFacts;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes. */
export const MAX_LEAD = 256 * KIB;
/** Bytes. A live call sends its whole transcript with each function call. */
export const MAX_CALL = 4 * MIB;
