import { beforeEach, describe, expect, it } from '@jest/globals';
import { metricLines } from '../../lib/http/metrics.ts';
import { aws, outputsAt, run, STACK } from './stack-fixture.ts';

beforeEach(() => {
  aws.stacks.set(STACK, {
    ...outputsAt('http://127.0.0.1:1'),
    LogGroupCrm: 'log-of-crm',
    LogGroupVoicetwo: 'log-of-voicetwo',
    LogGroupAccess: 'log-of-access',
  });
});

/** Every field that a line can have. */
const [line = {}] = metricLines({
  ...{ time: '2026-11-20T15:31:01.000Z', requestId: 'r', functionName: 'f', apiId: 'a', route: 'voicetwo' },
  ...{
    status: 200,
    durationMs: 1,
    coldStart: false,
    roundTrips: 1,
    racesRetried: 0,
    memoryFaults: 0,
    account: 'acme-hvac',
  },
  ...{
    outcome: 'fault',
    function: 'book_job',
    code: 'internal',
    reason: 'slot_taken',
    error: 'Error',
    frames: ['a'],
  },
});

describe('logs queries', () => {
  it('prints the log groups of functions and queries', async () => {
    const { code, stdout } = await run(['logs', 'queries']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# Log groups\nlog-of-crm\nlog-of-voicetwo\n\n# What happened to one company/);
    expect(stdout).not.toContain('log-of-access');
  });

  it('asks only for fields that a log line has', async () => {
    const { stdout } = await run(['logs', 'queries', '--json']);
    const { queries } = JSON.parse(stdout);
    expect(queries.length).toBeGreaterThan(3);
    const words = queries.flatMap(({ query }: { query: string }) => {
      const plain = query
        .replace(/"[^"]*"/g, '')
        .replace(/ as \w+/g, '')
        .replace(/\bbin\(\w+\)/g, '');
      return plain.match(/(?<![@\w.])[a-z]\w+\b/gi) ?? [];
    });
    const language =
      'filter|stats|sort|display|by|and|in|count|max|ispresent|asc|desc|last|requests|times|bin';
    const fields = words.filter((word: string) => !new RegExp(`^(?:${language})$`).test(word));
    expect(new Set(fields).size).toBeGreaterThan(5);
    for (const field of fields) expect(Object.keys(line)).toContain(field);
  });
});
