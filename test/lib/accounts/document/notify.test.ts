import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { originsOf } from '../../../../lib/record/store-account.ts';
import { faultsOf } from '../account-document-fixture.ts';
import { everyDay, onCallDocument } from '../on-call-document.ts';

const senders = {
  sms: { provider: 'twilio', from: '+12125550100' },
  voice: { provider: 'aws', from: '+12125550100' },
  email: { provider: 'log', from: 'office@acme.example' },
};
const full = {
  senders,
  customer: {
    booked: { text: '{company}: {service} on {day}, {time}. {link}' },
    changed: true,
    canceled: false,
    reminder: [{ hoursBefore: 24 }, { hoursBefore: 2.5, text: 'Soon: {service}.' }],
    follow: { hoursAfter: 24, text: 'How was it, {firstName}?' },
  },
  office: [{ email: 'office@acme.example', for: ['emergency', 'failed'] }],
  technicians: { at: '06:30' },
};
const kim = { name: 'Kim', phone: '+12125550103', role: 'manager', hours: everyDay(['00:00', '24:00']) };
const customer = (texts: object) => ({ notify: { customer: texts } });

describe('faults in who is told what', () => {
  it('accepts everything that may be written', () => {
    const [ana, ...others] = parseAccount(onCallDocument({})).technicians;
    const reached = { ...ana, phone: '+12125550101', email: 'ana@acme.example' };
    const technicians = [reached, ...others];
    const onCall = [{ ...kim, notify: ['sms', 'email'], email: 'kim@acme.example' }];
    const document = onCallDocument({ notify: full, technicians, onCall, alarmEmail: 'boss@acme.example' });

    expect(parseAccount(document)).toMatchObject({ notify: full, alarmEmail: 'boss@acme.example' });
  });

  it('finds the account by the number that its texts come from', () => {
    const found = originsOf(parseAccount(onCallDocument({ notify: full })));

    expect(found).toContainEqual({
      kind: 'texts',
      externalId: '+12125550100',
      path: 'notify.senders.sms.from',
    });
  });

  it.each<[object, string, string]>([
    [{ notify: { sender: {} } }, 'notify.sender', 'a known field: did you mean senders?'],
    [
      { notify: { senders: { sms: { from: '+12125550100' } } } },
      'notify.senders.sms.provider',
      'a value here',
    ],
    [
      { notify: { senders: { sms: { provider: 'fax', from: '+12125550100' } } } },
      'notify.senders.sms.provider',
      'one of aws, twilio, webhook, log',
    ],
    [
      { notify: { senders: { sms: { provider: 'aws', from: 'office@acme.example' } } } },
      'notify.senders.sms.from',
      'a phone number in E.164, such as +12125550100',
    ],
    [
      { notify: { senders: { email: { provider: 'twilio', from: 'office@acme.example' } } } },
      'notify.senders.email.provider',
      'one of aws, webhook, log: twilio sends no e-mail',
    ],
    [customer({ booked: 'yes' }), 'notify.customer.booked', 'true, false or { text }'],
    [customer({ booked: { text: '' } }), 'notify.customer.booked.text', 'a text of 1 to 1000 characters'],
    [
      customer({ booked: { text: 'Hi {name}' } }),
      'notify.customer.booked.text',
      'no fields but {company} {firstName} {service} {day} {time} {technician} {street} {phone} {link} {minutes}',
    ],
    [
      customer({ reminder: [{ hoursBefore: 0 }] }),
      'notify.customer.reminder[0].hoursBefore',
      'hours above 0, at most 1440',
    ],
    [
      customer({ reminder: [{ hoursBefore: 24 }, { hoursBefore: 24 }] }),
      'notify.customer.reminder[1].hoursBefore',
      'hours different from notify.customer.reminder[0].hoursBefore',
    ],
    [customer({ follow: { hoursAfter: 24 } }), 'notify.customer.follow.text', 'a value here'],
    [
      { notify: { office: [{ for: ['emergency'] }] } },
      'notify.office[0]',
      'either an email or a number for sms',
    ],
    [
      { notify: { office: [{ email: 'a@acme.example', sms: '+12125550100', for: ['emergency'] }] } },
      'notify.office[0]',
      'either an email or a number for sms',
    ],
    [
      { notify: { office: [{ email: 'a@acme.example', for: [] }] } },
      'notify.office[0].for',
      'at least one of emergency, message, overdue, failed',
    ],
    [{ alarmEmail: 'nobody' }, 'alarmEmail', 'an e-mail address'],
    [
      { onCall: [{ ...kim, notify: ['email'] }] },
      'onCall[0].email',
      'an e-mail address, because notify has "email"',
    ],
    [{ onCall: [{ ...kim, notify: [] }] }, 'onCall[0].notify', 'at least one of sms, voice, email'],
  ])('refuses %j at %s', (over, path, expected) => {
    expect(faultsOf(onCallDocument(over))).toEqual({ [path]: expected });
  });

  it.each([
    'Reply CANCEL to cancel.',
    'Reply Y to confirm or STOP to end texts.',
    'Text "quit" if you have moved.',
    'Respond with end and we stop texting you.',
  ])('refuses the text "%s", because carriers end all texts at such an answer', (text) => {
    expect(Object.keys(faultsOf(onCallDocument(customer({ booked: { text } }))))).toEqual([
      'notify.customer.booked.text',
    ]);
  });

  it.each([
    'Reply to this text if you need to cancel.',
    'Call us to cancel.',
    'Our technician will stop by. Reply C to confirm.',
  ])('accepts the text "%s"', (text) => {
    expect(faultsOf(onCallDocument(customer({ booked: { text } })))).toEqual({});
  });
});
