import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { metricLines } from '../../lib/http/metrics.ts';
import { routes } from '../../lib/routes.ts';
import { logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const topicId = logicalId(dev, 'AWS::SNS::Topic', 'AlarmTopic');
/** Functions by the ids of their routes, and the API. */
const watchable = {
  ...Object.fromEntries(
    routes.map(({ id }) => [
      id,
      logicalId(dev, 'AWS::Lambda::Function', `${id.replaceAll('-', '')}Function`),
    ]),
  ),
  'the API': logicalId(dev, 'AWS::ApiGatewayV2::Api', 'Webhooks'),
};
const nameOf = (logical: string) => Object.entries(watchable).find(([, id]) => id === logical)?.[0];

const Reference = v.object({ Ref: v.string() });
const Watched = v.object({
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.array(v.object({ Name: v.string(), Value: v.union([v.string(), Reference]) })),
});
type Watched = v.InferOutput<typeof Watched>;
const AlarmProperties = v.object({
  AlarmDescription: v.string(),
  AlarmActions: v.array(Reference),
  OKActions: v.array(Reference),
  TreatMissingData: v.string(),
  ComparisonOperator: v.string(),
  Threshold: v.number(),
  DatapointsToAlarm: v.number(),
  EvaluationPeriods: v.number(),
  Metrics: v.optional(
    v.array(
      v.object({
        MetricStat: v.optional(v.object({ Metric: Watched, Stat: v.string(), Period: v.number() })),
      }),
    ),
  ),
});

/** The alarms by their ids in the construct. */
const alarms = new Map(
  Object.entries(dev.findResources('AWS::CloudWatch::Alarm')).map(([logical, { Properties }]) => [
    logical.replace(/^(Alarms|Events|Slo|Heartbeat|Reminders)/, '').replace(/[0-9A-F]{8}$/, ''),
    v.parse(AlarmProperties, Properties),
  ]),
);

function alarm(name: string) {
  const found = alarms.get(name);
  if (found === undefined) throw new Error(`No alarm ${name}`);
  return found;
}

/** What an alarm watches, as `Namespace/Metric function reason`. */
function watched(name: string): string[] {
  const stats = (alarm(name).Metrics ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  return stats.map(inWords).sort();
}

function inWords({ Namespace, MetricName, Dimensions }: Watched): string {
  const values = Dimensions.map(({ Value }) => (typeof Value === 'string' ? Value : nameOf(Value.Ref)));
  return [`${Namespace}/${MetricName}`, ...values].join(' ');
}

const all = routes.map(({ id }) => id).sort();
const live = routes
  .filter((route) => route.live)
  .map(({ id }) => id)
  .sort();

describe('the alarms', () => {
  it.each([
    ['LiveCallFaults', live.map((id) => `Dispatch/Faults ${id}`)],
    ['Slowvoiceonefunctioncall', ['AWS/Lambda/Duration voiceone-function-call']],
    ['Slowvoiceonecallinbound', ['AWS/Lambda/Duration voiceone-call-inbound']],
    ['Slowvoicetwo', ['AWS/Lambda/Duration voicetwo']],
    ['LeadsDelayed', ['Dispatch/Faults crm']],
    ['LeadsLost', ['Dispatch/Faults crm internal']],
    ['CallReportsRefused', ['Dispatch/Faults voiceone-call-complete']],
    ['SignatureFailures', all.map((id) => `Dispatch/SignatureFailures ${id}`)],
    ['SecretsUnavailable', all.map((id) => `Dispatch/Faults ${id} secrets_unavailable`)],
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

  it('notify the topic when raised and when over, and treat missing data as no failure', () => {
    expect(alarms.size).toBe(18 + live.length);
    for (const [name, found] of alarms) {
      expect(found).toMatchObject({
        AlarmActions: [{ Ref: topicId }],
        OKActions: [{ Ref: topicId }],
        // `Unreachable` is about missing data.
        TreatMissingData: name === 'Unreachable' ? 'breaching' : 'notBreaching',
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      });
    }
  });

  it.each([...alarms.keys()])(
    '%s has a meaning and an action, and is listed in the documentation',
    (name) => {
      const { AlarmDescription } = alarm(name);
      expect(AlarmDescription).toMatch(/^[A-Z].{40,}\. [A-Z].{20,}\.$/);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1024);
      const page = readFileSync('docs/operations.md', 'utf8').replaceAll('-', '');
      expect(page).toContain(`\`${name}\``);
    },
  );

  it('name the command that checks the secrets of this stack', () => {
    expect(alarm('SecretsUnavailable').AlarmDescription).toMatch(
      /npm run -s dispatch -- secrets check <integration> --stack dispatch-dev/,
    );
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
    const apiId = { Ref: logicalId(dev, 'AWS::ApiGatewayV2::Api') };
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

  it('are raised if no heartbeat succeeds for an hour, or none was sent', () => {
    expect(alarm('Unreachable')).toMatchObject({ Threshold: 1, TreatMissingData: 'breaching' });
    dev.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(30 minutes)' });
    dev.hasResourceProperties('AWS::Lambda::Function', {
      Environment: { Variables: { BASE_URL: dev.findOutputs('DefaultEndpoint').DefaultEndpoint?.Value } },
    });
  });

  it('are raised by p95 of a second in two of three periods, and by ten bad signatures', () => {
    for (const name of ['Slowvoiceonefunctioncall', 'Slowvoicetwo']) {
      expect(alarm(name)).toMatchObject({ Threshold: 1_000, DatapointsToAlarm: 2, EvaluationPeriods: 3 });
      expect(alarm(name).Metrics?.[0]?.MetricStat).toMatchObject({ Stat: 'p95', Period: 300 });
    }
    expect(alarm('SignatureFailures').Threshold).toBe(10);
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
        status,
        code,
        error,
      });
    const lines = [
      ...line(429, 'secrets_unavailable', 'SecretsUnavailable'),
      ...line(500, 'internal', 'Error'),
      ...line(401, 'signature_invalid'),
    ];
    const written = lines.flatMap((text) => Object.keys(text));
    for (const [name, found] of alarms) {
      if (['RequestsThrottled', 'EventsLate', 'Unreachable'].includes(name)) continue;
      for (const { MetricStat } of found.Metrics ?? []) {
        if (MetricStat?.Metric.Namespace !== 'Dispatch') continue;
        const { MetricName, Dimensions } = MetricStat.Metric;
        expect(written).toEqual(expect.arrayContaining([MetricName, ...Dimensions.map(({ Name }) => Name)]));
      }
    }
  });

  it('count requests that the API throttled by its log, without a 429 of a function', () => {
    dev.hasResourceProperties('AWS::Logs::MetricFilter', {
      LogGroupName: { Ref: logicalId(dev, 'AWS::Logs::LogGroup', 'WebhooksAccessLog') },
      FilterPattern: '{ ($.status = "429") && ($.integrationMilliseconds = "-") }',
      MetricTransformations: [
        Match.objectLike({
          MetricNamespace: 'Dispatch',
          MetricName: 'ThrottledRequests',
          Dimensions: [{ Key: 'ApiId', Value: '$.apiId' }],
        }),
      ],
    });
    const apiId = { Ref: logicalId(dev, 'AWS::ApiGatewayV2::Api') };
    const [stage] = Object.values(dev.findResources('AWS::ApiGatewayV2::Stage'));
    expect(JSON.parse(stage?.Properties.AccessLogSettings.Format)).toMatchObject({
      apiId: '$context.apiId',
      status: '$context.status',
      integrationMilliseconds: '$context.integrationLatency',
      integrationRequestId: '$context.integration.requestId',
    });
    const throttled = alarm('RequestsThrottled').Metrics?.[0]?.MetricStat?.Metric;
    expect(throttled).toEqual({
      Namespace: 'Dispatch',
      MetricName: 'ThrottledRequests',
      Dimensions: [{ Name: 'ApiId', Value: apiId }],
    });
  });
});
