import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type RouteId, routeIds } from '../../lib/routes.ts';
import { type Cloud, startCloud } from '../support/deployed/cloud.ts';
import { send } from '../support/deployed/senders.ts';

jest.setTimeout(600_000);

const CHECK = 'ReleaseCheck/Check/Function';
const DAY_SECONDS = 24 * 60 * 60;

let cloud: Cloud;
let folder: string;
let before: { readonly items: object[]; readonly secrets: object };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dispatch-release-'));
  cloud = await startCloud();
  before = await standing();
});
afterAll(async () => {
  await cloud.stop();
  rmSync(folder, { recursive: true });
});

/** What stays for more than a day, and the keys of all platforms. */
async function standing() {
  const { document, tableName } = cloud.table;
  const { Items = [] } = await document.send(new ScanCommand({ TableName: tableName }));
  const soon = cloud.now() / 1000 + DAY_SECONDS;
  const items = Items.filter(({ expiresAt }) => expiresAt === undefined || Number(expiresAt) > soon);
  const secrets = [...cloud.aws.secrets.values()].map((text) => JSON.parse(text).keys);
  return { items, secrets };
}

afterEach(async () => {
  const { items, secrets } = await standing();

  expect(items).toEqual(before.items);
  expect(JSON.stringify(secrets)).not.toContain('smoke');
});

/** The lines that the check has written. */
async function lines(): Promise<Record<string, unknown>[]> {
  const { stdout } = await cloud.writtenBy(CHECK);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{"outcome"'))
    .map((line) => JSON.parse(line));
}

/** A version of a function like the deployed one, except for what `change` does to its code. */
function versionOf(route: RouteId, change: (folder: string) => void) {
  const found = cloud.functions.find(({ path }) => path === `${route}/Function`);
  const copy = mkdtempSync(join(folder, route));
  cpSync(found?.folder ?? '', copy, { recursive: true });
  change(copy);
  return { folder: copy };
}

/** Code that answers as `answer` does, given the answer of the deployed code. */
const wrapped = (answer: string) => (copy: string) => {
  cpSync(join(copy, 'index.js'), join(copy, 'deployed.js'));
  const handler = `async (event, context) => { const given = await deployed.handler(event, context); ${answer} }`;
  writeFileSync(
    join(copy, 'index.js'),
    `const deployed = require('./deployed.js'); exports.handler = ${handler};`,
  );
};

describe('a good release', () => {
  it.each(routeIds)('of %s passes, and leaves nothing of its check', async (route) => {
    expect(await cloud.release(route)).toBe('Succeeded');
    expect(await lines()).toEqual([{ outcome: 'passed', route, version: '1' }]);
  });
});

describe('a release is refused, and the code of before serves, if it', () => {
  it.each(['voiceone-function-call', 'voicetwo'] as const)(
    'crashes on every booking, inside an answer with 200 (%s)',
    async (route) => {
      const broken = versionOf(route, (copy) => {
        const files = readdirSync(copy)
          .filter((name) => name.endsWith('.js'))
          .map((name) => join(copy, name));
        const code = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
        expect([...code.values()].join('\n')).toContain('confirmed:!0');
        for (const [file, text] of code)
          writeFileSync(file, text.replaceAll('confirmed:!0', 'confirmed:missing.value'));
      });

      expect(await cloud.release(route, broken)).toBe('Failed');
      expect(await lines()).toEqual([
        {
          outcome: 'failed',
          route,
          version: '1',
          check: expect.stringMatching(/book/),
          status: 200,
          code: 'internal',
        },
      ]);
      const platform = route === 'voicetwo' ? 'voicetwo' : 'voiceone';
      expect((await send(cloud, `${platform}/get-business-hours`)).status).toBe(200);
    },
  );

  it('does not load', async () => {
    const empty = versionOf('crm', (copy) => writeFileSync(join(copy, 'index.js'), ''));

    expect(await cloud.release('crm', empty)).toBe('Failed');
    expect(await lines()).toMatchObject([
      { route: 'crm', check: 'unsigned', error: 'Runtime.HandlerNotFound' },
    ]);
  });

  it('accepts what nobody signed', async () => {
    const open = versionOf('crm', wrapped('return { ...given, statusCode: 202 };'));

    expect(await cloud.release('crm', open)).toBe('Failed');
    expect(await lines()).toMatchObject([{ check: 'unsigned', status: 202, code: 'signature_missing' }]);
  });

  it('refuses every booking, and nothing stays of what it keeps to refuse it again', async () => {
    const refusing = versionOf('voicetwo', (copy) => {
      const file = join(copy, 'index.js');
      // As if it took the morning for the night.
      const misread = `const { parse } = JSON; JSON.parse = (text) => parse(String(text).replaceAll('09:00', '03:00'));`;
      writeFileSync(file, `${misread}\n${readFileSync(file, 'utf8')}`);
    });

    expect(await cloud.release('voicetwo', refusing)).toBe('Failed');
    expect(await lines()).toMatchObject([{ check: 'voicetwo/book-appointment', status: 200 }]);
  });

  it('greets nobody', async () => {
    const mute = versionOf(
      'voiceone-call-inbound',
      wrapped(`return given.statusCode === 200 ? { ...given, body: '{"call_inbound":{}}' } : given;`),
    );

    expect(await cloud.release('voiceone-call-inbound', mute)).toBe('Failed');
    expect(await lines()).toMatchObject([{ check: 'voiceone/call-inbound', status: 200 }]);
  });

  it('refuses a report', async () => {
    const refusing = versionOf(
      'voiceone-call-complete',
      wrapped(
        `return given.statusCode === 204 ? { statusCode: 422, body: '{"code":"payload_invalid"}' } : given;`,
      ),
    );

    expect(await cloud.release('voiceone-call-complete', refusing)).toBe('Failed');
    expect(await lines()).toMatchObject([
      { check: 'voiceone/call-ended', status: 422, code: 'payload_invalid' },
    ]);
  });

  it('cannot be checked, because the keys cannot be changed', async () => {
    cloud.aws.denied = ['PutSecretValue'];
    try {
      expect(await cloud.release('crm')).toBe('Failed');
    } finally {
      cloud.aws.denied = [];
    }
    expect(await lines()).toMatchObject([{ check: 'preparing', error: 'AccessDeniedException' }]);
  });
});
