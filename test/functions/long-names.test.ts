import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDocument, type Service, startService } from './service.ts';

const longName = (what: string) =>
  `${what} installation with removal of the old one, disposal and a second visit included`;
const names = ['Furnace', 'Boiler', 'Chiller'].map(longName);

describe('services with names as long as sentences', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(
      accountDocument({
        serviceTypes: names.map((name, index) => ({ id: `s${index}`, name, durationMinutes: 60 })),
      }),
    );
  });
  afterAll(() => service.stop());

  const asked = (serviceType: string) =>
    service.call('check_availability', { date: '2026-06-11', serviceType });

  it('are suggested in full, as many as fit, and nothing is booked', async () => {
    const ambiguous = await asked('installation');
    expect(ambiguous).toMatchObject({ reason: 'ambiguous_service', suggestions: { length: 3 } });
    expect(ambiguous.message).toBe(
      `Is it for ${ambiguous.suggestions[0]}, ${ambiguous.suggestions[1]} or something else?`,
    );
    const unknown = await asked('pizza');
    expect(unknown).toMatchObject({ reason: 'unknown_service', services: { length: 3 } });
    expect(unknown.message).toBe(
      `I'm not sure which of our services that is. We do ${unknown.services[0]} and more.`,
    );
  });

  it('are listed in full, as many as fit', async () => {
    expect((await service.call('get_service_types')).message).toBe(
      `We offer ${names[0]}, ${names[1]} and more. Which do you need?`,
    );
  });
});
