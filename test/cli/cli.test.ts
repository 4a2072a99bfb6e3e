import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demoAccount, demoApiKey } from '../../local/demo/demo-account.ts';
import { dispatch } from '../support/command-line.ts';
import { type LocalServer, startLocalServer } from '../support/processes.ts';

let folder: string;
let server: LocalServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dispatch-cli-'));
  server = await startLocalServer({ DISPATCH_DB: join(folder, 'dispatch.db') });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) => dispatch(args, { DISPATCH_DB: join(folder, 'dispatch.db') });
const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
const file = (name: string, document: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(document));
  return path;
};

describe('wrong usage', () => {
  it.each([
    [[], 'Usage: dispatch'],
    [['nonsense'], 'nonsense: unknown command'],
    [['requests', 'list'], '--account: expected <id>'],
    [['requests', 'list', '--account', 'acme-hvac', '--status', 'lost'], '--status: expected one of'],
    [['schedule', '--account', 'acme-hvac', '--date', '2026-02-30'], '--date: expected a calendar date'],
    [['calls', 'show', 'crm', 'call_1'], 'platform: expected one of voiceone'],
    [['send', 'crm/nonsense'], 'sample: expected the name of one'],
    [['send', 'crm/lead', '--set', 'nothing'], '--set: expected name=value'],
    [['secrets', 'generate', 'telegraph'], 'integration: expected one of crm'],
    [['requests', 'cancel', 'dr_1'], '--reason: expected <text>'],
    [['technicians', 'unblock'], 'blockId: expected a value'],
    [['calls', 'list'], '--account: expected <id>'],
  ])('is exit code 2 with an error on stderr: %j', async (args, fault) => {
    const { code, stdout, stderr } = await run(...args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(fault);
  });
});

describe('something that does not exist', () => {
  it.each([
    [['accounts', 'show', 'nobody']],
    [['requests', 'show', 'dr_00000000000000000000']],
    [['requests', 'list', '--account', 'nobody']],
    [['schedule', '--account', 'nobody', '--date', '2026-06-10']],
    [['calls', 'show', 'voiceone', 'call_none']],
    [['calls', 'list', '--account', 'nobody']],
    [['requests', 'reviewed', 'dr_00000000000000000000']],
    [['technicians', 'unblock', 'bl_00000000000000000000']],
    [['customers', 'show', '--account', 'acme-hvac', '--phone', '+12125550198']],
    [['accounts', 'list', '--table', 'no-such-table']],
    [['accounts', 'list', '--endpoint', 'http://127.0.0.1:1']],
  ])('is exit code 1 with one line on stderr: %j', async (args) => {
    const { code, stdout, stderr } = await run(...args, '--json');

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
  });

  it('includes a server: the error says how to start one', async () => {
    const { code, stderr } = await dispatch(['accounts', 'list'], { DISPATCH_DB: join(folder, 'no', 'db') });

    expect(code).toBe(1);
    expect(stderr).toBe(
      'server: none is running; start one with npm start, or pass --stack, or --endpoint (and --table).\n',
    );
  });
});

describe('accounts', () => {
  it('checks a document and lists every fault', async () => {
    const path = file('bad.json', { ...demoAccount, timezone: 'Mars', name: 7 });
    const { code, stderr } = await run('accounts', 'validate', path);

    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/bad\.json: name: expected/),
      expect.stringMatching(/bad\.json: timezone: expected/),
    ]);
  });

  it('stores one, which is listed and shown with its defaults', async () => {
    const origins = { crm: ['loc_two'] };
    const path = file('two.json', { ...demoAccount, accountId: 'two', name: 'Two \u001b[31mCo', origins });
    const put = await run('accounts', 'put', path);
    const listed = await run('accounts', 'list');
    const shown = await json('accounts', 'show', 'two');

    expect(put).toEqual({ code: 0, stdout: 'two is stored as version 1.\n', stderr: '' });
    expect(listed.stdout).toContain('Two [31mCo');
    expect(listed.stdout).not.toContain('\u001b');
    expect(shown).toMatchObject({ accountId: 'two', callRetentionDays: 365 });
  });

  it('refuses an origin of another account', async () => {
    const path = file('thief.json', { ...demoAccount, accountId: 'thief', origins: { crm: ['loc_acme'] } });
    const { code, stderr } = await run('accounts', 'put', path);

    expect(code).toBe(1);
    expect(stderr).toContain('origins.crm');
  });
});

