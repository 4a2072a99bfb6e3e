import type { VoicePlatform } from '../../platforms/index.ts';
import { greetingNames } from '../../voice/greeting.ts';
import { withNames } from '../tools/names.ts';
import { promptText } from './text.ts';

/** What a prompt says of the company. */
export interface PromptCompany {
  /** With its trade, such as `Acme Heating and Air`. */
  readonly name: string;
  /** An IANA time zone: that of the account. */
  readonly timezone: string;
}

/** How a platform writes the date of today into a prompt. */
export type PromptToday = (timezone: string) => string;

/** The prompt for a platform's agent, to be pasted. */
export function promptFor(platform: VoicePlatform, today: PromptToday, company: PromptCompany): string {
  const named = withNames(promptText, platform)
    .replaceAll('COMPANY', company.name)
    .replace('TODAY', today(company.timezone));
  return greetingNames.reduce((text, name) => text.replaceAll(`$${name}`, `{{${name}}}`), named);
}
