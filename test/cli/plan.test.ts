import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { ran } from './run-cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'dispatch-plan-'));
afterAll(() => rmSync(folder, { recursive: true }));

const account = {
  ...{
    accountId: 'acme',
    name: 'Acme',
    timezone: 'America/New_York',
    hours: { tuesday: [['08:00', '18:00']] },
  },
  booking: { bufferMinutes: 0 },
  serviceTypes: [{ id: 'repair', name: 'Repair', durationMinutes: 60 }],
  technicians: [
    { id: 'ana', name: 'Ana', homeZip: '19004' },
    { id: 'ben', name: 'Ben', homeZip: '19154' },
  ],
  travel: {},
};
const promise = { from: '08:00', to: '12:00' };
const visit = (id: string, technicianId: string, zip: string, over = {}) => ({
  ...{ dispatchRequestId: id, technicianId, time: '09:00', serviceTypeId: 'repair', zip, promise, ...over },
});
/** Ana lives in the west of Philadelphia and Ben in the north-east, and each goes to the other's end. */
const day = {
  account,
  date: '2026-12-01',
  visits: [visit('v1', 'ana', '19154', { version: 4 }), visit('v2', 'ben', '19004')],
};

const now = () => new Date('2026-11-30T23:00:00.000Z');
async function plan(document: unknown, ...args: string[]) {
  const file = join(folder, 'day.json');
  writeFileSync(file, JSON.stringify(document));
  const done = await ran(['plan', '--file', file, ...args], { environment: {}, root: process.cwd(), now });
  return { ...done, err: done.err.replaceAll(`${file}: `, '') };
}

