import * as v from 'valibot';
import { detailsOf } from '../../dispatch/customers/contact-fields.ts';
import { toE164 } from '../../dispatch/customers/phone.ts';
import { addressFields, customerName, customerPhone } from '../common-arguments.ts';
import { missing } from '../missing.ts';
import { echo, say } from '../speech.ts';
import type { VoiceFunction } from '../voice-function.ts';

export const createCustomerArguments = v.object({ customerName, customerPhone, ...addressFields });

/** Keeps who called. A number that is known already gets what is new. */
export const createCustomer: VoiceFunction<typeof createCustomerArguments> = async (
  args,
  context,
  { customers },
) => {
  const { account, caller, deadline } = context;
  const { customerName: name, customerPhone: said } = args;
  const phone = said === undefined ? caller : toE164(said, account.region);
  const absent = [
    ...(name === undefined ? ['customerName'] : []),
    ...((said ?? caller) ? [] : ['customerPhone']),
  ];
  if (name === undefined || absent.length > 0) return { ...missing(absent) };
  if (phone === undefined) {
    return {
      reason: 'invalid_phone',
      message: say('That is no complete phone number.', 'Please ask for it again, with area code.'),
    };
  }
  const details = { accountId: account.accountId, phone, ...detailsOf({ ...args, name }) };
  const { customerId, created } = await customers.put(details, deadline);
  const done = `I have ${created ? 'saved' : 'updated'} your details`;
  const called = echo(name);
  const message = called === '' ? `${done}.` : `${done}, ${called}.`;
  return { customerId, created, message: say(message, 'Nothing is booked yet.') };
};
