import { describe, expect, it } from '@jest/globals';
import { setup } from './fixture.ts';

const body = JSON.stringify({ location: 'acme' });

describe('the log', () => {
  it('has one line per request, with the notes of the use case', async () => {
    const { clock, lines, sendSigned } = setup({
      use: (_payload, { note, authorize }) => {
        note({ outcome: 'answered', function: 'book_job' });
        authorize({ accountId: 'acme', crm: { allowApiKey: false } });
        clock.time += 12;
        note({ outcome: 'booked' });
        return { status: 200, body: {} };
      },
    });
    await sendSigned(body);
    expect(lines).toEqual([
      {
        time: '2026-11-20T15:31:01.000Z',
        requestId: 'request-1',
        route: 'crm',
        status: 200,
        account: 'acme',
        function: 'book_job',
        outcome: 'booked',
        durationMs: 12,
        coldStart: true,
        functionName: 'dispatch-test',
        apiId: 'abc123defg',
        // The secret's value.
        roundTrips: 1,
        racesRetried: 0,
        memoryFaults: 0,
      },
    ]);
  });

  it('distinguishes the first request of a container', async () => {
    const { lines, send, sendSigned } = setup();
    await send(body);
    await sendSigned(body);
    expect(lines.map(({ status, code, coldStart }) => [status, code, coldStart])).toEqual([
      [401, 'signature_missing', true],
      [202, undefined, false],
    ]);
  });

  it('has no error class for a refusal', async () => {
    const { lines, send } = setup();
    await send(body);
    expect(lines[0]).not.toHaveProperty('error');
  });
});
