import type { ServiceType } from '../../accounts/account.ts';
import { type Transfer, transferOf } from '../../accounts/on-call.ts';
import type { DispatchRequest } from '../../record/request.ts';
import type { Words } from '../../wording/index.ts';
import { echo } from '../../wording/speech.ts';
import type { CallContext } from '../voice-function.ts';

interface About {
  /** A reported danger is always an emergency. */
  readonly isEmergency?: boolean;
  /** True if the matter can wait for the office. */
  readonly isForOffice?: boolean;
  readonly service?: ServiceType | undefined;
}

export function transferFor(
  { account, now, danger }: Pick<CallContext, 'account' | 'now' | 'danger'>,
  { isEmergency = false, isForOffice, service }: About = {},
): Transfer {
  return transferOf(account, { now, isEmergency: isEmergency || danger !== undefined, isForOffice, service });
}

/**
 * Decides where to transfer a call whose caller asks for a person. An open emergency of this call or number takes
 * precedence, and so does a danger that this call reported.
 * @param readEmergency called only if somebody may be on call
 */
export async function transferOfCall(
  context: Omit<CallContext, 'invocation' | 'remembered'>,
  readEmergency: () => Promise<DispatchRequest | undefined>,
  isForOffice = false,
): Promise<Transfer> {
  const { onCall = [] } = context.account;
  if (onCall.length === 0) return transferFor(context);
  const emergency = await readEmergency();
  const isEmergency = emergency !== undefined;
  return transferFor(context, { isEmergency, isForOffice, service: serviceOf(emergency, context) });
}

/** Returns the service of a request, if the account has it. */
export function serviceOf(
  request: Pick<DispatchRequest, 'serviceTypeId'> | undefined,
  { account }: Pick<CallContext, 'account'>,
): ServiceType | undefined {
  return account.serviceTypes.find(({ id }) => id === request?.serviceTypeId);
}

/** Returns the number to dial and the name of the person on call, for an answer. */
export const transferFacts = ({ phone, person }: Transfer) => ({
  transferTo: phone,
  ...(person === undefined ? {} : { onCall: echo(person.name) }),
});

/**
 * Returns the sentence before a transfer, which names the person on call. If no person is known, returns `otherwise`.
 */
export function connecting(
  { person }: Transfer,
  { callbacks }: Words,
  otherwise = callbacks.connectingPerson,
): string {
  return person === undefined ? otherwise : callbacks.connectingTo(speakPerson(person, callbacks));
}
/** Callers in danger are asked for one thing at a time. */
export const beforeConnecting = (
  { person }: Transfer,
  [first = '']: readonly string[],
  words: Words,
): string =>
  words.callbacks.beforeConnecting(
    person && speakPerson(person, words.callbacks),
    words.needed.get(first)?.thing ?? first,
  );

function speakPerson(
  { name, role, technician }: NonNullable<Transfer['person']>,
  callbacks: Words['callbacks'],
): string {
  if (role === 'manager') return callbacks.managerOnCall(echo(name));
  return technician === undefined
    ? callbacks.someoneOnCall(echo(name))
    : callbacks.technicianOnCall(echo(name));
}
