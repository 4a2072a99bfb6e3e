/**
 * Modules that a function loads at the first call of one of their exports, each from a file beside the bundle. They may
 * export only functions and types. What they import as well as the bundle does is in the bundle only.
 */
export const deferred = {
  // 120 KB and 4.5 ms.
  'phone-numbers': 'infra/libraries/phone-numbers.ts',
  // 70 KB, and 47 KB for dates in words.
  understanding: 'lib/understanding/words/index.ts',
  spanish: 'lib/wording/es/index.ts',
  // These are for calls that end in anything but times and a booking.
  emergencies: 'lib/intake/emergencies/emergencies.ts',
  refusals: 'lib/voice/answers/refusals.ts',
  emergency: 'lib/voice/emergency.ts',
  escalation: 'lib/voice/escalation.ts',
  transfer: 'lib/voice/answers/transfer.ts',
  callback: 'lib/voice/answers/callback.ts',
  'emergency-answer': 'lib/voice/answers/emergency-answer.ts',
  'last-offer': 'lib/voice/arguments/last-offer.ts',
  choice: 'lib/voice/answers/choice.ts',
  'lookup-customer': 'lib/voice/functions/lookup-customer.ts',
  alternatives: 'lib/booking/alternatives.ts',
  // The second function of most calls: 13 KB with what only it needs.
  'book-job': 'lib/voice/functions/book-job.ts',
  'reschedule-job': 'lib/voice/functions/reschedule-job.ts',
  'update-job': 'lib/voice/functions/update-job.ts',
  'wait-list': 'lib/voice/functions/wait-list.ts',
  'cancel-job': 'lib/voice/functions/cancel-job.ts',
  'create-customer': 'lib/voice/functions/create-customer.ts',
  'get-business-hours': 'lib/voice/functions/get-business-hours.ts',
  'get-service-types': 'lib/voice/functions/get-service-types.ts',
  'take-message': 'lib/voice/functions/take-message.ts',
  'transfer-call': 'lib/voice/functions/transfer-call.ts',
  'hold-time': 'lib/voice/functions/hold-time.ts',
  'ended-call': 'lib/voice/ended-call.ts',
  'besides-functions': 'functions/voicetwo/besides-functions.ts',
  'reported-functions': 'lib/adapters/reported-functions.ts',
  'digits-in-text': 'lib/record/erasing/digits-in-text.ts',
  'earlier-reports': 'lib/intake/emergencies/earlier-reports.ts',
  // 28 KB, for companies whose messages leave by AWS.
  messages: 'lib/aws/messages.ts',
  // For callers who want texts or none.
  consent: 'lib/intake/consent.ts',
  replies: 'lib/understanding/replies.ts',
  // An account's document has no such fields once it is stored.
  'misspelled-field': 'lib/accounts/document/misspelled-field.ts',
  // For a call about a lead.
  'merged-request': 'lib/record/merged-request.ts',
  'fault-message': 'lib/voice/answers/fault-message.ts',
  repair: 'lib/voice/repair.ts',
  // The table of postal codes: 190 KB, for the board's map.
  'zip-codes': 'lib/planning/zip-codes.ts',
  // For words in place of a value of an enumeration.
  urgency: 'lib/understanding/urgency.ts',
  // The functions of a call have it for the webhook that also asks for it.
  greeting: 'lib/voice/greeting.ts',
} as const;
