import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from './service.ts';

const technicians = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];

let service: Service;
let id: string;

beforeEach(async () => {
  service = await startService(accountDocument({ technicians }));
  id = (await service.call('book_job', booking())).dispatchRequestId;
});
afterEach(() => service.stop());

describe('a late retry', () => {
  it('of a booking is confirmed too while the technician is on the way', async () => {
    const first = await service.call('book_job', booking());
    await service.change(id, { to: 'dispatched' });
    await service.change(id, { to: 'en_route' });
    expect(await service.call('book_job', booking())).toEqual(first);
    const moved = await service.call('book_job', booking({ time: '1:00 PM' }));
    expect(moved).toMatchObject({ confirmed: false, reason: 'needs_human' });
  });
});
