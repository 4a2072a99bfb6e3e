import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { accountDocument } from '../functions/service.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';
import { cliOf } from './run-cli.ts';

const fixture = withCommandLine(twoAlike);
const folder = mkdtempSync(join(tmpdir(), 'accounts-put-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A file with a changed document of the account. */
function file(over: Record<string, unknown> = {}): string {
  const path = join(folder, 'acme.json');
  writeFileSync(path, JSON.stringify(accountDocument({ ...twoAlike, ...over })));
  return path;
}
const holiday = { exceptions: { '2026-06-10': [] } };
const names = twoAlike.technicians;
const skilledService = {
  serviceTypes: accountDocument().serviceTypes.map((service) => ({ ...service, skills: ['hvac'] })),
};
/** Another technician has the skill. */
const needed = [...names, { id: 'cleo', name: 'Cleo', skills: ['hvac'] }];
const timeOff = [{ from: '2026-06-10T10:30', to: '2026-06-10T12:00' }];
const away = names.map((technician) => ({ ...technician, timeOff }));
const put = (over: Record<string, unknown>, ...options: string[]) =>
  fixture.cli.run('accounts', 'put', file(over), '--by', 'kim', ...options);
const stored = () => fixture.service.accounts.byId('acme-hvac');
const flagsOf = async (id: string) => (await fixture.service.requests.get(id))?.needsReview;

describe('a document', () => {
  it('is stored if there is none, regardless of the version that it names', async () => {
    const over = { accountId: 'new', origins: {}, version: 4 };
    expect(await put(over)).toMatchObject({ code: 0, out: 'new is stored as version 1.' });
  });

  it('is stored if its base, from the option or the file, is the stored version', async () => {
    expect(await put({ name: 'One' }, '--base', '1')).toMatchObject({ code: 0, err: '' });
    expect(await put({ name: 'Two', version: 2 })).toMatchObject({ code: 0, err: '' });
    expect(await stored()).toMatchObject({ name: 'Two', version: 3 });
  });

  it('is refused with the difference if another version is stored, even with consent', async () => {
    await put(holiday, '--base', '1');
    const { code, out, err } = await put({ name: 'Older' }, '--base', '1', '--yes');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('exceptions.2026-06-10');
    expect(err).toContain('version 2 is stored, not 1');
    expect(await stored()).toMatchObject({ ...holiday, name: 'Acme Heating and Air', version: 2 });
  });

  it('without a base needs consent, and shows the difference', async () => {
    const booking = { ...accountDocument().booking, gridMinutes: 60 };
    const { code, err } = await put({ booking });
    expect(code).toBe(1);
    expect(err).toMatch(/booking\.gridMinutes.* 30 .* 60 /);
    expect(await stored()).toMatchObject({ version: 1 });
    expect(await put({ booking }, '--yes')).toMatchObject({ code: 0 });
    expect(await stored()).toMatchObject({ version: 2, booking: { gridMinutes: 60 } });
  });

  it('that is already stored is not stored again', async () => {
    expect(await put({})).toMatchObject({ code: 0, out: 'acme-hvac is stored as version 1.' });
  });

  it('prints the reason as JSON if it is not stored', async () => {
    const answer = await fixture.cli.refusal('accounts', 'put', file({ name: 'New' }), '--by', 'kim');
    expect(answer).toMatchObject({
      reason: 'confirmation_needed',
      version: 1,
      differences: [{ path: 'name', before: 'Acme Heating and Air', after: 'New' }],
      appointments: [],
    });
  });
});

describe('an appointment that a document rules out', () => {
  it.each([
    ['by a holiday', holiday, ['hours']],
    ['by the technicians', { technicians: [{ id: 'cleo', name: 'Cleo' }] }, ['technician']],
    ['by a skill that is needed now', { ...skilledService, technicians: needed }, ['technician']],
    ['by time off', { technicians: away }, ['hours']],
    ['by the services', { serviceTypes: accountDocument().serviceTypes.slice(1) }, ['serviceType']],
  ])('%s is shown, and flagged after consent', async (_, over, flags) => {
    const id = await fixture.booked({ address: '1 Main St' });
    const { code, err } = await put(over, '--base', '1');
    expect(code).toBe(1);
    expect(err).toContain(id);
    expect(await stored()).toMatchObject({ version: 1 });
    expect(await flagsOf(id)).toEqual([]);

    const done = await put(over, '--base', '1', '--yes');
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(id) });
    expect(await fixture.service.requests.get(id)).toMatchObject({ status: 'scheduled', needsReview: flags });
    expect((await fixture.service.requests.get(id))?.history.at(-1)).toMatchObject({
      by: 'dispatcher:kim',
      why: `ruled out by the account: ${flags.join(', ')}`,
    });
    expect(await fixture.cli.json('requests', 'list', '--account', 'acme-hvac', '--review')).toHaveLength(1);
  });

  it('is flagged by a second run if the first was interrupted after storing the document', async () => {
    const id = await fixture.booked({ address: '1 Main St' });
    await fixture.service.accounts.put(accountDocument({ ...twoAlike, ...holiday }));
    expect(await put(holiday)).toMatchObject({ code: 1, err: expect.stringContaining(id) });
    expect(await put(holiday, '--yes')).toMatchObject({ code: 0 });
    expect(await flagsOf(id)).toEqual(['hours']);
    const { history = [] } = (await fixture.service.requests.get(id)) ?? {};
    await put(holiday, '--yes');
    expect((await fixture.service.requests.get(id))?.history).toEqual(history);
  });

  it('does not matter if it was ruled out before, is over, or is unaffected', async () => {
    const id = await fixture.booked({ address: '1 Main St' });
    await put(holiday, '--base', '1', '--yes');
    expect(await put({ ...holiday, name: 'New' }, '--base', '2')).toMatchObject({ code: 0 });
    expect(await flagsOf(id)).toEqual(['hours']);
    fixture.service.clock.now = Date.UTC(2026, 5, 10, 15);
    const gone = { technicians: [{ id: 'cleo', name: 'Cleo' }] };
    expect(await put({ ...holiday, ...gone }, '--base', '3')).toMatchObject({ code: 0 });
  });

  it('is resolved by moving it', async () => {
    const id = await fixture.booked({ address: '1 Main St' });
    await put(holiday, '--base', '1', '--yes');
    const to = ['--date', '2026-06-11', '--time', '09:00', '--by', 'kim'];
    expect(await fixture.cli.run('requests', 'move', id, ...to)).toMatchObject({ code: 0 });
    expect(await flagsOf(id)).toEqual([]);
  });
});

