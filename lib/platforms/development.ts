import type { RouteId } from '../routes.ts';
import type { SigningKey } from '../signatures/types.ts';
import { crm } from './crm/development.ts';
import type { Integration, VoicePlatform } from './index.ts';
import type { Sample } from './samples/sample.ts';
import type { Tool, ToolServer } from './tools/tool.ts';
import { voiceone } from './voiceone/development.ts';
import { voicetwo } from './voicetwo/development.ts';

/** A platform as a developer meets it: no function loads any of this. */
export interface PlatformKit {
  /** Its webhooks, by what they do. */
  readonly samples: Readonly<Record<string, Sample>>;
  /** The demo account's id at the platform, and a secret that is none and never deployed. */
  readonly demo: {
    readonly origin: string;
    /** Samples are signed with the first. */
    readonly keys: readonly SigningKey[];
  };
  /** The endpoint of a body, by its fields; undefined if it matches none. */
  readonly routeOf: (has: (field: string) => boolean) => RouteId | undefined;
}

export interface VoicePlatformKit extends PlatformKit {
  /** The definitions of all functions, and of the tool that dials, as the platform takes them. */
  readonly tools: (server: ToolServer) => readonly Tool[];
}

export const voiceKits: Readonly<Record<VoicePlatform, VoicePlatformKit>> = { voiceone, voicetwo };

export const kits: Readonly<Record<Integration, PlatformKit>> = { ...voiceKits, crm };
