import { afterEach, beforeEach, expect } from '@jest/globals';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { violations } from '../support/invariants.ts';
import { cliOf } from './run-cli.ts';

/** A service with a command line over its table, anew for each test; after each the claims must be whole. */
export function withCommandLine(account: Record<string, unknown>) {
  const state: { service?: Service } = {};
  const service = (): Service => {
    if (state.service === undefined) throw new Error('The service has not started');
    return state.service;
  };
  beforeEach(async () => {
    state.service = await startService(accountDocument(account));
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
    get cli() {
      return cliOf(service());
    },
    /** The id of a lead that came in. */
    async lead(serviceRequested = 'AC Repair', contact: Record<string, unknown> = {}): Promise<string> {
      const body = {
        type: 'WorkflowWebhook',
        locationId: 'loc_acme',
        contact: { id: 'c1', firstName: 'Jo', email: 'jo@example.com', ...contact },
        customData: { serviceRequested },
      };
      return (await service().send('crm', body)).body.dispatchRequestId;
    },
    /** The id of an appointment that a caller made. */
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