describe('a block whose technician a document no longer has', () => {
  const leaving = names[1];
  const remaining = { technicians: names.filter(({ id }) => id !== leaving?.id) };
  const block = async (from: string, to: string, technician = leaving?.id ?? '') => {
    const command = ['technicians', 'block', '--technician', technician, '--from', from, '--to', to];
    const { blockId } = await fixture.cli.json(
      ...[...command, '--reason', 'training', '--account', 'acme-hvac', '--by', 'kim'],
    );
    return String(blockId);
  };

  it('is shown until consent, and listed once the document is stored', async () => {
    const id = await block('2026-06-10T09:00', '2026-06-10T11:00');
    const kept = await block('2026-06-10T09:00', '2026-06-10T11:00', names[0]?.id);
    const { code, err } = await put(remaining, '--base', '1');
    expect({ code, isShown: err.includes(id), isKeptShown: err.includes(kept) }).toEqual({
      code: 1,
      isShown: true,
      isKeptShown: false,
    });

    const done = await put(remaining, '--base', '1', '--yes');
    expect(done).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`block without technician.*${id}`, 's')),
    });
    expect(done.out).not.toContain(kept);
  });

  it('is listed as JSON, refused and stored', async () => {
    const id = await block('2026-06-10T09:00', '2026-06-10T11:00');
    const blocks = [expect.objectContaining({ blockId: id, technicianId: leaving?.id })];
    const args = ['accounts', 'put', file(remaining), '--by', 'kim', '--base', '1'];
    expect(await fixture.cli.refusal(...args)).toMatchObject({ reason: 'confirmation_needed', blocks });
    expect(await fixture.cli.json(...args, '--yes')).toMatchObject({ flagged: [], blocks });
  });

  it('does not matter if it is over or had no technician before', async () => {
    await block('2026-06-10T09:00', '2026-06-10T11:00');
    await put(remaining, '--base', '1', '--yes');
    expect(await put({ ...remaining, name: 'New' }, '--base', '2')).toMatchObject({ code: 0, err: '' });
  });
});

it('flags a booking that was decided on the document before and is stored after the first look', async () => {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  fixture.service.table.document.middlewareStack.add(
    (next) => async (args) => {
      if ('TransactItems' in args.input) {
        reached.resolve();
        await released.promise;
      }
      return await next(args);
    },
    { step: 'initialize' },
  );
  const booked = fixture.booked({ technician: 'Ana' });
  await reached.promise;
  const waits: number[] = [];
  const cli = cliOf(fixture.service, async (ms) => {
    waits.push(ms);
    released.resolve();
    await booked;
  });
  const over = { technicians: names.filter(({ name }) => name !== 'Ana') };
  const { out } = await cli.run('accounts', 'put', file(over), '--by', 'kim', '--yes');
  expect(waits).toEqual([10_000]);
  expect(out).toContain('flagged');
  expect(await flagsOf(await booked)).toContain('technician');
});
