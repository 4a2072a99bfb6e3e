import { Duration, Stack } from 'aws-cdk-lib';
import type { Alarm, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { platforms } from '../../../lib/platforms/index.ts';
import { routeById, routes } from '../../../lib/routes.ts';
import { BusinessAlarm } from './business-alarm.ts';
import { liveRoutes, reportRoutes, type ServiceMetrics, type WatchedApi } from './service-metrics.ts';

/** Milliseconds. Callers notice a longer silence. */
const SLOW_MS = 1_000;
/** Per quarter of an hour. A misconfigured platform always fails; single failures come from scanners. */
const UNUSUAL_SIGNATURE_FAILURES = 10;

export interface ServiceAlarmsProps {
  readonly metrics: ServiceMetrics;
  /** Requests that the API refused for exceeding its limits. */
  readonly throttled: IMetric;
  /** Requests that CloudFront blocked, if it is in front of the API. */
  readonly blockedRequests: IMetric | undefined;
  /** The API of webhooks. */
  readonly api: WatchedApi;
  readonly topic: ITopic;
}

/** The alarms of the service. `docs/operations.md` lists them for the person on call. */
export class ServiceAlarms extends Construct {
  readonly all: readonly Alarm[];
  /** Alarms that only the service's own code raises; they roll a release back. */
  readonly ofCode: readonly Alarm[];

  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.all = [
      ...this.onLiveCalls(props),
      ...this.onLeads(props),
      ...this.onCallReports(props),
      ...this.onAccess(props),
      ...this.onCapacity(props),
      ...this.onApi(props),
    ];
    const names = ['FunctionErrors', 'ApiErrors', 'LeadsLost'];
    this.ofCode = this.all.filter(({ node }) => names.includes(node.id));
  }

  private onLiveCalls({ metrics, topic }: ServiceAlarmsProps): readonly Alarm[] {
    const faults = new BusinessAlarm(this, 'LiveCallFaults', {
      metric: metrics.count('Faults', liveRoutes),
      threshold: 1,
      meaning:
        'A caller heard an error instead of an answer, a report of their call was not stored, or the agent did not learn who is calling.',
      action:
        'See "Faults by reason" on the dashboard. unknown_account, assistant_id_missing and unknown_function: fix the configuration of the agent or account. Others: search the function\'s log for outcome "fault".',
      topic,
    });
    const slow = liveRoutes.map(
      (route) =>
        new BusinessAlarm(this, `Slow-${route.id}`, {
          metric: metrics.duration(route, 95),
          threshold: SLOW_MS,
          meaning: `Callers hear silence: one answer in twenty of ${route.id} takes over a second, and people hang up.`,
          action:
            'Compare durationMs, roundTrips and coldStart in its log. Cold starts: deploy with provisionedConcurrency. Otherwise look at the latency of DynamoDB.',
          topic,
          periods: { reaching: 2, outOf: 3 },
        }),
    );
    return [faults, ...slow];
  }

  private onLeads({ metrics, topic }: ServiceAlarmsProps): readonly Alarm[] {
    const crm = [routeById('crm')];
    return [
      new BusinessAlarm(this, 'LeadsDelayed', {
        metric: metrics.count('Faults', crm),
        threshold: 1,
        meaning: `Leads of the CRM were refused. After a ${platforms.crm.retryStatus} the CRM retries for a while; then they are lost.`,
        action:
          'See the reason in the log of crm. storage_unavailable: status of DynamoDB. secrets_unavailable: see SecretsUnavailable. Then rerun failed executions in the CRM.',
        topic,
      }),
      new BusinessAlarm(this, 'LeadsLost', {
        metric: metrics.countOf('Faults', 'internal', crm),
        threshold: 1,
        meaning:
          'Leads were refused with 500 because of a fault in the service. The CRM does not retry them.',
        action:
          'Find "code":"internal" in the log of crm; "error" has its class. Fix it, then rerun the failed executions in the CRM.',
        topic,
      }),
    ];
  }

  private onCallReports({ metrics, topic }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'CallReportsRefused', {
        metric: metrics.count('Faults', reportRoutes),
        threshold: 1,
        meaning: 'Reports of ended calls could not be stored; transcripts may be missing.',
        action:
          'See "Faults by reason" on the dashboard, and the log of the function. The platform retries for a while; after that, resend the reports from there.',
        topic,
      }),
    ];
  }

  private onAccess({ metrics, topic }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'SignatureFailures', {
        metric: metrics.count('SignatureFailures', routes, Duration.minutes(15)),
        threshold: UNUSUAL_SIGNATURE_FAILURES,
        meaning:
          'Many requests have no valid signature: a platform signs with another key, so its leads or calls are refused, or someone is guessing.',
        action:
          'See which function on the dashboard, and code in its log. After a rotation: add the old key again (docs/security.md). If no platform complains: compare sourceIp in the access log.',
        topic,
      }),
      new BusinessAlarm(this, 'SecretsUnavailable', {
        metric: metrics.countOf('Faults', 'secrets_unavailable', routes),
        threshold: 1,
        meaning: 'No signature can be verified, so all leads and calls are refused.',
        action: `Run "npm run -s dispatch -- secrets check <integration> --stack ${Stack.of(this).stackName}" for each: a faulty document is refused by new containers. If it is well-formed, look at the status of Secrets Manager.`,
        topic,
      }),
    ];
  }

  private onCapacity({ metrics, throttled, blockedRequests, topic }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'FunctionErrors', {
        metric: metrics.lambda('Errors', routes),
        threshold: 1,
        meaning:
          'A function crashed or took over 10 seconds: the platform got no answer, and a caller heard silence.',
        action:
          'Search the logs for "Task timed out" and for lines of level ERROR. Right after a deployment: roll it back.',
        topic,
      }),
      new BusinessAlarm(this, 'RequestsThrottled', {
        metric: throttled,
        threshold: 1,
        meaning: 'A route got more requests than it allows; leads and calls were refused with 429.',
        action:
          blockedRequests === undefined
            ? 'Find the sender in the access log. A flood: ask the platform to stop it, and set the option edge (docs/operations.md). Genuine load: raise the limits in infra/constructs/api/webhook-api.ts.'
            : 'There are several senders, because CloudFront blocks single ones (AddressBlocked). Its log has their addresses. Genuine load: raise the limits in infra/constructs/api/webhook-api.ts. An attack: AWS Shield, and rules of the web ACL.',
        topic,
      }),
      ...(blockedRequests === undefined ? [] : [this.onFlood(blockedRequests, topic)]),
      new BusinessAlarm(this, 'FunctionsThrottled', {
        metric: metrics.lambda('Throttles', routes),
        threshold: 1,
        meaning:
          'No Lambda instance was free, reserved or in the AWS account; leads and calls were refused with 503.',
        action:
          'Compare the concurrency of the function with reservedConcurrency of the stage, and that of all functions with the limit of the AWS account in this region; raise the one that was reached.',
        topic,
      }),
    ];
  }

  private onApi({ api, topic }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'ApiErrors', {
        metric: api.errors,
        threshold: 1,
        meaning: 'A platform got a 5xx: a lead or a report was not stored, or a caller heard silence.',
        action:
          'With another alarm: fix its cause first. Alone, the fault is between the API and its functions: see integrationError in the access log, whose integrationRequestId is requestId in the log of the function.',
        topic,
      }),
      new BusinessAlarm(this, 'ApiSlow', {
        metric: api.latency,
        threshold: SLOW_MS,
        meaning: 'One answer in twenty takes over a second as platforms see it, cold starts included.',
        action:
          'Compare responseMilliseconds and integrationMilliseconds in the access log, and coldStart in the logs of the functions. Cold starts: provisionedConcurrency of the stage.',
        topic,
        periods: { reaching: 2, outOf: 3 },
      }),
    ];
  }

  private onFlood(blockedRequests: IMetric, topic: ITopic): Alarm {
    return new BusinessAlarm(this, 'AddressBlocked', {
      metric: blockedRequests,
      threshold: 1,
      meaning: `An address sends too many requests and is blocked with ${platforms.crm.retryStatus}; all others are served.`,
      action: `Find the address: c-ip of lines with sc-status ${platforms.crm.retryStatus} in the log of CloudFront (output LogGroupEdge). An unknown sender: do nothing. A platform: raise edge.requestsPerMinute of the stage.`,
      topic,
    });
  }
}
