import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { canonicalText } from '../../lib/record/ids.ts';
import { pageFiles } from '../../pages/files.ts';
import { cliOf } from '../cli/run-cli.ts';
import { storedText } from '../support/stored.ts';
import { type Pages, pagesOf, type Shown, wordsOn } from './pages-fixture.ts';
import { accountDocument, booking, technicians } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const always = { monday: [['00:00', '24:00']] };
const service = servicePerTest(() =>
  accountDocument({
    technicians,
    onCall: [{ technicianId: 'ana', phone: '+12125550110', role: 'first', hours: always }],
  }),
);
const DAY = '2026-06-10';

let pages: Pages;
let id: string;
let paths: Readonly<Record<'visit' | 'day' | 'alert', string>>;
beforeEach(async () => {
  pages = pagesOf(service());
  id = (await service().call('book_job', booking({ technician: 'Ana' }))).dispatchRequestId;
  paths = {
    visit: await pages.visit(id, '+12125550123'),
    day: await pages.day('ana', DAY),
    alert: await pages.alert(id, 'Ana'),
  };
});

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const newToken = () => randomBytes(16).toString('base64url');
const without = ({ headers: { 'x-request-id': _, ...headers }, status, text }: Shown) => ({
  headers,
  status,
  text,
});

describe('a link that does not work', () => {
  it('gets one and the same answer, whatever the reason and the method', async () => {
    const revoked = await pages.visit(id);
    await cliOf(service()).json('links', 'revoke', '--account', 'acme-hvac', '--request', id);
    const own = await pages.visit(id);
    const token = own.slice(3);
    const expired = await pages.day('ana', '2026-05-01');
    const gone = await pages.visit('dr_0123456789abcdefghjk');
    const dead = [
      ...[revoked, expired, gone, paths.visit, paths.alert],
      ...[`/v/${newToken()}`, `/t/${newToken()}`, `/a/${newToken()}`],
      ...[`/t/${token}`, `/a/${token}`, `/v/${paths.day.slice(3)}`, `/V/${token}`],
      ...[`${own}/`, `${own}=`, `${own}x`, own.slice(0, -1), `/v/${token.toLowerCase()}`],
      ...[
        '/v/',
        '/v',
        '/',
        '/x',
        '/favicon.ico',
        '/pages/',
        '/pages/page.css',
        '/v/%00',
        '/v/..%2f',
        '/api/v1/accounts',
      ],
    ];
    const expected = without(await pages.ask(`/v/${newToken()}`));
    expect(expected.status).toBe(404);
    expect(wordsOn(await pages.ask('/v/x'))).toContain('This link doesn’t work');
    for (const path of dead)
      for (const method of methods) {
        const shown = without(
          await pages.ask(path, { method, body: method === 'POST' ? 'action=cancel&version=1' : '' }),
        );
        expect({ path, method, ...shown }).toEqual({
          path,
          method,
          ...expected,
          text: method === 'HEAD' ? '' : expected.text,
        });
      }
    for (const method of methods.slice(3))
      expect(without(await pages.ask(own, { method }))).toEqual(expected);
    expect((await pages.ask(own)).status).toBe(200);
    expect((await service().stored.get(id))?.version).toBe(1);
  });

  it('gets one and the same answer as a program', async () => {
    const headers = { accept: 'application/json' };
    for (const path of [`/v/${newToken()}`, `/t/${paths.visit.slice(3)}`])
      expect((await pages.ask(path, { method: 'POST', headers })).json).toEqual({
        ...{ ok: false, reason: 'not_found', message: 'This link does not work.' },
      });
  });

  it('is that of an erased person', async () => {
    const person = ['--account', 'acme-hvac', '--phone', '+12125550123'];
    await cliOf(service()).json('customers', 'delete', ...person, '--keep-visits', '--yes');
    for (const path of [paths.visit, paths.alert]) expect((await pages.ask(path)).status).toBe(404);
    expect(wordsOn(await pages.ask(paths.day))).not.toMatch(/Dana|0123/);
  });
});

/** The items of the table, each in a canonical order. */
async function items(): Promise<readonly string[]> {
  const stored: unknown[] = JSON.parse(await storedText(service().table));
  return stored.map(canonicalText).sort();
}

