import { keepDetails } from '../../booking/added-details.ts';
import { personDetailsAfter } from '../../booking/customer-details.ts';
import type { ContactDetails } from '../../record/customers/contact.ts';
import { siteToStore } from '../../record/customers/sites.ts';
import { customerIdOf } from '../../record/ids.ts';
import { remembers } from '../../record/request.ts';
import { retry } from '../../record/retry.ts';
import { invalidPhone, missing, saidDetails, saidPhone } from '../arguments/common-arguments.ts';
import type { CreateCustomerArguments } from '../arguments/function-arguments.ts';
import { parts } from '../message.ts';
import { completed } from '../remembered.ts';
import type { CreateCustomerResult } from '../results.ts';
import { heard } from '../told.ts';
import type { CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

/**
 * Stores the caller's details. Updates the record of the reported number. Details for any other number become a
 * request for a person to check, because anyone can say a number. The answer is the same whether the number is known
 * or not.
 */
export const createCustomer: VoiceFunction<CreateCustomerArguments, CreateCustomerResult> = async (
  sent,
  context,
  deps,
) => {
  const { people } = context.words;
  const isMissing =
    sent.customerName === undefined || (sent.customerPhone === undefined && context.caller === undefined);
  const args = isMissing ? await completed(sent, context) : sent;
  const contact = saidDetails(args);
  const phone = saidPhone(args.customerPhone, context);
  const absent = [
    ...(contact.name === undefined ? ['customerName'] : []),
    ...(phone.kind === 'absent' ? ['customerPhone'] : []),
  ];
  if (contact.name === undefined || phone.kind === 'absent') return { ...missing(absent, context.words) };
  if (phone.kind === 'invalid') return invalidPhone(args.customerPhone, context);
  const { accountId } = context.account;
  const details = { ...contact, phone: phone.phone };
  const created = phone.isProved
    ? await keepRecord({ ...details, accountId, label: args.siteLabel }, context, deps)
    : await keepDetails(
        { ...context, customer: details, review: args.unclear, canonicalArguments: args.canonicalArguments },
        deps,
        context.deadline,
      );
  const done = created ? people.saved : people.updated;
  return {
    customerId: customerIdOf(accountId, phone.phone),
    created,
    message: parts(done(heard('name', contact.name))),
  };
};

type Told = ContactDetails & {
  readonly accountId: string;
  readonly phone: string;
  readonly label: string | undefined;
};

/**
 * Stores the record and returns whether it is new. A late repeat changes nothing: it neither undoes a later
 * correction nor restores what was erased.
 */
async function keepRecord(
  { accountId, phone, ...told }: Told,
  { deadline, invocation, integration, callId }: CallContext,
  deps: VoiceDependencies,
): Promise<boolean> {
  const { customers } = deps;
  return await retry<boolean>(
    async () => {
      const previous = await customers.get(accountId, phone, deadline);
      if (previous !== undefined && remembers(previous, { invocation })) return false;
      const site = siteToStore(told, previous?.sites ?? []);
      const details = { ...personDetailsAfter(told, previous), site };
      const from = { previous, invocation, integration, callId };
      const outcome = await customers.put({ accountId, phone, ...details, ...from }, deadline);
      return outcome === 'contended' ? undefined : outcome === 'stored' && previous === undefined;
    },
    deps,
    deadline,
  );
}
