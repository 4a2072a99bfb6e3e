import * as v from 'valibot';
import { formerName } from '../../dispatch/booking/booking-customer.ts';
import { keepDetails } from '../../dispatch/customers/call-details.ts';
import { type ContactDetails, personOf } from '../../dispatch/customers/contact-fields.ts';
import { customerIdOf } from '../../dispatch/customers/customer-id.ts';
import { siteToStore } from '../../dispatch/customers/sites.ts';
import { remembers } from '../../dispatch/requests/changed.ts';
import { canonicalText } from '../../dispatch/requests/delivery-digest.ts';
import { untilSettled } from '../../dispatch/requests/until-settled.ts';
import { missing } from '../appointments/missing.ts';
import { saidPhone } from '../caller/said-phone.ts';
import { heard } from '../caller/stored-words.ts';
import { addressFields, customerName, customerPhone, saidDetails } from '../common-arguments.ts';
import { incompletePhone } from '../phrases/en/appointments.ts';
import { nextSteps } from '../phrases/en/openings.ts';
import { people } from '../phrases/en/people.ts';
import type { CreateCustomerResult } from '../results/customers.ts';
import { say } from '../speech.ts';
import type { CallContext, VoiceDependencies, VoiceFunction } from '../voice-function.ts';

export const createCustomerArguments = v.object({ customerName, customerPhone, ...addressFields });

/**
 * Stores the caller's details. Updates the record of the reported number. Details for any other number become a
 * request for a person to check, because anyone can say a number. The answer is the same whether the number is known
 * or not.
 */
export const createCustomer: VoiceFunction<typeof createCustomerArguments, CreateCustomerResult> = async (
  args,
  context,
  deps,
) => {
  const contact = saidDetails(args);
  const phone = saidPhone(args.customerPhone, context);
  const absent = [
    ...(contact.name === undefined ? ['customerName'] : []),
    ...(phone.kind === 'absent' ? ['customerPhone'] : []),
  ];
  if (contact.name === undefined || phone.kind === 'absent') return { ...missing(absent) };
  if (phone.kind === 'invalid') {
    return { reason: 'invalid_phone', message: say(incompletePhone), nextStep: nextSteps.askAgain };
  }
  const { accountId } = context.account;
  const details = { ...contact, phone: phone.phone };
  const created = phone.isProved
    ? await keepRecord({ ...details, accountId, label: args.siteLabel }, context, deps)
    : await keepDetails(
        { ...context, customer: details, review: args.unclear, canonicalArguments: canonicalText(args.sent) },
        deps,
        context.deadline,
      );
  const done = created ? people.saved : people.updated;
  return {
    customerId: customerIdOf(accountId, phone.phone),
    created,
    message: say(done(heard('name', contact.name))),
  };
};

type Told = ContactDetails & {
  readonly accountId: string;
  readonly phone: string;
  readonly label: string | undefined;
};

/** Whether the record is new. A late repeat changes nothing: neither a later correction nor what was erased. */
async function keepRecord(
  { accountId, phone, ...told }: Told,
  { deadline, invocation, integration, callId }: CallContext,
  deps: VoiceDependencies,
): Promise<boolean> {
  const { customers } = deps;
  return await untilSettled<boolean>(
    async () => {
      const previous = await customers.get(accountId, phone, deadline);
      if (previous !== undefined && remembers(previous, { invocation })) return false;
      const site = siteToStore(told, previous?.sites ?? []);
      const details = { ...personOf(told), site, formerName: formerName(told, previous) };
      const from = { previous, invocation, integration, callId };
      const outcome = await customers.put({ accountId, phone, ...details, ...from }, deadline);
      return outcome === 'contended' ? undefined : outcome === 'stored' && previous === undefined;
    },
    deps,
    deadline,
  );
}
