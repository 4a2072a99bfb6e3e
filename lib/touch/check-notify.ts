import type { Account } from '../accounts/account.ts';
import { type Channel, channels, DEFAULT_REMINDER_HOURS, type SenderProvider } from '../accounts/notify.ts';
import { everybodyOnCall } from '../accounts/on-call.ts';
import type { Audience, Template } from '../record/outbox/message.ts';
import { textsIn } from '../wording/texts.ts';
import { fill } from './fill.ts';
import { chosenText } from './make-message.ts';
import { companyFields } from './message-facts.ts';
import type { Missing } from './providers/provider.ts';
import { segmentsOf } from './segments.ts';

export interface CheckedSender extends Missing {
  readonly channel: Channel;
  readonly provider?: SenderProvider | undefined;
  readonly from?: string | undefined;
  readonly ready: boolean;
}

export interface Recipient {
  readonly audience: Audience;
  readonly name?: string | undefined;
  readonly channel: Channel;
  readonly to: string;
  readonly for?: readonly string[] | undefined;
}

/** Says for each channel that somebody is reached by whether it is ready. */
export async function checkSenders(
  account: Account,
  missingOf: (channel: Channel, provider: SenderProvider, from: string) => Promise<Missing>,
): Promise<readonly CheckedSender[]> {
  const used = new Set(recipientsOf(account).map(({ channel }) => channel));
  const checked = channels.map(async (channel): Promise<readonly CheckedSender[]> => {
    const sender = account.notify?.senders?.[channel];
    if (sender === undefined)
      return used.has(channel) ? [{ channel, ready: false, missing: ['sender'] }] : [];
    const found = await missingOf(channel, sender.provider, sender.from);
    return [{ channel, ...sender, ready: found.missing.length === 0, ...found }];
  });
  return (await Promise.all(checked)).flat();
}

/** Lists everybody whom an account's messages go to, except customers. */
export function recipientsOf(account: Account): readonly Recipient[] {
  const { notify, alarmEmail, technicians } = account;
  if (notify === undefined && alarmEmail === undefined) return [];
  return [
    ...everybodyOnCall(account).flatMap(({ name, phone, email, channels: ways, role }) =>
      ways.flatMap((channel): readonly Recipient[] => {
        const to = channel === 'email' ? email : phone;
        return to === undefined ? [] : [{ audience: 'onCall', name, channel, to, for: [role] }];
      }),
    ),
    ...(notify?.office ?? []).map(
      ({ email = '', sms, for: matters }): Recipient => ({
        audience: 'office',
        channel: sms === undefined ? 'email' : 'sms',
        to: sms ?? email,
        for: matters,
      }),
    ),
    ...(alarmEmail === undefined
      ? []
      : [{ audience: 'office', channel: 'email', to: alarmEmail, for: ['alarm'] } as const]),
    ...(notify?.technicians === undefined ? [] : technicians).flatMap(
      ({ name, phone, email }): readonly Recipient[] => {
        if (phone !== undefined) return [{ audience: 'technician', name, channel: 'sms', to: phone }];
        return email === undefined ? [] : [{ audience: 'technician', name, channel: 'email', to: email }];
      },
    ),
  ];
}

/** Lists the customers' texts of an account with ordinary values, and what each costs. */
export function templatesOf(
  account: Account,
): readonly { readonly template: Template; readonly text: string; readonly segments: number }[] {
  const customer = account.notify?.customer;
  if (customer === undefined) return [];
  const { customer: defaults } = textsIn(account.language).texts;
  const [service] = account.serviceTypes;
  const [technician] = account.technicians;
  const values = {
    ...companyFields(account),
    ...{ firstName: 'Dana', service: service?.name, technician: technician?.name, street: 'Main Street' },
    ...{ day: 'Wednesday, September 30', time: '10 AM', minutes: '20' },
    link: 'https://example.execute-api.us-east-1.amazonaws.com/v/AAAAAAAAAAAAAAAAAAAAAA',
  };
  const named = (['booked', 'changed', 'canceled', 'onMyWay', 'offer'] as const).flatMap((template) => {
    const text = chosenText(account, template);
    return text === undefined ? [] : [{ template, text }];
  });
  const reminders = (customer.reminder ?? [{ hoursBefore: DEFAULT_REMINDER_HOURS }]).map(
    ({ text = defaults.reminder }) => ({ template: 'reminder' as const, text }),
  );
  const follow =
    customer.follow === undefined ? [] : [{ template: 'follow' as const, text: customer.follow.text }];
  return [...named, ...reminders, ...follow].map(({ template, text }) => {
    const filled = fill(text, values);
    return { template, text: filled, segments: segmentsOf(filled) };
  });
}
