import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toLocalMinute } from '../../cli/output.ts';
import { ran } from './run-cli.ts';

const host = { environment: {}, root: process.cwd(), now: () => new Date(0) };

describe('a table', () => {
  it('is drawn if it fits, or if there is no terminal', async () => {
    expect((await ran(['send', '--list'], host)).out).toMatch(/^┌/);
    expect((await ran(['send', '--list'], { ...host, columns: 200 })).out).toMatch(/^┌/);
  });

  it('becomes a paragraph for each row in a narrow terminal', async () => {
    const { out } = await ran(['send', '--list'], { ...host, columns: 40 });
    expect(out).toContain(
      'sample: crm/lead\nis: a lead after call qualification\ngoes to: /api/webhooks/crm\n\n',
    );
    expect(out).not.toMatch(/[│┌]/);
  });
});

it("a list has an account's local time, on both sides of a change of clocks", () => {
  expect(toLocalMinute('2026-11-01T05:30:00.000Z', 'America/New_York')).toBe('2026-11-01 1:30 AM');
  expect(toLocalMinute('2026-11-02T04:59:59.999Z', 'America/New_York')).toBe('2026-11-01 11:59 PM');
});

describe('a fault', () => {
  it('is a JSON document with --json', async () => {
    const { code, out, err } = await ran(['accounts', 'list', '--endpoint', 'nowhere', '--json'], host);
    expect([code, out]).toEqual([1, '']);
    expect(JSON.parse(err)).toEqual({
      message: '--endpoint: expected a URL such as http://127.0.0.1:8000.',
    });
  });
});

it('the version is printed', async () => {
  expect((await ran(['--version'], host)).out).toBe('1.2.3');
});

it('the help says which options are required', async () => {
  const { out } = await ran(['requests', 'list', '--help'], host);
  expect(out).toMatch(/--account <id> +account of the requests \(required\)/);
});

it('a reader that closes the pipe early is not an error', async () => {
  const node = join('node_modules', '.bin', 'node');
  const command = `"${node}" cli/main.ts send --list | head -n 1; echo "\${PIPESTATUS[0]}"`;
  const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    texts.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    texts.err += chunk;
  });
  await new Promise((resolve) => child.on('close', resolve));
  expect(texts.err).toBe('');
  expect(texts.out).toMatch(/^┌.*\n0\n$/);
});
