import { all } from '../speech.ts';

/** What is said when this line cannot help. */
export const company = {
  /** The call ends after it. */
  cantAnswer: "I'm sorry, we can't take your call right now. Please call again in a minute.",
  notSetUp: ["This line isn't set up yet.", 'Please call the office directly.'],
};

/** When the company is open. */
export const hours = {
  openNow: 'We are open now.',
  closedNow: 'We are closed now.',
  opensAgain: (day: string, time: string) => `We open again on ${day} at ${time}.`,
  openToday: (day: string, times: readonly string[]) => `Today, ${day}, we are open ${all(times)}.`,
  openOn: (day: string, times: readonly string[]) => `On ${day} we are open ${all(times)}.`,
  closedToday: (day: string) => `Today, ${day}, we are closed.`,
  closedOn: (day: string) => `On ${day} we are closed.`,
  fromTo: (from: string, to: string) => `from ${from} to ${to}`,
  midnight: 'midnight',
};
