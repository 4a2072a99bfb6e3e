import { speakableName, understandName } from '#person-names';
import { streetOf } from '#street';
import type { DispatchRequest } from '../../record/request.ts';
import { echo } from '../../wording/speech.ts';

/** What may be heard of a stored text; undefined if nothing may. */
const forms = {
  name: speakableName,
  firstName: (text: string) => understandName(speakableName(text) ?? '')?.firstName,
  street: streetOf,
} as const;

/**
 * The only way of a stored text into an answer or a variable, because it may have come from a public form, or from a
 * caller who said someone else's number: a name or a street, in one line without control characters or markup, at most
 * 60 characters. Undefined if nothing of the text may be heard.
 */
export function heard(kind: keyof typeof forms, text: string | undefined): string | undefined {
  const formed = text === undefined ? undefined : forms[kind](text);
  const line = formed === undefined ? '' : echo(formed);
  return line === '' ? undefined : line;
}

/** The service of a request, if it is one of the account's. The words of a form or a caller are never heard. */
export const heardService = ({
  serviceTypeId,
  serviceType,
}: Pick<DispatchRequest, 'serviceTypeId' | 'serviceType'>): string | undefined =>
  serviceTypeId === undefined ? undefined : serviceType;
