import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toCursor } from '../../lib/board/operation.ts';
import { boardOf } from './board-fixture.ts';
import { accountDocument, type Service, startService } from './service.ts';

let service: Service;
let board: ReturnType<typeof boardOf>;
beforeAll(async () => {
  service = await startService();
  const origins = { crm: ['loc_zenith'], voiceone: ['agent_zenith'], voicetwo: ['asst_zenith'] };
  await service.accounts.put(accountDocument({ accountId: 'zenith', origins }));
  board = boardOf(service);
  await service.call('take_message', { about: 'The invoice' });
  const call = { call_id: 'call_1', agent_id: 'agent_acme', from_number: '+12125550123', transcript: 'Hi' };
  await service.send('voiceone-call-complete', { event: 'call_ended', call });
});
afterAll(() => service.stop());

const lists = [
  ['queue', { dispatchRequestId: 'dr_7y2k9m4n8p3q5r6s0t1v', queueOrder: '1#2026-06-01T13:00:00.000Z' }],
  ['calls', { integration: 'voiceone', callId: 'call_1', createdAt: '2026-06-01T12:00:00.000Z' }],
] as const;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '').toString('base64url');
const read = (list: string, cursor: string) => board.get(`/${list}?cursor=${encodeURIComponent(cursor)}`);
/** A cursor is good, or refused as such. */
const expectAnswer = async (list: string, cursor: string) => {
  const { status, body } = await read(list, cursor);
  expect(status === 200 || (status === 400 && body.code === 'cursor_invalid')).toBe(true);
};
const expectRefused = async (list: string, cursor: string) => {
  const { status, body } = await read(list, cursor);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'cursor_invalid' });
};

describe.each(lists)('a cursor of the %s', (list, place) => {
  const good = toCursor(list, 'acme-hvac', place);

  it('is taken as it was issued', async () => {
    expect((await read(list, good)).status).toBe(200);
  });

  it('of another account or list, or of no list, is refused', async () => {
    await expectRefused(list, toCursor(list, 'zenith', place));
    await expectRefused(list, toCursor('other', 'acme-hvac', place));
    for (const cursor of ['', 'x', '%', 'null', good.slice(0, -8), good + good, 'A'.repeat(10_000)])
      await expectRefused(list, cursor);
  });

  it('is never a fault, whatever byte of it is changed', async () => {
    for (let at = 0; at < good.length; at++) {
      for (const other of ['A', '_', 'z', '']) {
        await expectAnswer(list, `${good.slice(0, at)}${other}${good.slice(at + 1)}`);
      }
    }
  });

  it('is refused if a part of its place is missing, empty, too long or no such part', async () => {
    const wrong = [
      '',
      ' ',
      '\u0000',
      '\ud800',
      'x'.repeat(3_000),
      '9#'.repeat(600),
      '1#9',
      '9#Z',
      '2026',
      '\n',
      '../..',
      0,
      null,
      [],
      {},
    ];
    for (const part of Object.keys(place)) {
      const { [part]: _, ...without } = Object.fromEntries(Object.entries(place));
      await expectRefused(list, encode([`${list}/acme-hvac`, without]));
      for (const value of wrong) {
        // The platform's own ids of calls may be almost anything.
        const check =
          part === 'callId' && value !== '' && String(value).length < 200 ? expectAnswer : expectRefused;
        await check(list, encode([`${list}/acme-hvac`, { ...place, [part]: value }]));
      }
    }
  });

  it('is never a fault, whatever its structure', async () => {
    const name = fc.constantFrom(`${list}/acme-hvac`, `${list}/zenith`, 7);
    const parts = fc.dictionary(
      fc.constantFrom(...Object.keys(place), 'pk', '__proto__'),
      fc.oneof(fc.constantFrom(...Object.values(place)), fc.string({ unit: 'binary' }), fc.jsonValue()),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.tuple(name, parts), fc.jsonValue()), (value) =>
        expectAnswer(list, encode(value)),
      ),
      { numRuns: 300 },
    );
  });

  it('is refused if DynamoDB refuses its place, as one outside of the query', async () => {
    const { middlewareStack } = service.table.document;
    const refused = Object.assign(new Error('The provided starting key is invalid'), {
      name: 'ValidationException',
    });
    middlewareStack.add(
      (next) => (args) =>
        'ExclusiveStartKey' in args.input && args.input.ExclusiveStartKey
          ? Promise.reject(refused)
          : next(args),
      { step: 'initialize', name: 'refuseKeys' },
    );
    await expectRefused(list, good).finally(() => middlewareStack.remove('refuseKeys'));
  });
});
