import { afterEach, describe, expect, it } from '@jest/globals';
import { withNames } from '../../lib/kits/tools/names.ts';
import { platforms as known, voicePlatforms } from '../../lib/platforms/index.ts';
import { examplePrompt } from '../../openapi/prompt-page.ts';
import { accountDocument, booking, type Service, startService } from '../functions/service.ts';
import { type LiveCall, type Platform, startCall } from '../support/platforms/live-call.ts';
import { appointments } from './transcripts/appointments.ts';
import type { Line, Transcript } from './transcripts/line.ts';
import { others } from './transcripts/others.ts';

const dana = '+12125550123';
const called = '+12125550100';
const origins = { crm: [], voiceone: ['agent_acme'], voicetwo: ['asst_acme'], numbers: [called] };

let service: Service;
afterEach(() => service.stop());

/** The variables that fill the agent's prompt when the call rings. */
async function ring(platform: Platform): Promise<Record<string, string>> {
  if (platform === 'voiceone') {
    const call_inbound = { agent_id: 'agent_acme', from_number: dana, to_number: called };
    const { body } = await service.send('voiceone-call-inbound', { event: 'call_inbound', call_inbound });
    return body.call_inbound.dynamic_variables;
  }
  const message = { type: 'assistant-request', phoneNumber: { number: called }, customer: { number: dana } };
  return (await service.send('voicetwo', { message })).body.assistantOverrides.variableValues;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Plays the agent: each of its steps must appear in its prompt. */
async function play({ lines }: Transcript, platform: Platform, call: LiveCall): Promise<string[]> {
  const prompt = oneLine(examplePrompt(platform));
  const heard: string[] = [];
  let upcoming: readonly string[] = [];
  const argumentsOf = (line: Extract<Line, { calls: unknown }>) => {
    const { dispatchRequestId, ...rest } = line.with ?? {};
    const [, index] = /^upcoming\[(\d)\]$/.exec(String(dispatchRequestId)) ?? [];
    return index === undefined ? rest : { ...rest, dispatchRequestId: upcoming[Number(index)] };
  };
  for (const line of lines) {
    if ('by' in line) expect(prompt).toContain(withNames(line.by, platform));
    if ('rings' in line) {
      const known = await ring(platform);
      expect(known).toMatchObject(line.rings);
      upcoming = known.upcoming?.match(/dr_\w+/g) ?? [];
    }
    if ('uses' in line) {
      const { connectTool, hangUpTool } = known[platform];
      expect(prompt).toContain(line.uses === 'hang_up' ? hangUpTool : connectTool);
    }
    if (!('calls' in line)) continue;
    const answer = await call.ask(line.calls, argumentsOf(line));
    if (line.answers !== undefined) expect(answer).toMatchObject(line.answers);
    heard.push(answer.message);
  }
  return heard;
}

const saidIn = ({ lines }: Transcript): string[] =>
  lines.flatMap((line) => ('calls' in line ? [line.says] : []));

describe.each(voicePlatforms)('an agent of %s that follows its prompt to the letter', (platform) => {
  it.each([...appointments, ...others])('serves: $title', async (transcript) => {
    service = await startService(accountDocument({ origins }));
    for (const [index, earlier] of (transcript.booked ?? []).entries())
      await service.call('book_job', booking(earlier), { call_id: `earlier_${index}` });
    const call = startCall(service, platform, 'call_now', dana);

    expect(await play(transcript, platform, call)).toEqual(saidIn(transcript));
    await (transcript.outcome === 'silent' ? call.endInSilence() : call.end());
    expect(await service.calls.get('acme-hvac', platform, 'call_now')).toMatchObject({
      outcome: transcript.outcome,
    });
  });
});
