/** Twilio's codes of why a message failed, as far as the service acts on them. */
const twilioReasons: ReadonlyMap<string, string> = new Map([
  ['21610', 'opted_out'],
  ['21211', 'invalid_number'],
  ['21614', 'landline'],
  ['30003', 'unreachable'],
  ['30005', 'invalid_number'],
  ['30006', 'landline'],
]);

/** Returns the reason that Twilio's code stands for. */
export const twilioReason = (code: string): string => twilioReasons.get(code) ?? `twilio_${code}`;
