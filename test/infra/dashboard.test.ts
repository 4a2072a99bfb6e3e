import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { routes } from '../../lib/routes.ts';
import { logicalId, templateOf } from '../support/templates/templates.ts';

const dev = templateOf('dev');
const functionIdOf = (id: string) =>
  logicalId(dev, 'AWS::Lambda::Function', `${id.replaceAll('-', '')}Function`);
const all = routes.map(({ id }) => id);
const live = routes.filter((route) => route.live).map(({ id }) => id);

/** The text of the template, with logical ids instead of references. */
const joined = (parts: readonly unknown[]) =>
  parts
    .map((part) => (typeof part === 'string' ? part : /"(\w+[0-9A-F]{8})"/.exec(JSON.stringify(part))?.[1]))
    .join('');

const Body = v.object({
  widgets: v.array(
    v.object({
      properties: v.object({
        title: v.string(),
        alarms: v.optional(v.array(v.string())),
        metrics: v.optional(v.array(v.array(v.unknown()))),
      }),
    }),
  ),
});

describe('the dashboard', () => {
  const [dashboard] = Object.values(dev.findResources('AWS::CloudWatch::Dashboard'));
  const { widgets } = v.parse(Body, JSON.parse(joined(dashboard?.Properties.DashboardBody['Fn::Join'][1])));
  const graphs = new Map(
    widgets.map(({ properties }) => [properties.title, JSON.stringify(properties.metrics)] as const),
  );

  it('has the name of the stack', () => {
    expect(dashboard?.Properties.DashboardName).toBe('dispatch-dev');
  });

  it('starts with the state of every alarm', () => {
    const ids = Object.keys(dev.findResources('AWS::CloudWatch::Alarm'));
    expect(widgets[0]?.properties.alarms?.toSorted()).toEqual(ids.sort());
  });

  it.each([
    ['Requests', ['Requests']],
    ['API: answers of 5xx', ['5xx']],
    ['API: milliseconds', ['Latency']],
    ['Age of changes when they are published', ['EventAge']],
    ['Leads', ['Accepted', 'Duplicates']],
    ['Live calls', ['Booked', 'Moved', 'Refused', 'Duplicates', 'Faults', 'RacesRetried']],
    ['Signature failures', ['SignatureFailures']],
    ['Throttled and crashed', ['ThrottledRequests', 'Throttles', 'Errors']],
    ['Table: units consumed', ['ConsumedReadCapacityUnits', 'ConsumedWriteCapacityUnits']],
    ['Table: operations throttled', ['ReadThrottleEvents', 'WriteThrottleEvents']],
    ['Milliseconds of voiceone-function-call', ['p50', 'p95', 'p99']],
    ['Milliseconds of voicetwo', ['p50', 'p95', 'p99']],
  ])('has a graph of %s', (title, names) => {
    for (const name of names) expect(graphs.get(title)).toContain(`"${name}"`);
  });

  it.each([
    ['Refused on calls, by reason', 'Refused', live],
    ['Requests rejected, by code', 'Rejected', all],
    ['Faults by reason', 'Faults', all],
  ])('has a graph of %s, only for the functions of this stack', (title, metric, of) => {
    const [search] = JSON.parse(graphs.get(title) ?? '[]');
    expect(search[0].expression).toMatch(
      new RegExp(`^SEARCH\\('{Dispatch,FunctionName,Reason} MetricName="${metric}" `),
    );
    const [, names = ''] = /FunctionName=\((.*)\)'/.exec(search[0].expression) ?? [];
    expect(names.split(' OR ').sort()).toEqual(of.map((id) => `"${functionIdOf(id)}"`).sort());
  });
});
