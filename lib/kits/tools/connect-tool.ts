import { platforms, type VoicePlatform } from '../../platforms/index.ts';
import { catalog } from '../../voice/catalog.ts';
import { either } from '../../wording/en/lists.ts';
import { descriptionOf } from './descriptions.ts';

export const HANG_UP_DESCRIPTION =
  'Hangs up. Use it after both of you have said goodbye, when nobody answers although you have asked twice, and when a ' +
  'machine, a voicemail or a recording is on the line. Never use it while a function runs, before the message of the last ' +
  'function is said, or while the caller may be in danger.';

/** Tells the model to use the platform's own dialing tool after a function has returned a number. */
export function connectDescription(platform: VoicePlatform): string {
  const functions = catalog
    .filter((entry) => descriptionOf(entry).mayTransfer)
    .map((entry) => entry[platform]);
  return (
    `Dials the person who takes over and connects the caller. Use ${platforms[platform].connectTool} only right after ` +
    `${either(functions)} has answered with a number in transferTo, and after you have said its message, or if these functions fail and a number ` +
    'was known before hello. Never use it when transferTo was null, and never instead of asking for the number first.'
  );
}
