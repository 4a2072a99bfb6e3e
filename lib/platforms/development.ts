import { crm } from './crm/development.ts';
import type { Integration, VoicePlatform } from './index.ts';
import type { PlatformKit, VoicePlatformKit } from './kit.ts';
import { voiceone } from './voiceone/development.ts';
import { voicetwo } from './voicetwo/development.ts';

export const voiceKits: Readonly<Record<VoicePlatform, VoicePlatformKit>> = { voiceone, voicetwo };

export const kits: Readonly<Record<Integration, PlatformKit>> = { ...voiceKits, crm };
