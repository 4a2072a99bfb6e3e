import * as v from 'valibot';
import { services } from '../../wording/en/services.ts';
import { naming } from '../../wording/speech.ts';
import type { VoiceFunction } from '../arguments/voice-function.ts';
import { parts } from '../message.ts';
import type { ServiceTypesResult } from '../results/services.ts';

const SPOKEN = 5;

export const serviceTypesArguments = v.object({});

/** Lists the company's services. */
export const serviceTypes: VoiceFunction<typeof serviceTypesArguments, ServiceTypesResult> = (
  _args,
  { account },
) => {
  const listed = account.serviceTypes.map(({ name, description, durationMinutes }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    durationMinutes,
  }));
  const offer = naming(
    listed.map(({ name }) => name),
    SPOKEN,
    services.offer,
    services.whichOne,
  );
  return { serviceTypes: listed, message: parts(offer, services.whichOne) };
};
