import type { Template } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { routes } from '../../lib/routes.ts';
import { logicalId, templateOf } from '../support/templates/templates.ts';

export const dev = templateOf('dev');
/** The severities by the ids of their topics. */
export const severities = new Map([
  [logicalId(dev, 'AWS::SNS::Topic', 'AlarmTopicPage'), 'page'],
  [logicalId(dev, 'AWS::SNS::Topic', 'AlarmTopicTicket'), 'ticket'],
]);
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
const Attribute = v.pipe(
  v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
  v.transform(({ 'Fn::GetAtt': [Ref] }) => ({ Ref })),
);
const Watched = v.object({
  Namespace: v.string(),
  MetricName: v.string(),
  Dimensions: v.array(v.object({ Name: v.string(), Value: v.union([v.string(), Reference, Attribute]) })),
});
type Watched = v.InferOutput<typeof Watched>;
const Action = v.union([
  Reference,
  v.pipe(
    v.string(),
    v.transform((Ref) => ({ Ref })),
  ),
]);
const AlarmProperties = v.object({
  AlarmDescription: v.string(),
  AlarmActions: v.array(Action),
  OKActions: v.array(Action),
  TreatMissingData: v.string(),
  ComparisonOperator: v.string(),
  Threshold: v.number(),
  DatapointsToAlarm: v.number(),
  EvaluationPeriods: v.number(),
  Metrics: v.optional(
    v.array(
      v.object({
        Expression: v.optional(v.string()),
        ReturnData: v.optional(v.boolean(), true),
        MetricStat: v.optional(v.object({ Metric: Watched, Stat: v.string(), Period: v.number() })),
      }),
    ),
  ),
});

/** CDK has another form for an alarm on a single metric. */
function withMetrics(properties: Record<string, unknown>): Record<string, unknown> {
  const { Namespace, MetricName, Dimensions = [], Statistic, Period, ...others } = properties;
  if (MetricName === undefined) return others;
  const MetricStat = { Metric: { Namespace, MetricName, Dimensions }, Stat: Statistic, Period };
  return { ...others, Metrics: [{ MetricStat }] };
}

/** The alarms by their ids in the construct. */
export const alarmsOf = (template: Template) =>
  new Map(
    Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([logical, { Properties }]) => [
      logical
        .replace(
          /^(BoardAlarms|PageAlarms|Alarms|Events|Slo|Heartbeat|Reminders(?=Reminders)|Messages(?=Messages)|Resources)/,
          '',
        )
        .replace(/[0-9A-F]{8}$/, ''),
      v.parse(AlarmProperties, withMetrics(Properties)),
    ]),
  );

export const alarms = alarmsOf(dev);

export function alarm(name: string) {
  const found = alarms.get(name);
  if (found === undefined) throw new Error(`No alarm ${name}`);
  return found;
}

/** The formula whose value an alarm compares with its threshold. */
export const expressionOf = (name: string) => alarm(name).Metrics?.find((one) => one.ReturnData)?.Expression;

/** What an alarm watches, as `Namespace/Metric function reason`. */
export function watched(name: string, found = alarm(name)): string[] {
  const stats = (found.Metrics ?? []).flatMap(({ MetricStat }) => MetricStat?.Metric ?? []);
  return stats.map(inWords).sort();
}

function inWords({ Namespace, MetricName, Dimensions }: Watched): string {
  const values = Dimensions.map(({ Value }) => (typeof Value === 'string' ? Value : nameOf(Value.Ref)));
  return [`${Namespace}/${MetricName}`, ...values].join(' ');
}
