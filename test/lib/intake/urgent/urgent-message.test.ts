import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAccount } from '../../../../lib/accounts/document/account-document.ts';
import { urgentMessage, whereToSee } from '../../../../lib/intake/urgent/urgent-message.ts';
import type { RequestEvent } from '../../../../lib/record/events.ts';
import type { DispatchRequest } from '../../../../lib/record/request.ts';
import { accountDocument } from '../../../functions/service.ts';

const now = Date.UTC(2026, 5, 1, 12);
const at = new Date(now).toISOString();
const event: RequestEvent = {
  type: 'dispatch-request.needs-review',
  accountId: 'acme-hvac',
  dispatchRequestId: 'dr_1',
  status: 'requested',
  version: 1,
  urgency: 'emergency',
  source: 'voiceone',
  occurredAt: at,
};
const requestOf = (text: string): DispatchRequest => ({
  ...event,
  ...{ status: 'requested', urgency: 'emergency', danger: undefined, source: 'voiceone' },
  ...{ createdAt: at, updatedAt: at, needsReview: ['address'], invocations: [], history: [] },
  customer: { name: text, address: text, city: text },
  notes: [{ kind: 'said', text }],
  serviceType: text,
});
const account = parseAccount(accountDocument({ name: 'Café Müller\nHeating' }));
const messageOf = (text: string) =>
  urgentMessage({
    event,
    request: requestOf(text),
    record: undefined,
    account,
    now,
    seeAt: 'https://board.example/',
  });

describe('an urgent message', () => {
  it('is a few short lines, and a subject that SNS takes, whatever people say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), (text) => {
        const message = messageOf(`x${text}`);
        expect(message.lines).toHaveLength(10);
        for (const line of message.lines)
          expect(line).toMatch(/^[A-Z][A-Za-z ]+: [^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,600}$/u);
        expect(message.subject).toMatch(/^[\x20-\x7e]{1,99}$/);
      }),
    );
  });

  it('has the company as ASCII in its subject', () => {
    expect(messageOf('x').subject).toBe('Emergency: Cafe Muller Heating');
  });

  it('of an account that is gone names its id and UTC', () => {
    const { subject, lines } = urgentMessage({
      event,
      request: undefined,
      record: undefined,
      account: undefined,
      now,
      seeAt: 'here',
    });
    expect([subject, ...lines]).toEqual([
      'Emergency: acme-hvac',
      'Emergency: acme-hvac',
      'Since: 2026-06-01 12:00 PM (UTC)',
      'Status: requested, emergency',
      'See it: here (dr_1, version 1)',
    ]);
  });
});

describe('where people see a request', () => {
  it.each([
    [{ boardUrl: 'https://b.example/' }, 'https://b.example/?account=acme-hvac&request=dr_1'],
    [
      { boardUrl: 'http://127.0.0.1:3000/board/#t' },
      'http://127.0.0.1:3000/board/?account=acme-hvac&request=dr_1#t',
    ],
    [{ stack: 'dispatch-dev' }, 'npx dispatch requests show dr_1 --stack dispatch-dev'],
    [{}, 'npx dispatch requests show dr_1'],
  ])('is, with %j, %s', (where, text) => {
    expect(whereToSee(event, where)).toBe(text);
  });
});
