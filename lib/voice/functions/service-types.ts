import * as v from 'valibot';
import { all, naming, say } from '../speech.ts';
import type { VoiceFunction } from '../voice-function.ts';

const SPOKEN = 5;
const QUESTION = 'Which do you need?';

export const serviceTypesArguments = v.object({});

/** What the company does. */
export const serviceTypes: VoiceFunction<typeof serviceTypesArguments> = (_args, { account }) => {
  const listed = account.serviceTypes.map(({ name, description, durationMinutes }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    durationMinutes,
  }));
  const offer = naming(
    listed.map(({ name }) => name),
    SPOKEN,
    (named, more) => `We offer ${all([...named, ...(more ? ['more'] : [])])}.`,
    QUESTION,
  );
  return { serviceTypes: listed, message: say(offer, QUESTION) };
};
