import { describe, expect, it } from '@jest/globals';
import { createHandler } from '../../functions/events/handler.ts';

const now = Date.UTC(2026, 5, 1, 12);
const context = { functionName: 'shaper' };
const record = (seconds: number, over: object = {}) => ({
  dynamodb: { ApproximateCreationDateTime: seconds, ...over },
});

function start() {
  const lines: object[] = [];
  return { lines, handler: createHandler({ now: () => now, log: (line) => lines.push(line) }) };
}

describe('the events function', () => {
  it('writes the age of each record as a metric', async () => {
    const { handler, lines } = start();
    await handler([record(now / 1000 - 90), record(now / 1000 - 1)], context);

    const directive = {
      Namespace: 'Dispatch',
      Dimensions: [['FunctionName']],
      Metrics: [{ Name: 'EventAge', Unit: 'Milliseconds' }],
    };
    const line = (EventAge: number) => ({
      FunctionName: 'shaper',
      EventAge,
      _aws: { Timestamp: now, CloudWatchMetrics: [directive] },
    });
    expect(lines).toEqual([line(90_000), line(1_000)]);
  });

  it('treats a record from the future as new', async () => {
    const { handler, lines } = start();
    await handler([record(now / 1000 + 3)], context);
    expect(lines).toEqual([expect.objectContaining({ EventAge: 0 })]);
  });

  it('measures a record before it fails on it, so that the age alarm sees it', async () => {
    const { handler, lines } = start();
    await expect(handler([record(now / 1000 - 7200, { NewImage: {} })], context)).rejects.toThrow('NewImage');
    expect(lines).toEqual([expect.objectContaining({ EventAge: 7_200_000 })]);
  });
});
