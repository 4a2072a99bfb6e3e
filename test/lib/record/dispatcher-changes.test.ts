import { describe, expect, it } from '@jest/globals';
import { parseAccount } from '../../../lib/accounts/document/account-document.ts';
import { nameTechnician } from '../../../lib/accounts/technicians.ts';
import { dispatcherOf, markReviewed, reviewed } from '../../../lib/record/dispatcher-changes.ts';
import type { RequestStore } from '../../../lib/record/ports.ts';
import type { DispatchRequest } from '../../../lib/record/request.ts';

const at = '2026-06-01T12:00:00.000Z';
const now = Date.parse(at);
const who = { by: 'dispatcher:kim', now } as const;
const request: DispatchRequest = {
  ...{ dispatchRequestId: 'dr_1', accountId: 'acme', status: 'requested', urgency: 'routine', source: 'crm' },
  ...{ version: 3, createdAt: at, updatedAt: at, needsReview: ['phone', 'address'] },
  ...{ customer: {}, invocations: [], history: [] },
};

describe('a dispatcher', () => {
  it.each([
    ['Kim', 'dispatcher:Kim'],
    ['  Ana María  ', 'dispatcher:Ana María'],
    ['k'.repeat(60), `dispatcher:${'k'.repeat(60)}`],
  ])('may be called %j', (name, actor) => {
    expect(dispatcherOf(name)).toBe(actor);
  });

  it.each(['', '   ', 'k'.repeat(61), 'a\nb', 'a\u001b[31m', 'a\u202eb', 'a\u0085b', '\ud800'])(
    'may not be called %j',
    (name) => {
      expect(dispatcherOf(name)).toBeUndefined();
    },
  );
});

describe('a request that was reviewed', () => {
  it('loses the flags that were seen, with the next version and the reviewer', () => {
    expect(reviewed(request, ['phone', 'address'], who)).toEqual({
      ...request,
      version: 4,
      needsReview: [],
      history: [
        {
          at,
          from: 'requested',
          to: 'requested',
          by: 'dispatcher:kim',
          kind: 'reviewed',
          flags: ['phone', 'address'],
        },
      ],
    });
  });

  it('keeps flags that nobody has seen, and is unchanged without flags', () => {
    expect(reviewed(request, ['phone'], who)).toMatchObject({ needsReview: ['address'] });
    expect(reviewed(request, ['email'], who)).toBeUndefined();
    expect(reviewed({ ...request, needsReview: [] }, [], who)).toBeUndefined();
  });

  it('keeps a flag that is added during the review', async () => {
    let stored: DispatchRequest = {
      ...request,
      version: 4,
      needsReview: [...request.needsReview, 'urgency'],
    };
    const requests: RequestStore = {
      get: async () => stored,
      madeInCall: async () => [],
      ofNumber: async () => [],
      recent: async () => undefined,
      countAlert: async () => 1,
      async commit({ next, previous }) {
        if (previous?.version !== stored.version) return { kind: 'changed', current: stored };
        stored = next;
        return { kind: 'stored' };
      },
    };
    const deps = { requests, now: () => now, pause: async () => undefined, random: () => 0 };
    const result = await markReviewed(request, who, deps, now + 1000);
    expect(result).toMatchObject({ kind: 'changed', request: { version: 5, needsReview: ['urgency'] } });
    expect(await markReviewed(request, who, deps, now + 1000)).toMatchObject({ kind: 'stands' });
  });
});

describe('a technician', () => {
  const account = parseAccount({
    accountId: 'acme',
    name: 'Acme',
    timezone: 'UTC',
    hours: {},
    serviceTypes: [],
    technicians: [
      { id: 'ana', name: 'Ana' },
      { id: 't2', name: 'Ben' },
      { id: 't3', name: 'Ben' },
      { id: 't4', name: 'T2' },
      { id: 't5', name: 'Dev Patel' },
      { id: 't6', name: 'Devon Cole' },
    ],
  });

  it.each([
    [' ANA ', 'ana'],
    ['t2', 't2'],
    ['T4', 't4'],
    ['dev', 't5'],
    ['devon cole', 't6'],
  ])('is found as %j, by id before name, by name before first name', (text, id) => {
    expect(nameTechnician(account, text)).toMatchObject({ id });
  });

  it('who is unknown or ambiguous is refused with the candidates', () => {
    const known = ['ana', 't2 (Ben)', 't3 (Ben)', 't4 (T2)', 't5 (Dev Patel)', 't6 (Devon Cole)'];
    expect(nameTechnician(account, 'zoe')).toEqual({ reason: 'unknown_technician', known });
    const named = { reason: 'ambiguous_technician', known: ['t2 (Ben)', 't3 (Ben)'] };
    expect(nameTechnician(account, 'ben')).toEqual(named);
  });
});
