import * as v from 'valibot';
import { toE164 } from '../../dispatch/customers/phone.ts';
import { type Customer, hasActiveAppointment, type Scheduled } from '../../dispatch/requests/request.ts';
import { parseClockTime, speakClockTime } from '../../scheduling/clock-time.ts';
import { momentOf } from '../../scheduling/day.ts';
import { text } from '../arguments.ts';
import { all, echo, say, speakDate } from '../speech.ts';
import type { CallContext, FunctionResult, VoiceFunction } from '../voice-function.ts';

const SPOKEN = 2;

/** The model is not asked for a number: only the caller's own counts. One that it sends all the same may be another's. */
export const lookupCustomerArguments = v.object({
  customerPhone: text('A number that the caller asks about.', {
    alsoKnownAs: ['phone', 'phoneNumber', 'phone_number'],
    offered: false,
  }),
});

/** Who is calling: only for the number that the platform reports, since anyone can say any number. */
export const lookupCustomer: VoiceFunction<typeof lookupCustomerArguments> = async (
  { customerPhone: said },
  context,
  { customers, requests },
) => {
  const { account, caller, deadline } = context;
  const isOther = said !== undefined && toE164(said, account.region) !== caller;
  if (caller === undefined || isOther) {
    const message = say(
      'I can only look up the number you are calling from.',
      'I can still take your details.',
    );
    return { found: false, reason: 'number_not_verified', message };
  }
  const from = new Date(context.now).toISOString();
  const [customer, appointments] = await Promise.all([
    customers.get(account.accountId, caller, deadline),
    requests.withAppointmentOf(account.accountId, caller, from, deadline),
  ]);
  return customer === undefined
    ? { found: false, message: unknown() }
    : known(customer, appointments.filter(hasActiveAppointment), context);
};

const unknown = (): string => say('I have no record for this number yet.', 'May I have your name?');

function known(customer: Customer, requests: readonly Scheduled[], context: CallContext): FunctionResult {
  const name = customer.name === undefined ? '' : echo(customer.name);
  const firstName = name.split(' ')[0] ?? '';
  const upcoming = requests.map(({ dispatchRequestId, appointment: { date, time }, serviceType = '' }) => {
    return { dispatchRequestId, date, time, serviceType };
  });
  return {
    found: true,
    customer: {
      customerId: customer.customerId,
      firstName,
      name,
      addressOnFile: customer.address !== undefined,
    },
    upcoming,
    message: say(
      firstName === '' ? 'I found your record.' : `I found your record, ${firstName}.`,
      spokenUpcoming(upcoming, context),
    ),
  };
}

function spokenUpcoming(
  upcoming: readonly { date: string; time: string; serviceType: string }[],
  { account, now }: CallContext,
): string {
  const { today } = momentOf(account, now);
  const [first] = upcoming;
  if (first === undefined) return 'You have no upcoming appointment.';
  const spoken = upcoming.slice(0, SPOKEN).map(({ date, time, serviceType }) => {
    return `${serviceType} on ${speakDate(date, today)} at ${speakClockTime(parseClockTime(time) ?? 0)}`;
  });
  return `You have ${all(spoken)}${upcoming.length > SPOKEN ? ` and ${upcoming.length - SPOKEN} more` : ''}.`;
}
