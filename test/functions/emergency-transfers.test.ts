import { describe, expect, it } from '@jest/globals';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const office = '+12125550100';
const always = everyDay(['00:00', '24:00']);
const onCall = [
  { name: 'Kim', phone: '+12125550103', role: 'first', hours: always, skills: ['hvac'] },
  { technicianId: 'ana', phone: '+12125550101', role: 'backup', hours: always },
];
const service = servicePerTest(() =>
  accountDocument({
    onCall,
    technicians: [{ id: 'ana', name: 'Ana', skills: ['hvac', 'plumbing'] }],
    serviceTypes: [
      { id: 'ac-repair', name: 'AC Repair', durationMinutes: 120, skills: ['hvac'] },
      { id: 'drain', name: 'Drain Cleaning', durationMinutes: 60, skills: ['plumbing'] },
    ],
  }),
);
const emergency = { urgency: 'emergency', serviceType: 'Drain Cleaning' };
const handOver = (over: object = {}) => service().call('transfer_call', {}, { ...over });
const destination = async (id: string) => {
  const call = { id, assistantId: 'asst_acme', customer: { number: '+12125550123' } };
  const { body } = await service().send('voicetwo', {
    message: { type: 'transfer-destination-request', call },
  });
  return body.destination;
};

describe('a call that asks for a person within hours', () => {
  it('goes to the office, and to the person on call for the emergency that it reported', async () => {
    expect(await handOver()).toMatchObject({ transferTo: office });
    await service().call('book_job', emergency);
    expect(await handOver()).toEqual({
      ...{ transferTo: '+12125550101', onCall: 'Ana' },
      message: "I'm connecting you to Ana, our technician on call. Please stay on the line.",
    });
  });

  it('goes to that person for an emergency that the number reported before, on either platform', async () => {
    await service().call('book_job', emergency);
    expect(await handOver({ call_id: 'call_2' })).toMatchObject({ onCall: 'Ana' });
    expect(await destination('call_3')).toMatchObject({
      number: '+12125550101',
      message: "I'm connecting you to Ana, our technician on call. Please stay on the line.",
    });
    expect(await handOver({ call_id: 'call_4', from_number: '+12125550177' })).toMatchObject({
      transferTo: office,
    });
  });

  it('goes to that person after a danger that the call reported with a visit', async () => {
    const visit = booking({ serviceType: 'Drain Cleaning', danger: 'water' });
    const { dispatchRequestId } = await service().call('book_job', visit);
    expect(await handOver()).toMatchObject({ onCall: 'Ana' });
    expect(await handOver({ call_id: 'call_2' })).toMatchObject({ onCall: 'Ana' });
    await service().change(dispatchRequestId, { to: 'canceled', why: 'a false alarm' });
    expect(await handOver()).toMatchObject({ transferTo: office });
  });

  it('goes to the office again once the emergency has ended or turned out to be none', async () => {
    const { dispatchRequestId } = await service().call('book_job', emergency);
    await service().change(dispatchRequestId, { to: 'canceled', why: 'a false alarm' });
    await service().call('book_job', booking());
    expect(await handOver()).toMatchObject({ transferTo: office });
    expect(await destination('call_3')).toMatchObject({ number: office });
  });
});
