import { company } from './company.ts';

/** Each message says what happened, then what comes next. */
export const faults = {
  unknown_function: ["That's not something I can do here.", 'Would you like to talk to someone?'],
  unknown_account: company.notSetUp,
  assistant_id_missing: company.notSetUp,
  temporarily_unavailable: [
    "I couldn't change anything just now, because the schedule isn't responding.",
    'Let me try that again.',
  ],
  outcome_unknown: [
    "I couldn't confirm whether that went through.",
    "Let me try once more; it won't go through twice.",
  ],
  internal: ['Something went wrong on our side.', 'Would you like to talk to someone?'],
};

/** Look-ups and messages to the office answer `temporarily_unavailable` with these sentences. */
export const unavailable = {
  notLookedUp: [
    "I couldn't look that up just now, because our system isn't responding.",
    'Let me try that again.',
  ],
  notNoted: "I couldn't note that just now, so nobody in the office knows about it yet.",
  reachOffice: (number: string) => `You can reach the office at ${number}.`,
  tryLater: 'Please try again in a few minutes.',
};
