import { afterEach, beforeEach, expect } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { accountDocument, booking, type Service, startService } from './service.ts';

const technicians = [
  { id: 'ana', name: 'Ana' },
  { id: 'ben', name: 'Ben' },
];
/** The same caller in another call, a caller of another number, and one that hides it. */
export const later = { call_id: 'call_2' };
export const stranger = { call_id: 'call_3', from_number: '+12125550177' };
export const hidden = { call_id: 'call_4', from_number: 'anonymous' };

/** A service with an appointment at 9 AM with Ana, anew for each test; after each the claims must be whole. */
export function withAppointment() {
  const state: { service?: Service; id: string } = { id: '' };
  const service = (): Service => {
    if (state.service === undefined) throw new Error('The service has not started');
    return state.service;
  };
  beforeEach(async () => {
    state.service = await startService(accountDocument({ technicians }));
    state.id = (await service().call('book_job', booking({ technician: 'Ana' }))).dispatchRequestId;
  });
  afterEach(async () => {
    const { table, stop } = service();
    expect(await violations(table.document, table.tableName)).toEqual([]);
    await stop();
  });
  return {
    get service() {
      return service();
    },
    get id() {
      return state.id;
    },
    stored: () => service().requests.get(state.id),
    move: (args = {}, over = {}) =>
      service().call('reschedule_job', { date: '2026-06-10', time: '1:00 PM', ...args }, over),
    cancel: (args = {}, over = {}) => service().call('cancel_job', args, over),
  };
}
