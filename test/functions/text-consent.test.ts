import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDocument, type Service, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const booking = {
  ...{ date: '2026-06-03', time: '09:00', serviceType: 'AC Repair', customerName: 'Dana Miller' },
  address: '401 West 14th Street',
};
let calls = 0;
const from = (from_number: string) => {
  calls += 1;
  return { from_number, call_id: `call_${calls}` };
};

describe('whether a caller wants texts', () => {
  it('is stored with a booking for the number that calls, and for no other', async () => {
    const over = { customerPhone: '+12125550177', textConsent: true };
    const { confirmed } = await service.call('book_job', { ...booking, ...over }, from('+12125550170'));

    expect(confirmed).toBe(true);
    expect(await service.consent('+12125550170')).toMatchObject({
      ...{ sms: true, by: 'caller', callId: `call_${calls}`, at: '2026-06-01T12:00:00.000Z' },
    });
    expect(await service.consent('+12125550177')).toBeUndefined();
  });

  it.each([
    ['yes', true],
    ['Yes, please', true],
    [true, true],
    ['no', false],
    ['stop', false],
    [false, false],
    ['', undefined],
    ['N/A', undefined],
    ['perhaps', undefined],
  ])('is read from %j as %s', async (textConsent, sms) => {
    const phone = `+1212555${String(2000 + calls)}`;
    await service.call('create_customer', { customerName: 'Dana Miller', textConsent }, from(phone));

    expect((await service.consent(phone))?.sms).toBe(sms);
  });

  it('is not stored without a number, and what is unclear is named', async () => {
    const hidden = { call_id: 'hidden', from_number: 'anonymous' };
    const args = { customerName: 'Dana Miller', customerPhone: '+12125550178', textConsent: 'perhaps' };
    const { ignored } = await service.call('create_customer', args, hidden);

    expect(ignored).toEqual([{ argument: 'textConsent', why: 'not_understood' }]);
    expect(await service.consent('+12125550178')).toBeUndefined();
  });

  it('is changed by any function that takes it', async () => {
    const phone = '+12125550171';
    const { dispatchRequestId } = await service.call(
      'book_job',
      { ...booking, time: '13:00', textConsent: 'yes' },
      from(phone),
    );
    const asked = [
      ['update_job', { dispatchRequestId, notes: 'Gate code 4', textConsent: false }, false],
      ['reschedule_job', { dispatchRequestId, date: '2026-06-04', time: '09:00', textConsent: true }, true],
      ['take_message', { about: 'What does it cost?', textConsent: 'no' }, false],
      ['cancel_job', { dispatchRequestId, textConsent: true }, true],
    ] as const;
    for (const [name, args, sms] of asked) {
      await service.call(name, args, from(phone));
      expect([name, (await service.consent(phone))?.sms]).toEqual([name, sms]);
    }
  });

  it('is undone by no late repeat of the function call', async () => {
    const phone = '+12125550172';
    const sent = { name: 'create_customer', args: { customerName: 'Dana Miller', textConsent: true } };
    const call = { call_id: 'repeated', agent_id: 'agent_acme', from_number: phone };
    const send = () => service.send('voiceone-function-call', { ...sent, call });
    await send();
    await service.call('take_message', { about: 'Please stop texting me' }, from(phone));
    await send();

    expect(await service.consent(phone)).toMatchObject({ sms: false, words: 'Please stop texting me' });
  });
});

describe('"stop texting me" by phone', () => {
  const messages = async () =>
    (await service.requests.list('acme-hvac')).filter(({ kind }) => kind === 'message');

  it('ends texts at once, without an entry for a person', async () => {
    const before = await messages();
    const args = { about: 'The caller asks you to stop texting them.', topic: 'other' };
    const result = await service.call('take_message', args, from('+12125550173'));

    expect(result).toEqual({
      ...{ noted: false, textsEnded: true },
      message: "You won't get any more texts from us.",
    });
    expect(await service.consent('+12125550173')).toMatchObject({ sms: false, by: 'caller' });
    expect(await messages()).toEqual(before);
  });

  it('with something else leaves a message, too', async () => {
    const args = { about: 'Stop texting me. And please call me about the invoice.' };
    const result = await service.call('take_message', args, from('+12125550174'));

    expect(result).toMatchObject({ noted: true, dueAt: expect.any(String) });
    expect(await service.consent('+12125550174')).toMatchObject({ sms: false });
  });

  it('from a withheld number is a message for a person, who can find the number', async () => {
    const args = { about: 'Please stop texting me', customerPhone: '+12125550175' };
    const hidden = { call_id: 'hidden_2', from_number: 'anonymous' };

    expect(await service.call('take_message', args, hidden)).toMatchObject({ noted: true });
    expect(await service.consent('+12125550175')).toBeUndefined();
  });
});

describe('a form', () => {
  let forms = 0;
  const lead = (phone: string, textConsent: unknown) => {
    forms += 1;
    return service.send('crm', {
      ...{ type: 'WorkflowWebhook', locationId: 'loc_acme', contact: { id: `contact_${forms}`, phone } },
      customData: { serviceRequested: 'AC repair', textConsent },
    });
  };

  it('decides for its number, but undoes nothing that its owner decided', async () => {
    const phone = '+12125550181';
    expect((await lead(phone, 'Yes')).status).toBe(202);
    expect(await service.consent(phone)).toMatchObject({ sms: true, by: 'crm' });
    await service.call('take_message', { about: 'Stop texting me' }, from(phone));
    await lead(phone, 'yes');
    expect(await service.consent(phone)).toMatchObject({ sms: false, by: 'caller' });
  });

  it('that says no ends texts, and one that says neither is checked by a person', async () => {
    const phone = '+12125550182';
    await service.call('create_customer', { customerName: 'Dana Miller', textConsent: true }, from(phone));
    const { body } = await lead(phone, 'maybe later');
    expect(await service.consent(phone)).toMatchObject({ sms: true });
    expect(await service.requests.get(body.dispatchRequestId)).toMatchObject({
      needsReview: ['textConsent'],
    });
    await lead(phone, 'no');
    expect(await service.consent(phone)).toMatchObject({ sms: false, by: 'crm' });
  });
});

describe('whether to ask for it', () => {
  let texting: Service;
  beforeAll(async () => {
    const senders = { sms: { provider: 'log', from: '+12125550190' } };
    texting = await startService(accountDocument({ notify: { senders, customer: {} } }));
  });
  afterAll(() => texting.stop());

  const known = async (from_number: string) => {
    const call_inbound = { agent_id: 'agent_acme', from_number, to_number: '+12125550100' };
    const { body } = await texting.send('voiceone-call-inbound', { event: 'call_inbound', call_inbound });
    const lookedUp = await texting.call('lookup_customer', {}, from(from_number));
    return [body.call_inbound.dynamic_variables.texts, lookedUp.texts];
  };

  it('is known before hello, as long as nobody has said', async () => {
    const phone = '+12125550183';
    expect(await known(phone)).toEqual(['ask', 'ask']);
    await texting.call('book_job', { ...booking, textConsent: false }, from(phone));
    expect(await known(phone)).toEqual(['no', 'no']);
    await texting.call('create_customer', { customerName: 'Dana Miller', textConsent: true }, from(phone));
    expect(await known(phone)).toEqual(['yes', 'yes']);
  });
});
