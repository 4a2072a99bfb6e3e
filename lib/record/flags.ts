/** People read these words on the board and in messages instead of a review flag. */
export const flagWords: ReadonlyMap<string, string> = new Map([
  ['danger', 'danger reported'],
  ['customerPhone', 'phone number not confirmed'],
  ['contact', 'contact details contradict each other'],
  ['urgency', 'urgency to decide'],
  ['merge', 'several open requests'],
  ['technician', 'technician to settle'],
  ['serviceType', 'service to settle'],
  ['hours', 'outside the hours'],
  ['cancellation', 'wants to cancel'],
  ['move', 'wants another time'],
  ['callback', 'call back'],
  ['nobody_reached', 'nobody on call was reached'],
  ['area', 'outside all areas'],
  ['zip', 'zip code missing or unclear'],
]);

/** Says review flags in words. A flag without words of its own is the name of a field. */
export const inWords = (flags: readonly string[]): string => flags.map(wordsOf).join(', ');

const wordsOf = (flag: string): string => flagWords.get(flag) ?? `${spaced(flag)} missing or unclear`;

const spaced = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const DANGER_FLAG = 'danger';
