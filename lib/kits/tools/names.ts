import { platforms, type VoicePlatform } from '../../platforms/index.ts';
import { functionNamed } from '../../voice/catalog.ts';

/** The descriptions use this name for every platform's own dialing tool. */
const CONNECT = 'connect_caller';

/** The descriptions use this name for every platform's own tool that hangs up. */
const HANG_UP = 'hang_up';

/** Replaces the names in braces by the platform's names. */
export function withNames(text: string, platform: VoicePlatform): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => nameOf(name, platform));
}

function nameOf(name: string, platform: VoicePlatform): string {
  const { connectTool, hangUpTool } = platforms[platform];
  const own = new Map([
    [CONNECT, connectTool],
    [HANG_UP, hangUpTool],
  ]);
  const found = own.get(name) ?? functionNamed(name)?.[platform];
  if (found === undefined) throw new Error(`No function is called ${name}`);
  return found;
}
