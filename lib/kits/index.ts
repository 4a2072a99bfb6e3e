import type { Integration, VoicePlatform } from '../platforms/index.ts';
import { crm } from './crm.ts';
import type { PlatformKit, VoicePlatformKit } from './kit.ts';
import { voiceone } from './voiceone.ts';
import { voicetwo } from './voicetwo.ts';

export const voiceKits: Readonly<Record<VoicePlatform, VoicePlatformKit>> = { voiceone, voicetwo };

export const kits: Readonly<Record<Integration, PlatformKit>> = { ...voiceKits, crm };
