import { naming } from '../../wording/speech.ts';
import type { GetServiceTypesArguments } from '../arguments/function-arguments.ts';
import { parts } from '../message.ts';
import type { GetServiceTypesResult } from '../results.ts';
import type { VoiceFunction } from '../voice-function.ts';

const SPOKEN = 5;

export const getServiceTypes: VoiceFunction<GetServiceTypesArguments, GetServiceTypesResult> = (
  _args,
  { account, words },
) => {
  const { services } = words;
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
