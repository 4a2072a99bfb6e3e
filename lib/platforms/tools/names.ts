import { functionNamed } from '../../voice/catalog.ts';
import { platforms, type VoicePlatform } from '../index.ts';

/** The name that the descriptions use for every platform's own dialing tool. */
const CONNECT = 'connect_caller';

/** Replaces the names in braces in a description by the platform's names. */
export function withNames(text: string, platform: VoicePlatform): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => nameOf(name, platform));
}

function nameOf(name: string, platform: VoicePlatform): string {
  const found = name === CONNECT ? platforms[platform].connectTool : functionNamed(name)?.[platform];
  if (found === undefined) throw new Error(`No function is called ${name}`);
  return found;
}
