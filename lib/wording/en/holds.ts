/** Sentences about held times. `when` is a day with its time: `Monday, November 23 at 9 AM`. */
export const holds = {
  held: (when: string) => `I've set ${when} aside for you.`,
  heldMinutes: (when: string) => `I've set ${when} aside for you for a few minutes.`,
  heldBriefly: (when: string) => `I've set ${when} aside for you for a moment.`,
  cantHold: "I can't set a time aside, but I can book one right away.",
  limit: "I can't set another time aside, but I can book one right away.",
  released: 'That time is no longer set aside.',
  notBooked: "That time wasn't booked, and it's no longer set aside.",
  callEnded: 'The call has ended, so no time is set aside.',
};
