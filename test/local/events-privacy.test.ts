import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { booking } from '../functions/service.ts';
import { erasingOf } from '../lib/aws/erasing/fixture.ts';
import { until } from '../support/processes.ts';
import { allEvents, service, tell } from './events-fixture.ts';

describe('the events of a table', () => {
  it('contain nothing about a person, whatever people and platforms say', async () => {
    const { lines } = tell(undefined);
    const word = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' }).map((text) => `Qvxz${text}`);
    let call = 0;
    await fc.assert(
      fc.asyncProperty(
        word,
        word,
        word,
        fc.constantFrom('routine', 'emergency'),
        async (a, b, c, urgency) => {
          call++;
          const from = { call_id: `call_${call}`, agent_id: 'agent_acme', from_number: '+12125550163' };
          const said = {
            customerName: a,
            address: b,
            gateCode: b,
            notes: c,
            customerEmail: `${a}@example.com`,
            urgency,
          };
          await service.call('book_job', booking({ ...said, customerPhone: '+12125550163' }), from);
          await service.call('cancel_job', { reason: b }, from);
          const ended = { ...from, transcript: c, recording_url: 'https://example.com/Qvxz' };
          await service.send('voiceone-call-complete', { event: 'call_ended', call: ended });
          const contact = {
            id: a,
            firstName: a,
            lastName: b,
            email: `${c}@example.com`,
            phone: '+12125550163',
          };
          const customData = { serviceRequested: b, preferredDate: c, urgency: a, address: b, notes: c };
          await service.send('crm', { type: 'WorkflowWebhook', locationId: 'loc_acme', contact, customData });
        },
      ),
      { numRuns: 12, seed: 11 },
    );
    await erasingOf(service).erase('--phone', '+12125550163');
    const events = await allEvents();
    await until(() => lines.length >= events.length);

    const types = new Set(events.map(({ type }) => type));
    expect(types).toContain('dispatch-request.needs-review');
    expect(types).toContain('call.completed');
    const text = JSON.stringify(events) + lines.join('\n');
    for (const mark of ['Qvxz', '5550163', 'example.com']) expect(text).not.toContain(mark);
  });
});
