import { functionNamed } from '../../voice/catalog.ts';
import { platforms, type VoicePlatform } from '../index.ts';

/** The name by which the texts of the catalog call every platform's own tool that dials. */
const CONNECT = 'connect_caller';

/** A text of the catalog with the platform's names of the functions that stand in it in braces. */
export function withNames(text: string, platform: VoicePlatform): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => nameOf(name, platform));
}

function nameOf(name: string, platform: VoicePlatform): string {
  const found = name === CONNECT ? platforms[platform].connectTool : functionNamed(name)?.[platform];
  if (found === undefined) throw new Error(`No function is called ${name}`);
  return found;
}
