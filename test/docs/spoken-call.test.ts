import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { functionSamples, sampleName } from '../../lib/kits/samples/function-samples.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { type Service, startService } from '../functions/service.ts';

/** Sunday, November 22, 2026, 7:45 PM in New York. */
const SUNDAY = Date.UTC(2026, 10, 23, 0, 45);
const context = {
  origin: demoAccount.origins.voiceone[0] ?? '',
  date: '2026-11-23',
  time: '09:00',
  serviceType: 'AC Repair',
  caller: '+12125550143',
  called: '+12125550100',
  callId: 'call_3',
  invocationId: 'tool_1',
  now: new Date(SUNDAY),
};

interface Step {
  readonly sample: string;
  readonly args: Readonly<Record<string, string>>;
  readonly callId: string | undefined;
  readonly message: string;
}

/** The commands of the block with "A live call" whose message the README shows. */
function steps(): readonly Step[] {
  const [block = ''] =
    readFileSync('README.md', 'utf8').match(/^```\n\$ [^`]*my furnace is dead[^`]*^```$/m) ?? [];
  return block.split(/^\$ /m).flatMap((command) => {
    const [, sample, given = ''] = /^.* send voiceone\/(\S+)(.*)$/m.exec(command) ?? [];
    const [, message] = /^ {2}"message": "(.*)",?$/m.exec(command) ?? [];
    if (sample === undefined || message === undefined) return [];
    const named = [...given.matchAll(/--arg (?:"(\w+)=([^"]+)"|(\w+)=(\S+))/g)];
    const args = named.map(([, name, text, plain, word]) => [name ?? plain ?? '', text ?? word ?? '']);
    const [, callId] = /--call (\S+)/.exec(given) ?? [];
    return [{ sample, args: Object.fromEntries(args), callId, message }];
  });
}

describe('the call in the README', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(demoAccount);
    service.clock.now = SUNDAY;
  });
  afterAll(() => service.stop());

  it('gets the answers that the document shows', async () => {
    const shown = steps();
    expect(shown).toHaveLength(3);
    for (const { sample, args, callId = 'call_0', message } of shown) {
      const [name = '', usual] =
        functionSamples('voiceone').find(([name]) => sampleName(name) === sample) ?? [];
      const answer = await service.call(name, { ...usual?.args(context), ...args }, { call_id: callId });
      expect(answer).toMatchObject({ message });
    }
  });
});
