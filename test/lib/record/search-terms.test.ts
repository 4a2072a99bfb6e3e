import { describe, expect, it } from '@jest/globals';
import type { DispatchRequest } from '../../../lib/record/request.ts';
import { isFound, readQuery, termsOfCall, termsOfRequest } from '../../../lib/record/search-terms.ts';

const request = (customer: DispatchRequest['customer']): DispatchRequest => ({
  ...{ dispatchRequestId: 'dr_1', accountId: 'acme', status: 'requested', urgency: 'routine', source: 'crm' },
  ...{ version: 1, createdAt: '', updatedAt: '', needsReview: [], invocations: [], history: [] },
  customer,
});

const finds = (query: string, customer: DispatchRequest['customer'], region = 'US') =>
  isFound(termsOfRequest(request(customer)), readQuery(query, region));

describe('a search', () => {
  it.each([
    ["o'connor", 'Sinéad O’Connor'],
    ['OConn', 'Sinéad O’Connor'],
    ['connor', "Sinead O'Connor"],
    ['sinead con', 'Sinéad O’Connor'],
    ['muller', 'Jörg Müller'],
    ['MÜLLER jorg', 'Jörg Müller'],
    ['strasse', 'Anna Straße'],
    ['soren', 'Søren Łuk'],
    ['jones', 'Ada Smith-Jones'],
    ['小林', '小林'],
  ])('for %j finds %j by the beginnings of words', (query, name) => {
    expect(finds(query, { name })).toBe(true);
  });

  it.each([
    ['iller', 'Dana Miller'],
    ['dana brown', 'Dana Miller'],
    ['--', 'Dana Miller'],
    ['dana miller jones', 'Dana Miller'],
  ])('for %j does not find %j', (query, name) => {
    expect(finds(query, { name })).toBe(false);
  });

  it.each(['401 west 14', '14th st', '10011', '1001', 'new york', '401 dana'])(
    'for %j finds a person by address, zip and town',
    (query) => {
      const place = { name: 'Dana Miller', address: '401 West 14th Street', zip: '10011', city: 'New York' };
      expect(finds(query, place)).toBe(true);
    },
  );

  it.each(['0143', '555-01', '(212) 555-0143', '+1 212 555 0143', '2125550143', '1255 501', 'dana 0143'])(
    'for %j finds a number by its digits in any place',
    (query) => {
      expect(finds(query, { name: 'Dana', phone: '+12125550143' })).toBe(true);
    },
  );

  it('finds a number as its country writes it', () => {
    expect(finds('020 7946 0018', { phone: '+442079460018' }, 'GB')).toBe(true);
  });

  it.each(['0144', '143', '212 555 0144'])('for %j does not find another number', (query) => {
    expect(finds(query, { phone: '+12125550143' })).toBe(false);
  });

  it.each(['dana@ex', 'DANA@example.com'])('for %j finds an e-mail address', (query) => {
    expect(finds(query, { email: 'dana@Example.com' })).toBe(true);
  });

  it('has bounded terms, whatever somebody has written', () => {
    const { size } = termsOfRequest(request({ name: 'a b '.repeat(500), address: 'x1 y2 z3 '.repeat(300) }));
    expect(size).toBeLessThanOrEqual(40);
    expect(termsOfCall({ caller: '1'.repeat(100) }).size).toBeLessThanOrEqual(12);
  });
});
