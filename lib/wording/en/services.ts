import { all, either } from '../speech.ts';

/** What the company does, and what it doesn't. `more`: there are more than those named. */
export const services = {
  offer: (names: readonly string[], more: boolean) =>
    `We offer ${all([...names, ...(more ? ['more'] : [])])}.`,
  whichOne: 'Which do you need?',
  which: (names: readonly string[], more: boolean) =>
    `Is it for ${either([...names, ...(more ? ['something else'] : [])])}?`,
  notSure: "I'm not sure which of our services that is.",
  ours: (names: readonly string[], more: boolean) =>
    names.length === 0 ? '' : `We do ${all([...names, ...(more ? ['more'] : [])])}.`,
  notOffered: (service: string) => `We don't do ${service}.`,
};
