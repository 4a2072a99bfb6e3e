import type { ServiceType } from '../../accounts/account.ts';
import { type Transfer, transferOf } from '../../accounts/on-call/transfer.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { callbacks } from '../../wording/en/callbacks.ts';
import { echo } from '../../wording/speech.ts';
import type { CallContext } from '../arguments/voice-function.ts';

/** The topic of a call that a person takes over. */
interface About {
  /** A reported danger is always an emergency. */
  readonly isEmergency?: boolean;
  readonly service?: ServiceType | undefined;
}

/** The target of a transfer now. */
export function transferFor(
  { account, now, danger }: Pick<CallContext, 'account' | 'now' | 'danger'>,
  { isEmergency = false, service }: About = {},
): Transfer {
  return transferOf(account, { now, isEmergency: isEmergency || danger !== undefined, service });
}

/**
 * Where to transfer a call whose caller asks for a person. An open emergency of this call or number takes precedence, as does
 * a danger that this call reported.
 * @param readEmergency called only if somebody may be on call
 */
export async function transferOfCall(
  context: Omit<CallContext, 'invocation'>,
  readEmergency: () => Promise<DispatchRequest | undefined>,
): Promise<Transfer> {
  const { onCall = [] } = context.account;
  if (onCall.length === 0) return transferFor(context);
  const emergency = await readEmergency();
  const isEmergency = emergency !== undefined;
  return transferFor(context, { isEmergency, service: serviceOf(emergency, context) });
}

/** The service of a request, if it is one of the account. */
export function serviceOf(
  request: Pick<DispatchRequest, 'serviceTypeId'> | undefined,
  { account }: Pick<CallContext, 'account'>,
): ServiceType | undefined {
  return account.serviceTypes.find(({ id }) => id === request?.serviceTypeId);
}

/** The transfer in an answer: the number to dial, and the name of the person on call. */
export const transferFacts = ({ phone, person }: Transfer) => ({
  transferTo: phone,
  ...(person === undefined ? {} : { onCall: echo(person.name) }),
});

/** The sentence before a transfer: it names the person on call. Without one, says `otherwise`. */
export function connecting({ person }: Transfer, otherwise: string = callbacks.connectingPerson): string {
  return person === undefined ? otherwise : callbacks.connectingTo(wordsFor(person));
}

function wordsFor({ name, role, technician }: NonNullable<Transfer['person']>): string {
  if (role === 'manager') return callbacks.managerOnCall(echo(name));
  return technician === undefined
    ? callbacks.someoneOnCall(echo(name))
    : callbacks.technicianOnCall(echo(name));
}
