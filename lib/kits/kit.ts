import type { PlatformRouteId } from '../routes.ts';
import type { SigningKey } from '../signatures/types.ts';
import type { PromptToday } from './prompt/prompt.ts';
import type { Sample } from './samples/sample.ts';
import type { Tool, ToolServer } from './tools/tool.ts';

/**
 * A platform's kit serves development and tests of a deployment. No function that serves a platform loads this file.
 */
export interface PlatformKit {
  /** The samples are named by what they do. */
  readonly samples: Readonly<Record<string, Sample>>;
  /** The samples that a test of a deployment sends, in this order; together they reach each of its endpoints. */
  readonly smoke: readonly string[];
  /** The demo account has this id at the platform, and a secret that is public and never deployed. */
  readonly demo: {
    readonly origin: string;
    /** Samples are signed with the first key. */
    readonly keys: readonly SigningKey[];
  };
  /** Finds the endpoint for a body by its fields; undefined if none matches. */
  readonly routeOf: (has: (field: string) => boolean) => PlatformRouteId | undefined;
}

export interface VoicePlatformKit extends PlatformKit {
  /** Returns the definitions of all functions and of the dialing tool, in the platform's format. */
  readonly tools: (server: ToolServer) => readonly Tool[];
  /** Returns the lines of the prompt with today's date. */
  readonly promptToday: PromptToday;
}
