import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from './service.ts';

describe('voice platform two', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const call = { id: 'call_2', metadata: { assistantId: 'asst_acme' }, customer: { number: '+12125550123' } };
  const message = (type: string, over: Record<string, unknown> = {}) => ({
    message: { type, call, ...over },
  });
  const functionCall = (name: string, parameters: unknown) =>
    message('function-call', { functionCall: { name, parameters } });
  const say = async (body: unknown) => {
    const { status, body: answer } = await service.send('voicetwo', body);
    expect(status).toBe(200);
    return answer;
  };

  it('answers a function call under `result`, with parameters as an object or as text', async () => {
    const parameters = { date: '2026-06-11', serviceType: 'AC Repair' };
    const listed = await say(functionCall('checkAvailability', parameters));
    expect(listed.result.availableSlots[0]).toEqual({
      date: '2026-06-11',
      time: '8:00 AM',
      start: '08:00',
      technician: 'Ana',
    });
    expect(await say(functionCall('checkAvailability', JSON.stringify(parameters)))).toEqual(listed);
    const booked = await say(functionCall('bookAppointment', booking()));
    expect(booked.result).toMatchObject({
      confirmed: true,
      message: expect.stringContaining('Wednesday, June 10 at 9 AM'),
    });
  });

  it('reports a missing assistant id to the caller and the log', async () => {
    const { result } = await say({
      message: { type: 'function-call', functionCall: { name: 'getServiceTypes' }, call: { id: 'x' } },
    });
    expect(result.error.code).toBe('assistant_id_missing');
    expect(service.lines.at(-1)).toMatchObject({ code: 'assistant_id_missing' });
  });

  it('answers each tool call once, in one line of text, in every format', async () => {
    const { results } = await say(
      message('tool-calls', {
        toolCallList: [
          { id: 't1', type: 'function', function: { name: 'getServiceTypes', arguments: '{}' } },
          { id: 't2', name: 'checkAvailability', parameters: { date: '2026-06-11', serviceType: 'furnace' } },
        ],
        toolCalls: [{ id: 't1', function: { name: 'getServiceTypes', arguments: {} } }],
        toolWithToolCallList: [{ name: 'make_coffee', toolCall: { id: 't3', function: { parameters: {} } } }],
      }),
    );
    expect(results.map((entry: { toolCallId: string }) => entry.toolCallId)).toEqual(['t1', 't2', 't3']);
    for (const entry of results) expect(entry.result).not.toContain('\n');
    expect(JSON.parse(results[1].result)).toMatchObject({ serviceType: 'Heating Repair' });
    expect(JSON.parse(results[2].result)).toMatchObject({ error: { code: 'unknown_function' } });
  });

  it('names the destination of a transfer', async () => {
    expect(await say(message('transfer-destination-request'))).toMatchObject({
      destination: { type: 'number', number: '+12125550100', message: expect.any(String) },
    });
  });

  it('stores the report of a call, and acknowledges everything else', async () => {
    const artifact = { transcript: 'AI: hello', recordingUrl: 'https://example.com/r.wav' };
    const report = message('end-of-call-report', {
      artifact,
      analysis: { summary: 'Hello.' },
      endedReason: 'customer-ended-call',
    });
    expect(await say(report)).toEqual({});
    expect(await service.calls.get('acme-hvac', 'voicetwo', 'call_2')).toMatchObject({
      transcript: 'AI: hello',
      recordingUrl: 'https://example.com/r.wav',
      summary: 'Hello.',
      endedReason: 'customer-ended-call',
      dispatchRequestIds: [expect.stringMatching(/^dr_/)],
    });
    expect(await say(message('status-update'))).toEqual({});
  });

  it('refuses a function call without a name and a body without a message', async () => {
    const unnamed = await service.send('voicetwo', message('function-call', { functionCall: {} }));
    expect([unnamed.status, unnamed.body.errors[0].path]).toEqual([422, 'message.functionCall']);
    expect((await service.send('voicetwo', {})).status).toBe(422);
  });
});
