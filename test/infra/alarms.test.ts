import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { functionLine, MESSAGES_BEHIND, metricLines } from '../../lib/http/metrics.ts';
import { routes } from '../../lib/routes.ts';
import { logicalId } from '../support/templates/templates.ts';
import { alarm, alarms, dev, expressionOf, severities, watched } from './alarm-fixture.ts';

const all = routes.map(({ id }) => id).sort();
const live = routes
  .filter((route) => route.live)
  .map(({ id }) => id)
  .sort();

/** The severity of each alarm as the page for people on call has it. */
function documented(): ReadonlyMap<string, string> {
  const page = readFileSync('docs/operations.md', 'utf8');
  const lists = [...page.matchAll(/^- \*\*(Page|Ticket):\*\* ((?:`[\w-]+`(?:,\s+)?)+)/gm)];
  return new Map(
    lists.flatMap(([, severity = '', names = '']) =>
      names.split(/,\s+/).map((name) => [name.replaceAll(/[`-]/g, ''), severity.toLowerCase()] as const),
    ),
  );
}

describe('the alarms', () => {
  it.each([
    [
      'LiveCallFaults',
      [...live.map((id) => `Dispatch/Faults ${id}`), ...live.map((id) => `Dispatch/Requests ${id}`)],
    ],
    ['CallsCrash', live.map((id) => `Dispatch/Faults ${id} internal`)],
    ['Slowvoiceonefunctioncall', ['AWS/Lambda/Duration voiceone-function-call']],
    ['Slowvoiceonecallinbound', ['AWS/Lambda/Duration voiceone-call-inbound']],
    ['Slowvoicetwo', ['AWS/Lambda/Duration voicetwo']],
    [
      'CallsRefused',
      live.flatMap((id) =>
        ['account_forbidden', 'payload_invalid'].map((code) => `Dispatch/Rejected ${id} ${code}`),
      ),
    ],
    ['LeadsDelayed', ['Dispatch/Faults crm', 'Dispatch/Requests crm']],
    ['LeadsRefused', ['Dispatch/LeadsRefused crm']],
    ['LeadsLost', ['Dispatch/Faults crm internal']],
    ['CallReportsRefused', ['Dispatch/Faults voiceone-call-complete']],
    ['SignatureFailures', all.map((id) => `Dispatch/SignatureFailures ${id}`)],
    [
      'SecretsUnavailable',
      ['AWS/ApiGateway/Count the API', ...all.map((id) => `Dispatch/Faults ${id} secrets_unavailable`)],
    ],
    [
      'BudgetBurnsFast',
      [
        'AWS/ApiGateway/Count the API',
        ...all.map((id) => `AWS/Lambda/Errors ${id}`),
        'Dispatch/Faults the API',
      ],
    ],
    ['FunctionErrors', all.map((id) => `AWS/Lambda/Errors ${id}`)],
    ['FunctionsThrottled', all.map((id) => `AWS/Lambda/Throttles ${id}`)],
  ])('%s watches what it is about', (name, expected) => {
    expect(watched(name)).toEqual(expected);
  });

  it('watch at most ten metrics each, the most that CloudWatch allows', () => {
    for (const name of alarms.keys()) expect(watched(name).length).toBeLessThanOrEqual(10);
  });

  it('notify the topic of their severity when raised and when over, and treat missing data as no failure', () => {
    for (const [name, found] of alarms) {
      const isSilence = ['Unreachable', 'RemindersSilent'].includes(name);
      expect({ name, ...found }).toMatchObject({
        AlarmActions: found.OKActions,
        TreatMissingData: isSilence ? 'breaching' : 'notBreaching',
        ComparisonOperator:
          name === 'RemindersSilent' ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
      });
      expect(severities.get(String(found.AlarmActions[0]?.Ref))).toBe(documented().get(name));
    }
    expect([...alarms.keys()].filter((name) => !documented().has(name))).toEqual([]);
  });

  it.each([...alarms.keys()])(
    '%s has a meaning and an action, and is listed in the documentation',
    (name) => {
      const { AlarmDescription } = alarm(name);
      expect(AlarmDescription).toMatch(/^[A-Z].{30,}\. [A-Z].{20,}\.$/);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
      const page = readFileSync('docs/operations.md', 'utf8').replaceAll('-', '');
      expect(page).toContain(`\`${name}\``);
    },
  );

  it.each([...alarms.keys()])('%s prints commands that can be pasted', (name) => {
    const { AlarmDescription } = alarm(name);
    expect(AlarmDescription).not.toMatch(/roll it back/);
    const [, ...commands] = AlarmDescription.split('npx dispatch ');
    for (const command of commands) expect(command.split('"')[0]).toContain('--stack dispatch-dev');
  });

  it.each(['CallsCrash', 'FunctionErrors', 'ApiFails', 'LeadsLost', 'BudgetBurnsFast'])(
    '%s names the command that takes a release back',
    (name) => {
      const back = '"npx dispatch rollback --stack dispatch-dev"';
      expect(alarm(name).AlarmDescription).toContain(back);
    },
  );

  it('name the command that checks the secrets of this stack', () => {
    expect(alarm('SecretsUnavailable').AlarmDescription).toMatch(
      /npx dispatch secrets check <integration> --stack dispatch-dev/,
    );
  });

  it('are raised if each run of 15 minutes leaves messages to the next, and name the command that lists those', () => {
    const behind = alarm('RemindersBehind');
    expect(behind.Threshold).toBe(14);
    const [{ MetricStat } = {}] = behind.Metrics ?? [];
    expect(MetricStat).toMatchObject({ Stat: 'Sum', Period: 900 });
    const facts = functionLine('reminders', 0, { [MESSAGES_BEHIND]: 1 }, {});
    const { MetricName = '', Dimensions = [] } = MetricStat?.Metric ?? {};
    expect(Object.keys(facts)).toEqual(
      expect.arrayContaining([MetricName, ...Dimensions.map(({ Name }) => Name)]),
    );
    expect(behind.AlarmDescription).toContain(
      '"npx dispatch messages outbox --account <account> --status due --stack dispatch-dev"',
    );
  });

  it('are raised by a single crash in a call, but only by three other faults that are one in a hundred', () => {
    expect(alarm('CallsCrash').Threshold).toBe(1);
    expect(expressionOf('LiveCallFaults')).toBe('IF(failed >= 3 AND failed / all >= 0.01, 1, 0)');
  });

  it("are raised when the month's error budget burns 14.4 and 6 times too fast", () => {
    for (const [name, hours, rate] of [
      ['BudgetBurnsFast', 1, 14.4],
      ['BudgetBurnsSlowly', 6, 6],
    ] as const) {
      const { Threshold, Metrics = [] } = alarm(name);
      expect(Threshold).toBe(rate);
      const periods = Metrics.flatMap(({ MetricStat }) => MetricStat?.Period ?? []);
      expect(new Set(periods)).toEqual(new Set([hours * 3600]));
    }
  });

  it('watch the API as platforms see it', () => {
    const apiId = { Ref: logicalId(dev, 'AWS::ApiGatewayV2::Api', 'Webhooks') };
    for (const [MetricName, Statistic, Threshold] of [
      ['5xx', 'Sum', 1],
      ['Latency', 'p95', 1_000],
    ] as const) {
      dev.hasResourceProperties('AWS::CloudWatch::Alarm', {
        Threshold,
        Metrics: [
          Match.objectLike({
            MetricStat: Match.objectLike({
              Metric: {
                Namespace: 'AWS/ApiGateway',
                MetricName,
                Dimensions: [{ Name: 'ApiId', Value: apiId }],
              },
              Stat: Statistic,
            }),
          }),
        ],
      });
    }
  });

  it('are raised if no heartbeat succeeds for ten minutes, or none was sent', () => {
    expect(alarm('Unreachable')).toMatchObject({ Threshold: 1, TreatMissingData: 'breaching' });
    dev.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(5 minutes)' });
    dev.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { BASE_URL: dev.findOutputs('DefaultEndpoint').DefaultEndpoint?.Value } },
    });
  });

  it('page for a rate, and for what nobody should miss once; a single failed request is a ticket', () => {
    const counted = [...alarms].filter(
      ([name, { Threshold }]) => Threshold === 1 && expressionOf(name)?.startsWith('IF(') !== true,
    );
    const paged = counted.filter(
      ([, { AlarmActions }]) => severities.get(String(AlarmActions[0]?.Ref)) === 'page',
    );
    expect(paged.map(([name]) => name).sort()).toEqual([
      'DeadLettersNotEmpty',
      'MessagesNotDelivered',
      'MessagesUnheard',
      'RemindersSilent',
      'Unreachable',
    ]);
  });

  it('are raised by p95 of a second in two of three periods, and by three bad signatures', () => {
    for (const name of ['Slowvoiceonefunctioncall', 'Slowvoicetwo']) {
      expect(alarm(name)).toMatchObject({ Threshold: 1_000, DatapointsToAlarm: 2, EvaluationPeriods: 3 });
      expect(alarm(name).Metrics?.[0]?.MetricStat).toMatchObject({ Stat: 'p95', Period: 300 });
    }
    expect(alarm('SignatureFailures').Threshold).toBe(3);
    expect(alarm('SignatureFailures').Metrics?.[1]?.MetricStat?.Period).toBe(900);
  });

  it('watch metrics that requests write with the same dimensions', () => {
    const line = (status: number, code: string, error?: string) =>
      metricLines({
        time: '2026-11-20T15:31:01.000Z',
        requestId: 'request-1',
        functionName: 'crm',
        apiId: 'abc123defg',
        route: 'crm',
        durationMs: 1,
        coldStart: false,
        roundTrips: 0,
        racesRetried: 0,
        memoryFaults: 0,
        status,
        code,
        error,
      });
    const lines = [
      ...line(429, 'secrets_unavailable', 'SecretsUnavailable'),
      ...line(500, 'internal', 'Error'),
      ...line(401, 'signature_invalid'),
      ...line(403, 'account_forbidden'),
    ];
    const written = lines.flatMap((text) => Object.keys(text));
    for (const [name, found] of alarms) {
      if (['RequestsThrottled', 'EventsLate', 'Unreachable', 'RemindersBehind'].includes(name)) continue;
      for (const { MetricStat } of found.Metrics ?? []) {
        if (MetricStat?.Metric.Namespace !== 'Dispatch') continue;
        const { MetricName, Dimensions } = MetricStat.Metric;
        expect(written).toEqual(expect.arrayContaining([MetricName, ...Dimensions.map(({ Name }) => Name)]));
      }
    }
  });
});
