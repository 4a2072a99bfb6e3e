import type { Integration } from '../../routes.ts';
import { functionNamed } from '../../voice/catalogue.ts';

export type Platform = Exclude<Integration, 'crm'>;

/** The platform's own tool that dials the number. On platform one no other tool may be called `transfer_call`. */
export const connectTool: Readonly<Record<Platform, string>> = {
  voiceone: 'connect_caller',
  voicetwo: 'connectCaller',
};

/** A text of the catalogue with the platform's names of the functions that stand in it in braces. */
export function withNames(text: string, platform: Platform): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => nameOf(name, platform));
}

function nameOf(name: string, platform: Platform): string {
  const found = name === connectTool.voiceone ? connectTool[platform] : functionNamed(name)?.[platform];
  if (found === undefined) throw new Error(`No function is called ${name}`);
  return found;
}
