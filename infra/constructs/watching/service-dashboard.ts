import { Stack } from 'aws-cdk-lib';
import {
  type Alarm,
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { routeById, routes } from '../../../lib/routes.ts';
import type { WatchedParts } from './alarms.ts';
import { apiMetrics, eventAge, liveRoutes, sumOver } from './service-metrics.ts';

const WIDTH = 24;

/** A dashboard of the service: alarms, then results of calls and leads, then refusals and faults by reason. */
export class ServiceDashboard extends Construct {
  /** Its address in the console. */
  readonly url: string;

  constructor(scope: Construct, id: string, parts: WatchedParts, alarms: readonly Alarm[]) {
    super(scope, id);
    const { metrics, publicApi, events, table, board } = parts;
    const { region, stackName } = Stack.of(this);
    // Dashboard names are unique in the AWS account and region, as stack names are.
    const dashboard = new Dashboard(this, 'Dashboard', { dashboardName: stackName });
    this.url = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${stackName}`;
    const add = (graphs: Readonly<Record<string, readonly IMetric[]>>) => {
      const width = WIDTH / Object.keys(graphs).length;
      const widgets = Object.entries(graphs).map(
        ([title, left]) => new GraphWidget({ title, left: [...left], width, leftYAxis: { min: 0 } }),
      );
      dashboard.addWidgets(...widgets);
    };
    const crm = [routeById('crm')];
    const outcomes = [
      'Booked',
      'Moved',
      'Canceled',
      'Refused',
      'Duplicates',
      'Faults',
      'RacesRetried',
    ] as const;
    const api = apiMetrics(publicApi.api.api);

    dashboard.addWidgets(
      new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: WIDTH, height: 4 }),
    );
    add({
      Requests: metrics.each('Requests', routes),
      Leads: [metrics.count('Accepted', crm), metrics.count('Duplicates', crm)],
      'Live calls': outcomes.map((name) => metrics.count(name, liveRoutes)),
    });
    add({
      'Refused on calls, by reason': [metrics.byReason('Refused', liveRoutes)],
      'Requests rejected, by code': [metrics.byReason('Rejected', routes)],
      'Faults by reason': [metrics.byReason('Faults', routes)],
      'Signature failures': metrics.each('SignatureFailures', routes),
    });
    add(
      Object.fromEntries(
        liveRoutes.map((route) => [
          `Milliseconds of ${route.id}`,
          [50, 95, 99].map((percentile) => metrics.duration(route, percentile)),
        ]),
      ),
    );
    add({
      'API: answers of 5xx': [api.errors],
      'API: milliseconds': [api.latency],
      'Age of changes when they are published': [eventAge(events.pipe.shaper.function)],
    });
    add({
      'Table: units consumed': [
        table.metricConsumedReadCapacityUnits(sumOver()),
        table.metricConsumedWriteCapacityUnits(sumOver()),
      ],
      'Table: operations throttled': [
        table.metric('ReadThrottleEvents', sumOver()),
        table.metric('WriteThrottleEvents', sumOver()),
      ],
      'Throttled and crashed': [
        api.throttled,
        metrics.lambda('Throttles', routes),
        metrics.lambda('Errors', routes),
      ],
    });
    if (board === undefined) return;
    const { errors, latency } = apiMetrics(board.api.api);
    const connections = board.live.api.metric('ConnectCount', { ...sumOver(), label: 'Connections opened' });
    add({
      'Board: answers of 5xx': [errors],
      'Board: milliseconds': [latency],
      'Board: live connections': [connections],
    });
  }
}
