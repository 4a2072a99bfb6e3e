import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { booking, startService } from '../../../functions/service.ts';
import { erasingOf, PHONE } from './fixture.ts';

/** Starts everything that a person says, so that the test finds what is left of it. */
const MARK = 'Qvxz';
const word = fc.string({ maxLength: 30, unit: 'grapheme' }).map((text) => `${MARK}${text}`);
const spelling = fc.constantFrom(PHONE, '(212) 555-0123', '212.555.0123');
const caller = fc.constantFrom(PHONE, 'sip:+12125550123@example.com', 'anonymous', undefined);
const contact = {
  ...{ firstName: word, lastName: word, email: word.map((text) => `${text}@example.com`) },
  ...{ address: word, city: word, state: word, zip: word, notes: word, siteLabel: word },
};

const lead = fc.record(
  {
    ...contact,
    ...{ serviceRequested: fc.oneof(word, fc.constant('AC Repair')), preferredDate: word },
    ...{ preferredTime: word, urgency: word, id: word },
  },
  { requiredKeys: ['serviceRequested', 'id', 'email'] },
);
const call = fc.record(
  {
    ...contact,
    ...{ customerName: word, callId: word, from: caller, customerPhone: spelling },
    ...{ urgency: fc.constantFrom('routine', 'urgent', 'emergency'), reason: word, cancels: fc.boolean() },
    ...{ transcript: word, summary: word, agent: fc.constantFrom('agent_acme', 'agent_unknown') },
    ...{ serviceType: fc.constantFrom('AC Repair', 'Heating Repair', `${MARK} repair`), day: fc.nat(20) },
  },
  { requiredKeys: ['customerName', 'customerPhone', 'callId', 'agent', 'cancels'] },
);

describe('erasing', () => {
  it('leaves nothing of random leads, bookings and calls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(lead, { maxLength: 2 }),
        fc.array(call, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('--keep-visits', '--cancel-visits'),
        async (leads, calls, visits) => {
          const service = await startService();
          const erasing = erasingOf(service);
          for (const { id, firstName, lastName, email, ...customData } of leads)
            await erasing.lead({ id, firstName, lastName, email, phone: PHONE }, customData);
          for (const {
            callId,
            from,
            reason,
            cancels,
            transcript,
            summary,
            agent,
            day = 0,
            ...said
          } of calls) {
            const live = { call_id: callId, from_number: from };
            const date = `2026-06-${String(8 + day).padStart(2, '0')}`;
            await service.call('book_job', booking({ date, ...said }), live);
            await service.call('take_message', { about: `${MARK} ${reason}`, when: reason, ...said }, live);
            if (cancels) await service.call('cancel_job', { reason }, live);
            await service.call('transfer_call', { reason: `I smell gas. ${MARK} ${reason}` }, live);
            await erasing.ended({ ...live, agent_id: agent }, 'transfer_cancelled');
            const analysis = { call_analysis: { call_summary: summary } };
            const told = { transcript: `${transcript} ${said.customerPhone}`, agent_id: agent };
            await erasing.ended({ ...live, ...told, recording_url: `https://example.com/${MARK}` });
            await erasing.ended({ ...live, ...analysis, agent_id: agent }, 'call_analyzed');
          }
          expect(await erasing.stored()).toContain(MARK);
          const ran = await erasing.run('--phone', PHONE, '--yes', visits);
          expect([ran.code, ran.err]).toEqual([0, '']);
          const left = await erasing.stored();
          expect(left).not.toContain(MARK);
          expect(left).not.toContain('2125550123');
          await service.stop();
        },
      ),
      { numRuns: 10, seed: 3 },
    );
  });
});
