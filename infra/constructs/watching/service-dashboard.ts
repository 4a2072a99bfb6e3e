import { Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { routeById, routes } from '../../../lib/routes.ts';
import type { ServiceTable } from '../dispatch-table.ts';
import { liveRoutes, PERIOD, type ServiceMetrics, type WatchedApi } from './service-metrics.ts';

export interface ServiceDashboardProps {
  /** Unique in the AWS account and region. */
  readonly name: string;
  readonly metrics: ServiceMetrics;
  readonly throttled: IMetric;
  readonly api: WatchedApi;
  readonly eventAge: IMetric;
  readonly table: ServiceTable;
  readonly alarms: readonly Alarm[];
  /** The dispatchers' API, if there is one. */
  readonly board: WatchedApi | undefined;
}

const WIDTH = 24;
const graph = (title: string, left: readonly IMetric[], columns: number) =>
  new GraphWidget({ title, left: [...left], width: WIDTH / columns, leftYAxis: { min: 0 } });

/** A dashboard of the service: alarms, then results of calls and leads, then refusals and faults by reason. */
export class ServiceDashboard extends Construct {
  /** Its address in the console. */
  readonly url: string;

  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    const { name, metrics, throttled, api, eventAge, table, alarms, board } = props;
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: name });
    const { region } = Stack.of(this);
    this.url = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${name}`;
    dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: WIDTH, height: 4 }),
    );
    dashboard.addWidgets(...outcomes(metrics));
    dashboard.addWidgets(...reasons(metrics));
    dashboard.addWidgets(
      ...liveRoutes.map((route) =>
        graph(
          `Milliseconds of ${route.id}`,
          [50, 95, 99].map((percentile) => metrics.duration(route, percentile)),
          liveRoutes.length,
        ),
      ),
    );
    dashboard.addWidgets(
      graph('API: answers of 5xx', [api.errors], 3),
      graph('API: milliseconds', [api.latency], 3),
      graph('Age of changes when they are published', [eventAge], 3),
    );
    dashboard.addWidgets(
      ...capacity(table),
      graph(
        'Throttled and crashed',
        [throttled, metrics.lambda('Throttles', routes), metrics.lambda('Errors', routes)],
        3,
      ),
    );
    if (board === undefined) return;
    dashboard.addWidgets(
      graph('Board: answers of 5xx', [board.errors], 2),
      graph('Board: milliseconds', [board.latency], 2),
    );
  }
}

function outcomes(metrics: ServiceMetrics) {
  const crm = [routeById('crm')];
  return [
    graph('Requests', metrics.each('Requests', routes), 3),
    graph('Leads', [metrics.count('Accepted', crm), metrics.count('Duplicates', crm)], 3),
    graph(
      'Live calls',
      (['Booked', 'Moved', 'Canceled', 'Refused', 'Duplicates', 'Faults', 'RacesRetried'] as const).map(
        (name) => metrics.count(name, liveRoutes),
      ),
      3,
    ),
  ];
}

function reasons(metrics: ServiceMetrics) {
  return [
    graph('Refused on calls, by reason', [metrics.byReason('Refused', liveRoutes)], 4),
    graph('Requests rejected, by code', [metrics.byReason('Rejected', routes)], 4),
    graph('Faults by reason', [metrics.byReason('Faults', routes)], 4),
    graph('Signature failures', metrics.each('SignatureFailures', routes), 4),
  ];
}

function capacity(table: ServiceTable) {
  const sum = { statistic: Stats.SUM, period: PERIOD };
  return [
    graph(
      'Table: units consumed',
      [table.metricConsumedReadCapacityUnits(sum), table.metricConsumedWriteCapacityUnits(sum)],
      3,
    ),
    graph(
      'Table: operations throttled',
      [table.metric('ReadThrottleEvents', sum), table.metric('WriteThrottleEvents', sum)],
      3,
    ),
  ];
}
