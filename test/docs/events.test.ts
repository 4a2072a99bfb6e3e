import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { eventsOf } from '../../lib/aws/stream-events.ts';
import { envelopeOf } from '../../local/events/event-bridge.ts';
import { eventSchemas } from '../../openapi/events.ts';
import { runReminders } from '../functions/reminders-fixture.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { openTestStream } from '../support/stream.ts';

const page = readFileSync('docs/events.md', 'utf8');
const examples = [...page.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, text = '']): unknown =>
  JSON.parse(text),
);

const kim = { name: 'Kim', phone: '+12125550103', role: 'first', hours: everyDay(['00:00', '24:00']) };

const ajv = new Ajv2020();
const validators = Object.values(eventSchemas).map((schema) => ajv.compile(schema));
/** The number of schemas that an event matches. */
const schemasOf = (event: unknown) => validators.filter((isValid) => isValid(event)).length;

describe('the schemas of events', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(accountDocument({ onCall: [kim] }));
  });
  afterAll(() => service.stop());

  it('match the example of docs/events.md, one of them', () => {
    expect(examples).toHaveLength(1);
    expect(examples.map(schemasOf)).toEqual([1]);
  });

  it('match real events', async () => {
    const { client, records } = await openTestStream(service.table);
    await service.call('book_job', booking({ urgency: 'emergency' }));
    service.clock.now += 10 * 60_000;
    await runReminders(service);
    await service.call('book_job', booking());
    await service.call('reschedule_job', { date: '2026-06-11', time: '10:00' });
    await service.call('cancel_job', {});
    await service.call('take_message', { about: 'The invoice' });
    const call = { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123' };
    await service.send('voiceone-call-complete', { event: 'call_ended', call });
    const told = (await records()).flatMap(eventsOf);
    client.destroy();

    const events = told.map((event) => envelopeOf(event, 'test'));
    expect(events.length).toBeGreaterThanOrEqual(9);
    expect(events).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ escalatedTo: 'everybody' }) }),
    );
    expect(events.map(schemasOf)).toEqual(events.map(() => 1));
    expect(schemasOf({ ...events[0], detail: { ...events[0]?.detail, customerName: 'Dana' } })).toBe(0);
  });
});
