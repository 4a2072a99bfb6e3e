import { beforeEach } from '@jest/globals';
import { accountDocument, booking, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

/** The same caller in another call, a caller with another number, and one who hides the number. */
export const later = { call_id: 'call_2' };
export const stranger = { call_id: 'call_3', from_number: '+12125550177' };
export const hidden = { call_id: 'call_4', from_number: 'anonymous' };

/** A service per test, with an appointment at 9 AM with Ana. */
export function withAppointment() {
  const state = { id: '' };
  const service = servicePerTest(() => accountDocument({ technicians }));
  beforeEach(async () => {
    state.id = (await service().call('book_job', booking({ technician: 'Ana' }))).dispatchRequestId;
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
