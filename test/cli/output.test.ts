import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { layOutTables, toLocalMinute } from '../../cli/output.ts';
import { twoAlike, withCommandLine } from './command-line-fixture.ts';
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

describe('tab-separated lines', () => {
  const fixture = withCommandLine(twoAlike);
  const list = async (...args: string[]) =>
    (await fixture.cli.run('requests', 'list', '--account', 'acme-hvac', '--tsv', ...args)).out;

  it('have a header, and a line for each row', async () => {
    const id = await fixture.lead('AC\tRepair\n', { firstName: 'Jo\tAnn' });
    const [head = '', row = '', ...more] = (await list()).split('\n');
    expect(more).toEqual([]);
    expect(head.split('\t').slice(0, 3)).toEqual([
      'dispatch request',
      'created (America/New_York)',
      'status',
    ]);
    const cells = row.split('\t');
    expect(cells).toHaveLength(head.split('\t').length);
    expect(cells).toEqual(expect.arrayContaining([id, 'Jo Ann']));
  });

  it('are only the header of an empty list, without a sentence', async () => {
    expect((await list()).split('\n')).toEqual([expect.stringMatching(/^dispatch request\t/)]);
  });

  it('are pairs for one thing', async () => {
    const id = await fixture.lead();
    const { out } = await fixture.cli.run('requests', 'show', id, '--tsv');
    expect(out.split('\n')).toEqual(expect.arrayContaining([`dispatch request\t${id}`]));
  });

  it('do not contain what the list says besides its rows', async () => {
    await fixture.lead();
    await fixture.lead('AC Repair', { id: 'c2', email: 'kim@example.com' });
    const limited = ['requests', 'list', '--account', 'acme-hvac', '--limit', '1', '--tsv'];
    const { out, err } = await fixture.cli.run(...limited);
    expect(out.split('\n')).toHaveLength(2);
    expect(err).toMatch(/^More are open: continue with --after dr_/);
  });
});

it("a list has an account's local time, on both sides of a change of clocks", () => {
  layOutTables({ isTsv: false });
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

  it('of usage is one too, and only then', async () => {
    const { code, out, err } = await ran(['requests', 'list', '--json'], host);
    expect([code, out]).toEqual([2, '']);
    expect(JSON.parse(err)).toEqual({ reason: 'usage', message: '--account: expected <id> (see --help)' });
    expect((await ran(['requests', 'list'], host)).err).toBe('--account: expected <id> (see --help)');
  });
});

it('the version is printed', async () => {
  expect((await ran(['--version'], host)).out).toBe('1.2.3');
});

it('the help says which options are required', async () => {
  const { out } = await ran(['requests', 'list', '--help'], host);
  expect(out).toMatch(/--account <id> +account of the requests \(or DISPATCH_ACCOUNT\)\s+\(required\)/);
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
