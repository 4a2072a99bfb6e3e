import { describe, expect, it } from '@jest/globals';
import { readableLine } from '../../local/gateway/request-line.ts';

const request = { time: '2026-06-08T14:00:00.000Z', route: 'crm', status: 500, durationMs: 11.6 };

describe('a line that a function writes', () => {
  it.each([
    [
      'names where a fault came from',
      {
        ...request,
        outcome: 'fault',
        code: 'internal',
        error: 'TypeError',
        frames: ['lib/a.ts:1', 'lib/b.ts:2'],
      },
      '2026-06-08T14:00:00.000Z  crm                     500  internal TypeError at lib/a.ts:1 lib/b.ts:2  12 ms',
    ],
    [
      'is not shown if the message is',
      { outcome: 'told', account: 'acme', type: 'message.overdue' },
      undefined,
    ],
    ['is not shown if the event is', { outcome: 'reminded', requests: 2 }, undefined],
    ['is shown unchanged if it is unknown', { level: 'ERROR' }, '{"level":"ERROR"}'],
  ])('%s', (_, line, shown) => {
    expect(readableLine(JSON.stringify(line))).toBe(shown);
  });

  it('is shown unchanged if it is no JSON', () => {
    expect(readableLine('{ Warning')).toBe('{ Warning');
  });
});