describe('send', () => {
  it.each([
    ['voiceone/get-service-types', 'retell'],
    ['voicetwo/get-service-types', 'vapi'],
    ['voicetwo/get-service-types', 'vapi-shared'],
  ])('signs %s as the key %s says', async (name, key) => {
    expect((await json('send', name, '--key', key)).status).toBe(200);
  });

  it('sends an API key instead of a signature', async () => {
    const sent = await dispatch(
      ['send', 'crm/lead', '--api-key', '-', '--json'],
      { DISPATCH_DB: join(folder, 'dispatch.db') },
      demoApiKey,
    );
    expect(JSON.parse(sent.stdout).status).toBe(202);
  });

  it('prints a refusal and ends with exit code 1', async () => {
    const secrets = file('other.json', {
      keys: [{ id: 'a', secret: 'sixteen-or-more-characters', accounts: ['*'] }],
    });
    const { code, stdout, stderr } = await run('send', 'crm/lead', '--secret-file', secrets);

    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^401 Unauthorized\n\{/);
    expect(stdout).toContain('"signature_invalid"');
  });

  it('requires the secret of a service elsewhere', async () => {
    const { code, stderr } = await run('send', 'crm/lead', '--url', 'https://example.com');

    expect(code).toBe(1);
    expect(stderr).toContain('--secret-file');
  });
});

describe('a booking', () => {
  it('is in the list, on the board and with its call', async () => {
    const call = 'call_of_the_test';
    const set = ['--set', `call.call_id=${call}`];
    const about = ['--set', 'args.serviceType=Plumbing Repair', '--set', 'args.customerName=Zoe'];
    const { answer } = await json('send', 'voiceone/book-job', ...set, ...about);
    await run('send', 'voiceone/call-ended', ...set);
    const { dispatchRequestId, date, time, technician } = answer;
    const listed = await json('requests', 'list', '--account', 'acme-hvac', '--status', 'scheduled');
    const board = await json('schedule', '--account', 'acme-hvac', '--date', date);
    const drawn = await run('schedule', '--account', 'acme-hvac', '--date', date);
    const kept = await json('calls', 'show', 'voiceone', call);

    expect(time).toBe('9:00 AM');
    expect(listed).toContainEqual(expect.objectContaining({ dispatchRequestId, callId: call }));
    expect(board.find((row: { technician: string }) => row.technician === technician).appointments).toEqual([
      expect.objectContaining({
        dispatchRequestId,
        minute: 9 * 60,
        customer: 'Zoe',
        serviceType: 'Plumbing Repair',
      }),
    ]);
    expect(drawn.stdout).toContain(dispatchRequestId);
    expect(kept).toMatchObject({ callId: call, dispatchRequestIds: [dispatchRequestId] });
    expect(kept.transcript).toContain('User: Hi');
  });
});

describe('a dispatcher', () => {
  it('turns a lead into an appointment, and time off into a block, which the board shows', async () => {
    const { answer } = await json('send', 'crm/lead', '--set', 'customData.serviceRequested=Estimate');
    const id = answer.dispatchRequestId;
    const { preferredDate: date } = await json('requests', 'show', id);
    const at = ['--date', date, '--time', '11:00', '--technician', 'Carla'];
    const changed = await run('requests', 'schedule', id, ...at, '--by', 'Kim');
    const day = ['--from', `${date}T13:00`, '--to', `${date}T24:00`, '--reason', 'training'];
    const who = ['--account', 'acme-hvac', '--technician', 'carla'];
    const block = await json('technicians', 'block', ...who, ...day);
    const over = ['--from', `${date}T11:00`, '--to', `${date}T12:00`, '--reason', 'training'];
    const refused = await run('technicians', 'block', ...who, ...over, '--json');
    const board = await json('schedule', '--account', 'acme-hvac', '--date', date);

    expect(changed).toMatchObject({ code: 0, stdout: expect.stringContaining('11:00 AM Carla'), stderr: '' });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({
      reason: 'occupied',
      jobs: [{ dispatchRequestId: id }],
    });
    expect(board.find((row: { technicianId: string }) => row.technicianId === 'carla')).toMatchObject({
      appointments: expect.arrayContaining([expect.objectContaining({ dispatchRequestId: id })]),
      blocks: [{ blockId: block.blockId }],
    });
  });
});
