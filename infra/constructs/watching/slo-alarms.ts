import { Duration } from 'aws-cdk-lib';
import { type Alarm, type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { routes } from '../../../lib/routes.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { BusinessAlarm, ifReleased } from './business-alarm.ts';
import { type CountedApi, LEAST_FAULTS, type ServiceMetrics } from './service-metrics.ts';

/** The objective: the share of requests in 30 days that are answered without a fault. */
const ANSWERED = 0.999;

/** Burn rates of the 30-day error budget, and how soon each uses it up. */
const burns = [
  { id: 'BudgetBurnsFast', period: Duration.hours(1), rate: 14.4, gone: 'two days', severity: 'page' },
  { id: 'BudgetBurnsSlowly', period: Duration.hours(6), rate: 6, gone: 'five days', severity: 'ticket' },
] as const;

export interface SloAlarmsProps {
  readonly metrics: ServiceMetrics;
  /** The API of webhooks. */
  readonly api: CountedApi;
  readonly topics: AlarmTopics;
}

/** Alarms if faults are so frequent that the objective of 99.9 % will be missed. */
export class SloAlarms extends Construct {
  readonly all: readonly Alarm[];

  constructor(scope: Construct, id: string, { metrics, api, topics }: SloAlarmsProps) {
    super(scope, id);
    this.all = burns.map(
      ({ id, period, rate, gone, severity }) =>
        new BusinessAlarm(this, id, {
          metric: burnRate(metrics, api, period),
          threshold: rate,
          meaning: `Requests fail ${rate} times as often as the objective allows: at this rate the month's 0.1 % is used up in ${gone}.`,
          action: `See "Faults by reason" on the dashboard. ${ifReleased(this)} Otherwise follow the alarm of that fault.`,
          topic: topics[severity],
        }),
    );
  }
}

/** The error rate as a multiple of the allowed one. A crash logs nothing, so it is counted apart from faults. */
function burnRate(metrics: ServiceMetrics, api: CountedApi, period: Duration): IMetric {
  const allowed = Math.round((1 - ANSWERED) * 1e6) / 1e6;
  return new MathExpression({
    expression: `IF(SUM([faults, crashes]) >= ${LEAST_FAULTS}, SUM([faults, crashes]) / requests / ${allowed}, 0)`,
    usingMetrics: {
      faults: api.faults(period),
      crashes: metrics.lambda('Errors', routes, period),
      requests: api.requests(period),
    },
    label: 'Burn rate of the error budget',
    period,
  });
}
