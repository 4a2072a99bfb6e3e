import type { SigningKey } from '../signatures/types.ts';

/** A webhook sends leads, ringing calls, function calls during a live call, reports of calls, or text messages. */
export type Workload = 'leads' | 'greetings' | 'functions' | 'reports' | 'texts';

export interface RouteFacts {
  /** The endpoint's folder in `functions/` has the same name. */
  readonly id: string;
  readonly path: string;
  /** The body may have this many bytes after base64 decoding. */
  readonly maxBodyBytes: number;
  readonly handles: readonly Workload[];
}

/** Who sends webhooks, and how. */
export interface SenderFacts {
  readonly id: string;
  /** Written in lower case. A key may name another header. */
  readonly signatureHeader: string;
  /** Newly generated keys of the platform use this scheme. */
  readonly signatureScheme: Exclude<SigningKey['scheme'], 'ed25519' | 'twilio'>;
  /** True if `x-api-key` is accepted when there is no signature header. */
  readonly acceptsApiKey: boolean;
  /** Temporary faults get this status. The platform sends the webhook again after it, if it does so at all. */
  readonly retryStatus: 429 | 503;
  readonly routes: readonly RouteFacts[];
}

export interface LeadPlatform extends SenderFacts {
  readonly kind: 'leads';
}

export interface VoicePlatformFacts extends SenderFacts {
  readonly kind: 'voice';
  /** The platform's own tool with this name dials a number. */
  readonly connectTool: string;
  /** The platform's own tool with this name hangs up. */
  readonly hangUpTool: string;
  /** True if the platform's messages may lack the agent's id, which is then a fault of its own. */
  readonly mayOmitAgent: boolean;
  /** True if the platform asks which agent answers a number. */
  readonly asksForAgent: boolean;
}

export type Platform = LeadPlatform | VoicePlatformFacts;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes. */
export const MAX_LEAD = 256 * KIB;
/** Bytes. A text message has at most a few thousand characters. */
export const MAX_TEXT_MESSAGE = 64 * KIB;
/** Bytes. A live call sends its whole transcript with each function call. */
export const MAX_CALL = 4 * MIB;