describe('opening a page', () => {
  it.each(['visit', 'day', 'alert'] as const)(
    'changes nothing, however a mail scanner does it (%s)',
    async (kind) => {
      const before = await items();
      for (const method of ['GET', 'HEAD'])
        for (const query of [
          '',
          '?from=2026-06-10',
          '?action=cancel&version=1',
          '?action=take',
          '?action=done',
        ])
          expect(
            (await pages.ask(`${paths[kind]}${query}`, { method, body: 'action=cancel&version=1' })).status,
          ).toBe(200);
      expect(await items()).toEqual(before);
    },
  );

  it('answers HEAD like GET, without the page', async () => {
    const [head, get] = [await pages.ask(paths.visit, { method: 'HEAD' }), await pages.ask(paths.visit)];
    expect(without(head)).toEqual({ ...without(get), text: '' });
  });

  it.each(['visit', 'day', 'alert'] as const)(
    'sends nothing that may be kept, framed or run (%s)',
    async (kind) => {
      const answers = [
        await pages.ask(paths[kind]),
        await pages.ask(`/v/${newToken()}`),
        await pages.send(paths[kind], { action: 'x' }),
        await pages.send(paths[kind], { action: 'x' }, { accept: 'application/json' }),
        await pages.send(paths.visit, { action: 'confirm', version: 1 }),
      ];
      for (const { headers, text } of answers) {
        expect(headers).toMatchObject({
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'strict-transport-security': expect.stringContaining('max-age'),
        });
        const policy = headers['content-security-policy'];
        for (const rule of [
          "default-src 'none'",
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ])
          expect(policy?.split('; ')).toContain(rule);
        expect(policy).not.toMatch(/unsafe|data:|https?:|\*/);
        expect(headers).not.toHaveProperty('set-cookie');
        expect(text).not.toMatch(/<style|style=|<script>| on\w+=|<script(?! type="module" src="\/pages\/)/);
      }
    },
  );

  it('is in the log without its link, and without what was written', async () => {
    await pages.send(paths.visit, { action: 'note', note: 'a secret code' });
    await pages.ask(`/v/${newToken()}`);
    const lines = JSON.stringify(pages.lines);
    expect(
      pages.lines.map(({ status, function: name, outcome, code, account }) => ({
        status,
        name,
        outcome,
        code,
        account,
      })),
    ).toEqual([
      { status: 303, name: 'visit.note', outcome: 'noted', code: undefined, account: 'acme-hvac' },
      { status: 404, name: undefined, outcome: 'refused', code: 'not_found', account: undefined },
    ]);
    for (const secret of [paths.visit.slice(3), 'secret', '5550123', 'Dana', id])
      expect(lines).not.toContain(secret);
  });

  it('stores no token', async () => {
    const stored = await storedText(service().table);
    for (const path of Object.values(paths)) expect(stored).not.toContain(path.slice(3));
  });
});

describe('a form', () => {
  it('of over 64 kB is refused', async () => {
    const note = 'x'.repeat(64 * 1024);
    expect(await pages.tell(paths.visit, { action: 'note', note })).toMatchObject({
      http: 413,
      ok: false,
      reason: 'too_large',
    });
    expect((await pages.send(paths.visit, { action: 'note', note })).status).toBe(413);
    expect((await service().stored.get(id))?.version).toBe(1);
  });

  it.each([
    ['nothing', ''],
    ['JSON', '{"action":"cancel","version":1}'],
    ['what is no text', '%ff%fe=%00'],
    ['another action', 'action=destroy&version=1'],
    ['an action of objects', 'action=constructor'],
  ])('with %s is refused', async (_, body) => {
    const shown = await pages.ask(paths.visit, { method: 'POST', body });
    expect(shown.status).toBe(422);
    expect(wordsOn(shown)).toContain('We did not understand that.');
    expect((await service().stored.get(id))?.version).toBe(1);
  });

  it('is sent at most 60 times by one link', async () => {
    for (let sent = 1; sent <= 60; sent++)
      expect(await pages.tell(paths.visit, { action: 'note', note: `note ${sent}` })).toMatchObject({
        http: 200,
      });
    const more = { action: 'note', note: 'one more' };
    expect(await pages.tell(paths.visit, more)).toMatchObject({ http: 429, ok: false, reason: 'too_many' });
    expect((await pages.send(paths.visit, more)).status).toBe(429);
    expect((await pages.ask(paths.visit)).status).toBe(200);
    expect(await pages.tell(await pages.visit(id), more)).toMatchObject({ http: 200 });
  });

  it('with hostile texts stays text on every page', async () => {
    const evil = '<script>document.title="ran"</script>"\'><img src=x onerror=alert(1)>\u202e';
    const details = { customerName: evil, address: `1 ${evil}`, city: evil, gateCode: evil, notes: evil };
    const over = { call_id: 'call_9', from_number: '+12125550188' };
    const asked = booking({ time: '13:00', technician: 'Ana', customerPhone: '+12125550188', ...details });
    const own = (await service().call('book_job', asked, over)).dispatchRequestId;
    const visit = await pages.visit(own);
    await pages.tell(visit, { action: 'note', note: evil });
    await pages.tell(paths.day, { action: 'note', request: own, version: 2, note: evil });
    await pages.tell(paths.day, {
      action: 'couldNot',
      request: own,
      version: 3,
      reason: 'other',
      note: evil,
    });
    for (const path of [visit, paths.day, await pages.alert(own, 'Ana'), `${visit}?from="><img>`]) {
      const { status, text } = await pages.ask(path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<img|<script>|"ran"|\u202e/);
    }
    expect((await pages.ask(paths.day)).text).toContain('&lt;script&gt;');
    const refused = await pages.send(visit, { action: evil, note: evil, start: evil, version: evil });
    expect(refused.text).not.toMatch(/<img|<script>/);
  });
});

describe('the files of the pages', () => {
  it('are those that the pages name, and may be kept', async () => {
    const { text } = await pages.ask(paths.visit);
    const names = [...text.matchAll(/(?:href|src)="(\/pages\/[^"]+)"/g)].map(([, name = '']) => name);
    expect(names).toHaveLength(2);
    for (const name of names) {
      const file = await pages.ask(name);
      expect(file).toMatchObject({
        status: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        },
      });
      expect(file.headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/);
      expect((await pages.ask(name, { method: 'POST' })).status).toBe(404);
    }
  });

  it('and a full page have at most 20,000 bytes together, compressed', async () => {
    for (let hour = 8; hour < 11; hour++)
      await service().call(
        'book_job',
        booking({
          date: '2026-06-12',
          time: `${hour}:00`,
          serviceType: 'Heating Repair',
          technician: 'Ana',
          notes: 'x'.repeat(200),
        }),
        { call_id: `call_1${hour}`, from_number: `+1212555020${hour % 10}` },
      );
    const { style, script } = pageFiles();
    const files = gzipSync(style.text).length + gzipSync(script.text).length;
    const full = [
      `${paths.visit}?from=2026-06-08`,
      paths.visit,
      await pages.day('ana', '2026-06-12'),
      paths.alert,
    ];
    for (const path of full) {
      const zipped = await pages.ask(path, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(zipped.headers['content-encoding']).toBe('gzip');
      expect(gzipSync(zipped.text).length + files).toBeLessThan(20_000);
    }
  });
});

it('a fault of the table is said as such, to people and programs', async () => {
  const { table } = service();
  table.document.middlewareStack.add(
    () => async () => {
      throw new Error('boom');
    },
    { step: 'initialize', name: 'boom' },
  );
  try {
    const shown = await pages.ask(paths.visit);
    expect(shown).toMatchObject({
      status: 500,
      headers: { 'cache-control': 'no-store', 'retry-after': '5' },
    });
    expect(wordsOn(shown)).toContain('Please try again');
    const { status, json } = await pages.send(
      paths.visit,
      { action: 'confirm' },
      { accept: 'application/json' },
    );
    expect([status, json]).toMatchObject([500, { ok: false, reason: 'unavailable' }]);
    expect(pages.lines.at(-1)).toMatchObject({
      outcome: 'fault',
      code: 'internal',
      error: expect.any(String),
    });
  } finally {
    table.document.middlewareStack.remove('boom');
  }
});
