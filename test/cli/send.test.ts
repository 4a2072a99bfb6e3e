import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { samples } from '../../cli/samples/samples.ts';
import { type CommandLine, startCommandLine } from '../support/command-line.ts';

let cli: CommandLine;
beforeAll(async () => {
  cli = await startCommandLine();
});
afterAll(() => cli.stop());

const printed = async (...args: string[]) => JSON.parse((await cli.run(['send', ...args, '--print'])).stdout);

describe('send', () => {
  it.each([...samples.keys()])('sends %s successfully', async (name) => {
    const { code, stdout } = await cli.run(['send', name]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^2\d\d /);
    expect(stdout).not.toContain('"error"');
  });

  it('lists every sample with its endpoint, for people and for programs', async () => {
    const rows: { name: string }[] = await cli.json('send', '--list');
    const { stdout } = await cli.run(['send', '--list']);

    expect(rows.map(({ name }) => name)).toEqual([...samples.keys()]);
    expect(rows).toContainEqual({
      name: 'voicetwo/book-appointment',
      about: 'a booking',
      path: '/api/webhooks/voicetwo',
    });
    for (const { name } of rows) expect(stdout).toContain(name);
  });

  it('changes arguments and any field, list elements included', async () => {
    const args = ['--arg', 'serviceType=electrician', '--arg', 'zip=10001'];
    const set = ['--set', 'message.toolCallList[0].id=t9', '--set', 'message.toolCalls.1={"id":"t10"}'];
    const { message } = await printed('voicetwo/book-appointment', ...args, ...set);

    expect(message.toolCallList[0]).toMatchObject({
      id: 't9',
      function: { arguments: { serviceType: 'electrician', zip: 10001, customerName: 'Dana Miller' } },
    });
    expect(message.toolCalls).toHaveLength(2);
    expect(message.toolCalls[1]).toEqual({ id: 't10' });
  });

  it('creates a missing list for an index in brackets', async () => {
    const lead = await printed(
      'crm/lead',
      '--set',
      'tags[0]=vip',
      '--set',
      'tags[1].name=x',
      '--set',
      'a.0=b',
    );

    expect(lead.tags).toEqual(['vip', { name: 'x' }]);
    expect(lead.a).toEqual({ 0: 'b' });
  });

  it('reports an index that would leave a gap in a new list', async () => {
    const { code, stderr } = await cli.run(['send', 'crm/lead', '--print', '--set', 'tags[1]=x']);

    expect(code).toBe(1);
    expect(stderr).toMatch(/1 is not an index of a list with 0 entries/);
  });

  it('moves and cancels what another call from the number has booked, for any service', async () => {
    const from = ['--from', '+12125550167'];
    const { answer } = await cli.json('send', 'voiceone/book-job', ...from, '--arg', 'serviceType=estimate');
    const moved = await cli.json('send', 'voiceone/reschedule-job', ...from);
    const other = await cli.json('send', 'voicetwo/cancel-appointment', '--from', '+12125550168');
    const canceled = await cli.json('send', 'voicetwo/cancel-appointment', ...from);

    const { dispatchRequestId } = answer;
    expect(moved.answer).toMatchObject({ confirmed: true, dispatchRequestId });
    expect(JSON.parse(other.answer.results[0].result)).toMatchObject({ canceled: false });
    expect(JSON.parse(canceled.answer.results[0].result)).toMatchObject({
      canceled: true,
      dispatchRequestId,
    });
  });

  it.each(['message.toolCallList[7].id=x', 'message.toolCallList.first=x'])(
    'reports a missing index: %s',
    async (change) => {
      const { code, stdout, stderr } = await cli.run([
        'send',
        'voicetwo/tool-calls',
        '--print',
        '--set',
        change,
      ]);

      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/is not an index of a list with 2 entries/);
    },
  );

  it('rejects arguments for samples without any as wrong usage', async () => {
    const { code, stderr } = await cli.run(['send', 'voiceone/call-ended', '--arg', 'date=tomorrow']);

    expect(code).toBe(2);
    expect(stderr).toContain('voiceone/call-ended has no arguments');
  });

  it('puts several samples into one call, and one caller into several', async () => {
    const service = ['--arg', 'serviceType=estimate', '--arg', 'time=12:00'];
    const { answer } = await cli.json(
      'send',
      'voiceone/book-job',
      '--call',
      'call_one',
      '--from',
      '+12125550166',
      ...service,
    );
    await cli.run(['send', 'voiceone/call-ended', '--call', 'call_one', '--from', '+12125550166']);
    await cli.run(['send', 'voiceone/call-analyzed', '--call', 'call_one', '--from', '+12125550166']);
    const lookup = await cli.json('send', 'voicetwo/lookup-customer', '--from', '+12125550166');
    const stranger = await cli.json('send', 'voiceone/lookup-customer', '--from', '11111');
    const kept = await cli.json('calls', 'show', 'voiceone', 'call_one');

    expect(answer.confirmed).toBe(true);
    expect(kept).toMatchObject({
      caller: '+12125550166',
      events: ['call_ended', 'call_analyzed'],
      summary: expect.any(String),
      dispatchRequestIds: [answer.dispatchRequestId],
    });
    expect(JSON.parse(lookup.answer.results[0].result)).toMatchObject({
      found: true,
      upcoming: [{ dispatchRequestId: answer.dispatchRequestId }],
    });
    expect(stranger.answer).toMatchObject({ found: false });
  });

  it('prints the title that the service gives a refusal', async () => {
    const { code, stdout } = await cli.run(['send', 'crm/lead', '--set', 'type=Other']);

    expect(code).toBe(1);
    expect(stdout).toMatch(/^422 Unprocessable Content\n\{/);
  });
});
