import * as v from 'valibot';
import { all, say } from './speech.ts';
import type { VoiceFunction } from './voice-function.ts';

const SPOKEN = 5;

export const serviceTypesArguments = v.object({});

/** What the company does. */
export const serviceTypes: VoiceFunction<typeof serviceTypesArguments> = (_args, { account }) => {
  const listed = account.serviceTypes.map(({ name, description, durationMinutes }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    durationMinutes,
  }));
  const names = listed.slice(0, SPOKEN).map(({ name }) => name);
  const more = listed.length > SPOKEN ? ['more'] : [];
  return {
    serviceTypes: listed,
    message: say(`We offer ${all([...names, ...more])}.`, 'Which do you need?'),
  };
};