describe('a plan of a file', () => {
  it('is a document', async () => {
    const { code, out } = await plan(day, '--json');
    expect(code).toBe(0);
    const { before, after, savedMinutes, changes, ...rest } = JSON.parse(out);
    expect(rest).toEqual({
      accountId: 'acme',
      date: '2026-12-01',
      madeAt: '2026-11-30T23:00:00.000Z',
      short: [],
      outside: [],
    });
    expect(savedMinutes).toBe(before.driveMinutes - after.driveMinutes);
    expect(changes).toEqual([
      {
        ...{ number: 1, dispatchRequestId: 'v1', version: 4, state: 'proposed', needs: [2] },
        from: { technicianId: 'ana', startsAt: '2026-12-01T14:00:00.000Z' },
        to: { technicianId: 'ben', startsAt: '2026-12-01T14:00:00.000Z' },
        reason: expect.stringMatching(/^Ben is 5 minutes away, Ana \d\d$/),
        savedMinutes: expect.any(Number),
      },
      expect.objectContaining({ number: 2, dispatchRequestId: 'v2', version: 1, needs: [1] }),
    ]);
    expect(changes[0].savedMinutes + changes[1].savedMinutes).toBe(savedMinutes);
  });

  it('is read in a sentence and a table', async () => {
    const { out } = await plan(day);
    expect(out).toMatch(/^\d h \d+ min less driving, 2 changes, every promise kept\n┌/);
    expect(out).toContain('Ana, 2026-12-01 9:00 AM');
    expect((await plan({ ...day, visits: [] })).out).toBe('Nothing to change: no other order saves driving.');
    const { out: lines } = await plan(day, '--tsv');
    expect(lines.split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual([
      ['change', 'dispatch request', 'from'],
      ['1', 'v1', 'Ana, 2026-12-01 09:00'],
      ['2', 'v2', 'Ben, 2026-12-01 09:00'],
    ]);
  });

  it('says what can’t be driven, what breaks its promise, and which places it does not know', async () => {
    const visits = [
      visit('v1', 'ana', '19154', { pinned: true }),
      visit('v2', 'ana', '00000', { time: '09:30', pinned: true, promise: { from: '10:00', to: '12:00' } }),
      visit('v3', 'ben', '19154', { time: '12:00', pinned: true }),
    ];
    const blocks = [{ technicianId: 'ben', from: '12:30', to: '13:00' }];
    const { out, err } = await plan({ ...day, visits, blocks });
    expect(out.split('\n')).toEqual([
      'No change would help.',
      '90 minutes short between v1 and v2.',
      'v3 stands in blocked time.',
      'v2 begins outside of what was promised.',
      'v3 begins outside of what was promised.',
    ]);
    expect(err).toBe('Warning: unknown places, to and from which drives take 60 minutes: v2');
  });

  it('names a block by its time, and has nothing but the table on stdout for other programs', async () => {
    const visits = [visit('v1', 'ana', '19154', { pinned: true })];
    const blocks = [
      { technicianId: 'ben', from: '08:00', to: '08:30', zip: '19004' },
      { technicianId: 'ana', from: '10:15', to: '11:00', zip: '19004' },
    ];
    const left = '45 minutes short between v1 and the block at 2026-12-01 10:15 AM.';
    expect((await plan({ ...day, visits, blocks })).out).toBe(`No change would help.\n${left}`);
    const { short } = JSON.parse((await plan({ ...day, visits, blocks }, '--json')).out);
    expect(short).toEqual([{ from: 'v1', to: 'blocks[1]', minutes: expect.any(Number) }]);
    const { out, err } = await plan({ ...day, visits, blocks }, '--tsv');
    expect(out.split('\n')).toHaveLength(1);
    expect(err).toBe(left.replace('10:15 AM', '10:15'));
  });

  it('moves nothing that is pinned, under way, or asked for, and ignores what is canceled', async () => {
    for (const over of [
      { pinned: true },
      { status: 'dispatched' },
      { askedFor: 'ana' },
      { status: 'canceled' },
    ]) {
      const visits = [{ ...day.visits[0], ...over }, day.visits[1]];
      const { changes } = JSON.parse((await plan({ ...day, visits }, '--json')).out);
      expect(changes.map((change: { dispatchRequestId: string }) => change.dispatchRequestId)).not.toContain(
        'v1',
      );
    }
  });

  it('takes a place that is far away, or that nobody knows, as unknown', async () => {
    for (const zip of ['99501', '00000', 'nowhere']) {
      const visits = [visit('v1', 'ana', zip)];
      const { before } = JSON.parse((await plan({ ...day, visits }, '--json')).out);
      expect(before.driveMinutes).toBe(120);
    }
  });
});

describe('a file that is wrong', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['is no object', [], ['expected an object']],
    ['lacks all', {}, ['account: expected an object', 'date: expected a value', 'visits: expected a value']],
    [
      'names a date that does not exist',
      { ...day, date: '2026-02-29' },
      ['date: expected a calendar date as YYYY-MM-DD'],
    ],
    [
      'has an account without travel',
      { ...day, account: { ...account, travel: undefined } },
      ['account.travel: expected how long drives take'],
    ],
    [
      'has an account with a fault',
      { ...day, account: { ...account, travel: { speedKmh: 1 } } },
      ['account.travel.speedKmh: expected a number from 5 to 200'],
    ],
    [
      'names whom and what the account does not have',
      { ...day, visits: [visit('v1', 'zoe', '19103', { serviceTypeId: 'roof', askedFor: 'max' })] },
      [
        'visits[0].technicianId: expected the id of a technician of the account',
        'visits[0].askedFor: expected the id of a technician of the account',
        'visits[0].serviceTypeId: expected the id of a service of the account',
      ],
    ],
    [
      'has a visit twice, with a promise that ends before it begins',
      {
        ...day,
        visits: [...day.visits, visit('v1', 'ana', '19103', { promise: { from: '12:00', to: '08:00' } })],
      },
      [
        'visits[2].dispatchRequestId: expected an id different from visits[0]',
        'visits[2].promise.to: expected an end after its start',
      ],
    ],
    [
      'has a visit with the id of a block',
      {
        ...day,
        visits: [visit('blocks[0]', 'ana', '19103')],
        blocks: [{ technicianId: 'ana', from: '08:00', to: '09:00' }],
      },
      ['visits[0].dispatchRequestId: expected an id that no block has'],
    ],
    [
      'has times that are none',
      {
        ...day,
        blocks: [{ technicianId: 'ana', from: '8:00', to: '25:00' }],
        visits: [visit('v1', 'ana', '1', { time: '9' })],
      },
      [
        'visits[0].time: expected a time as HH:MM',
        'blocks[0].from: expected a time as HH:MM',
        'blocks[0].to: expected a time as HH:MM, up to 24:00',
      ],
    ],
    [
      'has an unknown field',
      { ...day, visits: [visit('v1', 'ana', '19103', { nmae: 1 })] },
      ['visits[0]: expected no unknown fields'],
    ],
  ])('%s', async (_, document, faults) => {
    const { code, out, err } = await plan(document);
    expect([code, out]).toEqual([1, '']);
    expect(err.split('\n')).toEqual(faults);
  });

  it('is said to be missing', async () => {
    const { err } = await ran(['plan', '--file', join(folder, 'none.json')], {
      environment: {},
      root: '',
      now,
    });
    expect(err).toBe(`${join(folder, 'none.json')}: there is no such file or folder.`);
  });
});

it('the account of the demo can be planned once it has travel', async () => {
  const { code, err } = await plan({
    account: { ...demoAccount, travel: {} },
    date: '2026-12-01',
    visits: [],
  });
  expect([code, err]).toEqual([0, '']);
});
