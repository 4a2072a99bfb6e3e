import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { monday, outcome, type Service, startService, voicetwoBody } from './fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.destroy());

const parameters = { date: monday, time: '9:00 AM', serviceType: 'repair', customerName: 'Ann' };
const messages: readonly (readonly [string, object])[] = [
  ['function-call', { functionCall: { name: 'bookAppointment', parameters } }],
  ['tool-calls', { toolCallList: [{ id: 't', name: 'bookAppointment', arguments: parameters }] }],
  ['transfer-destination-request', {}],
  ['end-of-call-report', { transcript: 'Hello' }],
];

/** A message that names assistants both in the caller's metadata and as the platform does. */
const naming = (
  [type, own]: (typeof messages)[number],
  metadata: string,
  call?: string,
  assistant?: string,
) =>
  voicetwoBody(type, {
    ...own,
    call: {
      ...{ id: 'mixed', customer: { number: '+12125550142' } },
      ...{ metadata: { assistantId: metadata }, assistantId: call },
    },
    assistant: { id: assistant },
  });

describe.each(messages)('a message "%s" that names several assistants', (...message) => {
  it.each([
    ['in the call', ['asst_acme', 'asst_zenith']],
    ['beside the call', ['asst_acme', undefined, 'asst_zenith']],
    ['after one that nobody has', ['asst_acme', 'asst_nobody', 'asst_zenith']],
    ['and no other account knows the first', ['asst_nobody', 'asst_acme', 'asst_zenith']],
  ] as const)('is refused if another account has one %s', async (_, [metadata, call, assistant]) => {
    const { writes } = service.storage;
    const sent = await service.send('voicetwo', naming(message, metadata, call, assistant));
    expect(outcome(sent)).toEqual([403, 'account_forbidden']);
    expect(service.storage.writes).toBe(writes);
  });

  it('belongs to the account that has any of them', async () => {
    const sent = await service.send('voicetwo', naming(message, 'asst_nobody', 'asst_acme', 'asst_acme'));
    expect(sent.statusCode).toBe(200);
    expect(service.lines.at(-1)).toMatchObject({ account: 'acme' });
  });

  it('belongs to the account of the metadata for a key of only that account', async () => {
    const sent = naming(message, 'asst_acme', 'asst_zenith', 'asst_zenith');
    expect((await service.send('voicetwo', sent, { key: 'acme' })).statusCode).toBe(200);
    expect(service.lines.at(-1)).toMatchObject({ account: 'acme' });
    expect(outcome(await service.send('voicetwo', sent, { key: 'zenith' }))).toEqual([
      403,
      'account_forbidden',
    ]);
  });
});
