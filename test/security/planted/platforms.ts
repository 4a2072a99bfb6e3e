import { expect } from '@jest/globals';
import { contactEntries, customDataEntries, flatContactFields } from '../../../lib/adapters/crm/payload.ts';
import { crmSamples } from '../../../lib/kits/crm/samples.ts';
import type { Json } from '../../../lib/kits/samples/sample.ts';
import { voiceoneSamples } from '../../../lib/kits/voiceone/samples.ts';
import { voicetwoSamples } from '../../../lib/kits/voicetwo/samples.ts';
import { catalog } from '../../../lib/voice/catalog.ts';
import { type Args, behind, called, type Mark, marked, OWNER, type World } from './planter.ts';

// What platforms send: the fields are those of the schemas, so that a new one is planted by itself.

const contextOf = (callId: string, invocationId = callId) => ({
  ...{ origin: 'loc_acme', caller: OWNER, called: called.acme, callId, invocationId },
  ...{ date: '2026-06-10', time: '09:00', serviceType: 'AC Repair', now: new Date(Date.UTC(2026, 5, 1)) },
});

const text = (name: string): readonly [string, Json] => [name, name === 'phone' ? OWNER : 'text'];
const textsOf = (names: readonly string[]): Record<string, Json> => Object.fromEntries(names.map(text));
const crmStructure = new Set(['type', 'locationId', 'location', 'phone']);

/** The bodies of leads, with a text in each field that the service reads. */
export const leads = {
  nested: {
    type: 'WorkflowWebhook',
    locationId: 'loc_acme',
    contact: textsOf(Object.keys(contactEntries)),
    customData: { ...textsOf(Object.keys(customDataEntries)), unknown: 'text' },
  },
  flat: {
    ...textsOf(flatContactFields),
    location: { id: 'loc_acme' },
    customData: { serviceRequested: 'text', unknown: 'text' },
  },
  'flat with its own fields': {
    ...textsOf(flatContactFields),
    location: { id: 'loc_acme' },
    customData: textsOf(Object.keys(customDataEntries)),
  },
  ...Object.fromEntries(
    Object.entries(crmSamples).map(([name, { body }]) => {
      const sample = body(contextOf('call_lead'), textsOf(Object.keys(customDataEntries)));
      return [`sample ${name}`, sample] as const;
    }),
  ),
} as const satisfies Readonly<Record<string, Json>>;

export async function plantLead({ service }: World, body: Json, mark: Mark): Promise<void> {
  expect((await service.send('crm', marked(body, mark, crmStructure))).status).toBe(202);
}

/** A lead whose field of the service was renamed, and in which a name is a person's text, too. */
export async function plantRefused({ service }: World, mark: Mark): Promise<void> {
  const { serviceRequested: _, ...others } = textsOf(Object.keys(customDataEntries));
  const sent = { ...leads.nested, customData: { ...others, [mark('name of a field')]: 'text' } };
  expect((await service.send('crm', marked(sent, mark, crmStructure))).status).toBe(422);
}

/** Arguments that a function needs in order to store the others. */
export const usable: Args = {
  ...{ date: '2026-06-10', time: '09:00', serviceType: 'AC Repair', customerPhone: OWNER },
};
const kept = new Set(['urgency', 'additionalVisit', 'dispatchRequestId', 'siteId', 'which', 'technician']);

/**
 * Calls every function that stores anything: with a marker in each text of its arguments, then without structure. Another
 * call remembers what it was told in place of a number.
 */
export async function plantCall({ service }: World, number: string, mark: Mark): Promise<void> {
  for (const { voiceone: name, arguments: schema, writes } of catalog) {
    if (!writes) continue;
    const fields = Object.keys(schema.entries);
    const texts = fields.filter((field) => !(field in usable) && !kept.has(field));
    const call = { from_number: number, call_id: `call_of_${number}` };
    const args = Object.fromEntries(texts.map((field) => [field, mark(field)]));
    await service.call(name, { ...usable, ...args }, call);
    const all = Object.fromEntries(fields.map((field) => [field, mark(field)]));
    await service.call(name, { ...all, customerPhone: OWNER }, call);
  }
  const other = { from_number: number, call_id: `other_call_of_${number}` };
  expect(await service.call('hold_time', { customerPhone: mark('customerPhone') }, other)).toHaveProperty(
    'message',
  );
}

/** A booking at another address than that of the visit that the number has: the question about it names both. */
export async function plantRefusedBooking({ service }: World, mark: Mark): Promise<void> {
  const call = { from_number: OWNER, call_id: 'call_elsewhere' };
  const booked = { ...usable, customerName: mark('customerName'), address: mark('address') };
  expect(await service.call('book_job', booked, { from_number: OWNER })).toMatchObject({ confirmed: true });
  const elsewhere = { ...booked, address: mark('address') };
  expect(await service.call('book_job', elsewhere, call)).toMatchObject({ reason: 'another_address' });
}

/** An emergency that a caller reports, of which people are told. */
export async function plantEmergency({ service }: World, mark: Mark): Promise<void> {
  const book = catalog.find(({ voiceone }) => voiceone === 'book_job');
  const texts = Object.keys(book?.arguments.entries ?? {}).filter((field) => !kept.has(field));
  const args = Object.fromEntries(texts.map((field) => [field, mark(field)]));
  const call = { from_number: OWNER, call_id: 'call_emergency' };
  const report = { ...args, urgency: 'emergency', customerPhone: OWNER };
  expect((await service.call('book_job', report, call)).dispatchRequestId).toMatch(/^dr_/);
}

const reportStructure = new Set([
  ...['event', 'call_id', 'agent_id', 'call_type', 'direction', 'from_number', 'to_number', 'call_status'],
  ...['role', 'tool_call_id', 'name', 'type', 'id', 'assistantId', 'number', 'startedAt', 'endedAt'],
]);

/** What was asked for in a call, as its report lists it. */
const asked = (mark: Mark) => ({ serviceType: mark('serviceType'), date: mark('date') });

export async function plantReports({ service }: World, mark: Mark): Promise<void> {
  const at = (origin: string, callId: string) => ({ ...contextOf(callId), origin });
  const url = (host: string) => `https://${host}.example/${mark('url').slice(0, -behind.length)}`;
  for (const name of ['call-ended', 'call-analyzed', 'call-not-connected']) {
    const sample = voiceoneSamples[name]?.body(at('agent_acme', 'call_one'), {}) ?? {};
    const body = JSON.parse(JSON.stringify(marked(sample, mark, reportStructure)));
    const invoked = { role: 'tool_call_invocation', tool_call_id: 't', name: 'check_availability' };
    body.call.transcript_with_tool_calls = [{ ...invoked, arguments: JSON.stringify(asked(mark)) }];
    body.call.recording_url = url('one');
    expect((await service.send('voiceone-call-complete', body)).status).toBe(204);
  }
  const sample = voicetwoSamples['end-of-call-report']?.body(at('asst_acme', 'call_two'), {}) ?? {};
  const body = JSON.parse(JSON.stringify(marked(sample, mark, reportStructure)));
  const tool = { name: 'checkAvailability', arguments: asked(mark) };
  body.message.artifact.messages = [{ toolCalls: [{ id: 't', function: tool }] }];
  body.message.artifact.recordingUrl = url('two');
  expect((await service.send('voicetwo', body)).status).toBe(200);
}
