import { describe, expect, it } from '@jest/globals';
import { parseOptions } from '../../infra/options.ts';

const parse = (context: Record<string, unknown>) => parseOptions((name) => context[name]);
const faultsOf = (context: Record<string, unknown>) => {
  const parsed = parse(context);
  return parsed.kind === 'faults' ? parsed.faults : [];
};

const zone = { hostedZoneId: 'Z0123456789ABC', hostedZoneName: 'example.com' };
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000';

describe('the options of a deployment', () => {
  it('are a dev stage without anything else, where nothing or only emptiness is given', () => {
    const nothing = { kind: 'options', options: { stage: 'dev' } };
    expect(parse({})).toEqual(nothing);
    expect(
      parse({ stage: '', domainName: '', certificateArn: '', alarmEmail: '', dispatchEmail: '' }),
    ).toEqual(nothing);
  });

  it('are read from text, as the command line gives it', () => {
    expect(
      parse({
        stage: 'prod',
        provisionedConcurrency: '3',
        alarmEmail: 'ops@example.com',
        dispatchEmail: 'desk@example.com',
      }),
    ).toMatchObject({
      options: {
        stage: 'prod',
        provisionedConcurrency: 3,
        alarmEmail: 'ops@example.com',
        dispatchEmail: 'desk@example.com',
      },
    });
  });

  it.each([
    [zone, { name: 'hooks.example.com', zone: { id: 'Z0123456789ABC', name: 'example.com' } }],
    [{ certificateArn }, { name: 'hooks.example.com', certificateArn }],
    [
      { ...zone, certificateArn },
      { name: 'hooks.example.com', zone: { id: 'Z0123456789ABC', name: 'example.com' }, certificateArn },
    ],
  ])('take a domain that a zone or a certificate proves (%#)', (proof, domain) => {
    expect(parse({ domainName: 'hooks.example.com', ...proof })).toMatchObject({ options: { domain } });
  });

  it.each([
    [{ domainName: 'hooks.example.com' }, /domainName: .*hostedZoneId and hostedZoneName.*certificateArn/],
    [{ domainName: 'hooks.example.com', hostedZoneId: zone.hostedZoneId }, /hostedZoneName: expected/],
    [{ domainName: 'hooks.example.com', hostedZoneName: 'example.com' }, /hostedZoneId: expected/],
    [{ ...zone }, /domainName: expected/],
    [{ certificateArn }, /domainName: expected/],
    [{ domainName: 'hooks.badexample.com', ...zone }, /domainName: .*hostedZoneName/],
  ])('name the part of a domain that is missing or does not fit (%#)', (context, words) => {
    expect(faultsOf(context)).toEqual([expect.stringMatching(words)]);
  });

  it('name every wrong one and what was expected, but no value', () => {
    const faults = faultsOf({
      stage: 'Production',
      domainName: 'https://Hooks',
      hostedZoneId: '/hostedzone/Z0',
      hostedZoneName: 'Example',
      certificateArn: 'arn:aws:iam::1:certificate',
      provisionedConcurrency: '1.5',
      alarmEmail: 'nobody',
    });
    expect(faults.map((fault) => fault.replace(/:.*/, ''))).toEqual([
      '-c stage',
      '-c domainName',
      '-c hostedZoneId',
      '-c hostedZoneName',
      '-c certificateArn',
      '-c provisionedConcurrency',
      '-c alarmEmail',
    ]);
    expect(faults.join()).not.toMatch(/Production|https|\/hostedzone|Example|iam|1\.5|nobody/);
  });

  it.each(['0', '-1', 'many', '1001', true, [2], ' '])('take no %p for a number of instances', (value) => {
    expect(faultsOf({ provisionedConcurrency: value })).toEqual([
      '-c provisionedConcurrency: expected a whole number from 1 to 1000.',
    ]);
  });
});
