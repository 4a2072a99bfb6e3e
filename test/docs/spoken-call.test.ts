import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { functionSamples, sampleName } from '../../lib/platforms/samples/function-samples.ts';
import { demoAccount } from '../../local/demo.ts';
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
  readonly message: string;
}

/** The commands of the block that has `--arg "..."`, with what they print. */
function steps(): readonly Step[] {
  const [block = ''] =
    readFileSync('README.md', 'utf8').match(/^```\n\$ [^`]*my furnace is dead[^`]*^```$/m) ?? [];
  return [...block.matchAll(/^\$ .* send voiceone\/(\S+) (.*)\n {2}"message": "(.*)",$/gm)].map(
    ([, sample = '', given = '', message = '']) => {
      const args = [...given.matchAll(/--arg (?:"(\w+)=([^"]+)"|(\w+)=(\S+))/g)];
      const named = args.map(([, name, text, plain, word]) => [name ?? plain ?? '', text ?? word ?? '']);
      return { sample, args: Object.fromEntries(named), message };
    },
  );
}

describe('the call in the README', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(demoAccount);
    service.clock.now = SUNDAY;
  });
  afterAll(() => service.stop());

  it('gets the answer that the document shows', async () => {
    const told = steps();
    expect(told).toHaveLength(2);
    for (const { sample, args, message } of told) {
      const [name = '', usual] =
        functionSamples('voiceone').find(([name]) => sampleName(name) === sample) ?? [];
      const answer = await service.call(name, { ...usual?.args(context), ...args }, { call_id: 'call_3' });
      expect(answer).toMatchObject({ message });
    }
  });
});
