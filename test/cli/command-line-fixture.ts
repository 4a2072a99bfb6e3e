import { accountDocument, booking } from '../functions/service.ts';
import { servicePerTest } from '../functions/service-per-test.ts';
import { cliOf } from './run-cli.ts';

/** A service per test, with a command line for its table. */
export function withCommandLine(account: Record<string, unknown>) {
  const service = servicePerTest(() => accountDocument(account));
  return {
    get service() {
      return service();
    },
    get cli() {
      return cliOf(service());
    },
    /** The id of a lead that was sent. */
    async lead(serviceRequested = 'AC Repair', contact: Record<string, unknown> = {}): Promise<string> {
      const body = {
        type: 'WorkflowWebhook',
        locationId: 'loc_acme',
        contact: { id: 'c1', firstName: 'Jo', email: 'jo@example.com', ...contact },
        customData: { serviceRequested },
      };
      return (await service().send('crm', body)).body.dispatchRequestId;
    },
    /** The id of an appointment that a caller booked. */
    booked: async (over: Record<string, unknown> = {}): Promise<string> =>
      (await service().call('book_job', booking(over))).dispatchRequestId,
  };
}

/** Of the two, only Ana repairs air conditioners. */
export const oneSkilled = {
  technicians: [
    { id: 'ana', name: 'Ana', skills: ['hvac'] },
    { id: 'ben', name: 'Ben' },
  ],
  serviceTypes: [
    { id: 'ac-repair', name: 'AC Repair', durationMinutes: 120, skills: ['hvac'] },
    { id: 'estimate', name: 'Estimate', durationMinutes: 30 },
  ],
};
export const twoAlike = {
  technicians: [
    { id: 'ana', name: 'Ana' },
    { id: 'ben', name: 'Ben' },
  ],
};
