import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { logicalId, templateOf } from '../support/templates/templates.ts';

const prod = templateOf('board');
const page = readFileSync('docs/operations.md', 'utf8');

const Metric = v.object({
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.array(v.object({ Name: v.string(), Value: v.object({ Ref: v.string() }) })),
});
const Stat = v.object({ MetricStat: v.optional(v.object({ Metric, Stat: v.string() })) });
const Alarm = v.object({
  AlarmDescription: v.string(),
  AlarmActions: v.array(v.object({ Ref: v.string() })),
  Threshold: v.number(),
  TreatMissingData: v.string(),
  Metrics: v.optional(v.array(Stat)),
  MetricName: v.optional(v.string()),
  Dimensions: v.optional(Metric.entries.Dimensions),
  Statistic: v.optional(v.string()),
});

const alarmsOf = (template: typeof prod) =>
  new Map(
    Object.entries(template.findResources('AWS::CloudWatch::Alarm'))
      .filter(([id]) => id.startsWith('BoardAlarms'))
      .map(([id, { Properties }]) => [
        id.replace(/^BoardAlarms|[0-9A-F]{8}$/g, ''),
        v.parse(Alarm, Properties),
      ]),
  );
const alarms = alarmsOf(prod);

/** Metric, dimension, the resource it is of, and statistic. */
function watchedBy(name: string) {
  const found = alarms.get(name);
  const stat = found?.Metrics?.[0]?.MetricStat;
  const { MetricName, Dimensions } = stat?.Metric ?? { ...found };
  const dimension = Dimensions?.[0];
  return [MetricName, dimension?.Name, dimension?.Value.Ref, stat?.Stat ?? found?.Statistic];
}

describe("the board's alarms", () => {
  const api = logicalId(prod, 'AWS::ApiGatewayV2::Api', 'BoardHttp');

  it('watch its own API, and the function that signs in', () => {
    expect(watchedBy('BoardErrors')).toEqual(['5xx', 'ApiId', api, 'Sum']);
    expect(watchedBy('BoardSlow')).toEqual(['Latency', 'ApiId', api, 'p95']);
    const claims = logicalId(prod, 'AWS::Lambda::Function', 'BoardSignInClaims');
    expect(watchedBy('SignInFails')).toEqual(['Errors', 'FunctionName', claims, 'Sum']);
  });

  it('watch the connections of open pages, and the hints on them', () => {
    const sockets = { Ref: logicalId(prod, 'AWS::ApiGatewayV2::Api', 'BoardLive') };
    const following = { Ref: logicalId(prod, 'AWS::Lambda::Function', 'BoardUpdates') };
    const stats = alarms.get('BoardNotLive')?.Metrics?.map(({ MetricStat }) => MetricStat?.Metric);

    expect(stats?.filter((metric) => metric !== undefined)).toEqual([
      {
        Namespace: 'Dispatch',
        MetricName: 'HintsFailed',
        Dimensions: [{ Name: 'FunctionName', Value: following }],
      },
      ...['IntegrationError', 'ExecutionError'].map((MetricName) => ({
        ...{ Namespace: 'AWS/ApiGateway', MetricName },
        Dimensions: [{ Name: 'ApiId', Value: sockets }],
      })),
    ]);
  });

  it('are raised by one failure that somebody sees, and by two seconds of waiting', () => {
    expect([...alarms].map(([name, { Threshold }]) => [name, Threshold])).toEqual([
      ['BoardErrors', 1],
      ['BoardSlow', 2_000],
      ['BoardUpdatesFail', 3],
      ['BoardNotLive', 3],
      ['BoardThrottled', 1],
      ['SignInFails', 1],
    ]);
  });

  it.each([...alarms])(
    '%s has a meaning and an action, and is listed in the documentation',
    (name, found) => {
      expect(found.AlarmDescription).toMatch(/^[A-Z].{40,}\. [A-Z].{20,}\.$/);
      expect(found.AlarmActions).toEqual([{ Ref: logicalId(prod, 'AWS::SNS::Topic', 'AlarmTopicTicket') }]);
      expect(found.TreatMissingData).toBe('notBreaching');
      expect(page).toContain(`\`${name}\``);
    },
  );

  it('watch throttles of every function of the board', () => {
    const functions = Object.keys(prod.findResources('AWS::Lambda::Function')).filter((id) =>
      /^Board(?!PageFiles)/.test(id),
    );
    const stats = alarms
      .get('BoardThrottled')
      ?.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);

    expect(functions.length).toBeGreaterThan(3);
    expect(stats?.map(({ Dimensions }) => Dimensions[0]?.Value.Ref).sort()).toEqual(functions.sort());
  });

  it('say what helps against a release, which rollback does not take back', () => {
    for (const name of ['BoardErrors', 'BoardUpdatesFail', 'BoardNotLive', 'SignInFails'])
      expect(JSON.stringify(alarms.get(name))).toContain('deploy the last good commit');
  });

  it('are on the dashboard, with what they watch', () => {
    const dashboard = JSON.stringify(prod.findResources('AWS::CloudWatch::Dashboard'));

    for (const id of Object.keys(prod.findResources('AWS::CloudWatch::Alarm')))
      expect(dashboard).toContain(id);
    expect(dashboard).toContain('Board: answers of 5xx');
    expect(dashboard).toContain('Board: milliseconds');
    expect(dashboard).toContain('Board: live connections');
  });

  it("do not watch another issuer's sign-in", () => {
    expect([...alarmsOf(templateOf('board with users elsewhere')).keys()]).toEqual([
      'BoardErrors',
      'BoardSlow',
      'BoardUpdatesFail',
      'BoardNotLive',
      'BoardThrottled',
    ]);
  });
});
