import { afterEach, beforeEach, expect } from '@jest/globals';
import { violations } from '../support/invariants.ts';
import { type Service, startService } from './service.ts';

/** Starts a new service for each test, and checks afterwards that the claims in its table are consistent. */
export function servicePerTest(document: () => Record<string, unknown>): () => Service {
  const state: { service?: Service } = {};
  const service = (): Service => {
    if (state.service === undefined) throw new Error('The service has not started');
    return state.service;
  };
  beforeEach(async () => {
    state.service = await startService(document());
  });
  afterEach(async () => {
    const { table, clock, stop } = service();
    expect(await violations(table.document, table.tableName, clock.now)).toEqual([]);
    await stop();
  });
  return service;
}
