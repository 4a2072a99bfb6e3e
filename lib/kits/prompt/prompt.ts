import type { VoicePlatform } from '../../platforms/index.ts';
import { withNames } from '../tools/names.ts';
import { promptText } from './text.ts';

export interface PromptCompany {
  /** The name with the trade, such as `Acme Heating and Air`. */
  readonly name: string;
  /** The IANA time zone of the account. */
  readonly timezone: string;
}

/** Returns today's date as the platform writes it into a prompt. */
export type PromptToday = (timezone: string) => string;

/** Returns the prompt to paste into a platform's agent. */
export function promptFor(platform: VoicePlatform, today: PromptToday, company: PromptCompany): string {
  const named = withNames(promptText, platform)
    .replaceAll('COMPANY', company.name)
    .replace('TODAY', today(company.timezone));
  return named.replace(/\$([a-z_]+)/g, '{{$1}}');
}
