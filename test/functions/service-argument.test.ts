import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const { serviceTypes, technicians } = demoAccount;

describe('a service in the words of a caller', () => {
  let service: Service;
  beforeAll(async () => {
    const document = { serviceTypes, technicians, notOffered: ['Duct cleaning'] };
    service = await startService(accountDocument(document));
  });
  afterAll(() => service.stop());

  const asked = (serviceType: string) =>
    service.call('check_availability', { date: '2026-06-11', serviceType });

  it.each([
    ['my furnace is dead', 'Heating Repair'],
    ['toilet overflowing', 'Plumbing Repair'],
    ['breaker keeps tripping', 'Electrical Repair'],
  ])('is understood: %s', async (said, name) => {
    expect(await asked(said)).toMatchObject({ serviceType: name });
  });

  it('asks if two are equally close', async () => {
    expect(await asked('fix the thermostat')).toMatchObject({
      reason: 'ambiguous_service',
      suggestions: ['AC Repair', 'Heating Repair'],
      message: 'Is it for AC Repair or Heating Repair?',
    });
  });

  it("of another trade matches nothing: some of the company's services are named, and more", async () => {
    const answer = await asked('pool cleaning');
    expect(answer).toMatchObject({ reason: 'unknown_service', services: { length: serviceTypes.length } });
    expect(answer.message).toMatch(
      /^I'm not sure which of our services that is\. We do (?:[^.,]+, ){3}[^.,]+ and more\.$/,
    );
    expect(answer.message.length).toBeLessThanOrEqual(220);
  });

  it('is refused as not offered only if the account says so', async () => {
    expect(await asked('can you clean my ducts')).toMatchObject({
      reason: 'not_offered',
      message: "We don't do Duct cleaning.",
    });
  });

  it('is kept in the notes of the booking', async () => {
    const said = 'my furnace is dead';
    const { dispatchRequestId } = await service.call(
      'book_job',
      booking({ serviceType: said, notes: 'Ring twice' }),
    );
    const request = await service.requests.get(dispatchRequestId);
    expect(request).toMatchObject({ notes: `Service as said: ${said}\nRing twice` });
  });
});
