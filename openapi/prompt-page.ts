import { voiceKits } from '../lib/kits/index.ts';
import { promptFor } from '../lib/kits/prompt/prompt.ts';
import { type VoicePlatform, voicePlatforms } from '../lib/platforms/index.ts';

const company = { name: 'Acme Heating and Air', timezone: 'America/New_York' };

/** The prompt as the guide shows it, for the demo's company. */
export const examplePrompt = (platform: VoicePlatform): string =>
  promptFor(platform, voiceKits[platform].promptToday, company);

const about: Readonly<Record<VoicePlatform, readonly string[]>> = {
  voiceone: [
    '## Voice platform one (Retell AI)',
    '',
    'The platform fills in `current_time_<time zone>`. The zone is part of the name: `{{current_time}}` alone is Los Angeles.',
  ],
  voicetwo: [
    '## Voice platform two (Vapi)',
    '',
    '`{{now}}` and `{{date}}` alone are UTC, where it is already tomorrow in the evening; hence the filter with the time zone.',
  ],
};

const intro = [
  "# The agent's prompt",
  '',
  '<!-- Written by `npm run docs` from lib/kits/prompt/text.ts. -->',
  '',
  "A complete system prompt, once per platform; `dispatch prompt <platform> --account <id>` prints it with your company's name and time",
  'zone. Change the number of the emergency services, and add what your law wants to be said of recordings. Change the rest only after you',
  'have heard it fail: the conversations in `test/conversations/prompt.test.ts` follow it sentence by sentence against the service.',
  '',
  'Why it is so strict: models get years and weekdays wrong without a calendar, they say "booked" before it is, and they repeat a call when',
  'they are interrupted, which this service answers alike.',
  '',
  'The variables under "Known before hello" come from the inbound webhook ([platform one](connect-voiceone.md#4-known-before-hello)) or the',
  '`assistant-request` ([platform two](connect-voicetwo.md#4-known-before-hello)). Without it they stay unfilled, and the agent looks the',
  'caller up. What the caller hears while a function runs is in the tools that `dispatch tools` prints, not in the prompt.',
  '',
];

/** `docs/agent-prompt.md`. */
export const promptPage = (): string =>
  [
    ...intro,
    ...voicePlatforms.flatMap((platform) => [
      ...about[platform],
      '',
      '```text',
      examplePrompt(platform).trimEnd(),
      '```',
      '',
    ]),
  ].join('\n');
