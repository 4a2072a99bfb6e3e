import { Duration, Stack } from 'aws-cdk-lib';
import type { Alarm, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { platforms } from '../../../lib/platforms/index.ts';
import { routeById, routes } from '../../../lib/routes.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { BusinessAlarm, ifReleased } from './business-alarm.ts';
import { blockedAddress, refusedCalls } from './refusal-alarms.ts';
import {
  type CountedApi,
  liveRoutes,
  notable,
  PERIOD,
  reportRoutes,
  type ServiceMetrics,
  type WatchedApi,
} from './service-metrics.ts';

/** Milliseconds. Callers notice a longer silence. */
const SLOW_MS = 1_000;
/** Per quarter of an hour: a misconfigured platform always fails, and a small company's sends few. */
const UNUSUAL_SIGNATURE_FAILURES = 3;

export interface ServiceAlarmsProps {
  readonly metrics: ServiceMetrics;
  /** Requests that the API refused for exceeding its limits. */
  readonly throttled: IMetric;
  /** Requests that CloudFront blocked, if it is in front of the API. */
  readonly blockedRequests: IMetric | undefined;
  /** The API of webhooks. */
  readonly api: WatchedApi & CountedApi;
  readonly topics: AlarmTopics;
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
    const names = ['FunctionErrors', 'ApiErrors', 'CallsCrash', 'LiveCallFaults', 'LeadsLost'];
    this.ofCode = this.all.filter(({ node }) => names.includes(node.id));
  }

  private onLiveCalls({ metrics, topics }: ServiceAlarmsProps): readonly Alarm[] {
    const faults = new BusinessAlarm(this, 'LiveCallFaults', {
      metric: notable(metrics.count('Faults', liveRoutes), metrics.count('Requests', liveRoutes)),
      threshold: 1,
      meaning:
        'Callers hear errors instead of answers, reports of their calls are not stored, or agents do not learn who is calling: at least 3 times in 5 minutes, and in at least 1 % of requests.',
      action:
        'See "Faults by reason" on the dashboard. unknown_account, assistant_id_missing and unknown_function: fix the configuration of the agent or account. Others: search the function\'s log for outcome "fault".',
      topic: topics.page,
    });
    const crashes = new BusinessAlarm(this, 'CallsCrash', {
      metric: metrics.countOf('Faults', 'internal', liveRoutes),
      threshold: 1,
      meaning: 'A caller heard an error because of a fault in the code, most often inside a 200.',
      action: `${ifReleased(this)} Otherwise find "code":"internal" in the log of the function; "error" has its class.`,
      topic: topics.ticket,
    });
    const slow = liveRoutes.map(
      (route) =>
        new BusinessAlarm(this, `Slow-${route.id}`, {
          metric: metrics.duration(route, 95),
          threshold: SLOW_MS,
          meaning: `Callers hear silence: one answer in twenty of ${route.id} takes over a second, and people hang up.`,
          action:
            'Compare durationMs, roundTrips and coldStart in its log. Cold starts: deploy with provisionedConcurrency. Otherwise look at the latency of DynamoDB.',
          topic: topics.ticket,
          periods: { reaching: 2, outOf: 3 },
        }),
    );
    return [faults, crashes, refusedCalls(this, metrics, topics), ...slow];
  }

  private onLeads({ metrics, topics }: ServiceAlarmsProps): readonly Alarm[] {
    const crm = [routeById('crm')];
    return [
      new BusinessAlarm(this, 'LeadsDelayed', {
        metric: notable(metrics.count('Faults', crm), metrics.count('Requests', crm)),
        threshold: 1,
        meaning: `Leads of the CRM were refused. After a ${platforms.crm.retryStatus} the CRM retries for a while; then they are lost.`,
        action:
          'See the reason in the log of crm. storage_unavailable: status of DynamoDB. secrets_unavailable: see SecretsUnavailable. Then rerun failed executions in the CRM.',
        topic: topics.ticket,
      }),
      new BusinessAlarm(this, 'LeadsRefused', {
        metric: metrics.count('LeadsRefused', crm),
        threshold: 1,
        meaning:
          'Leads were refused with a 4xx: a company has renamed a field of its CRM, or its location has no account or key.',
        action: `"npm run -s dispatch -- leads refused list --stack ${Stack.of(this).stackName}" shows the leads that were kept. Set up what is missing, then send each again with "leads refused send" (docs/connect-crm.md).`,
        topic: topics.ticket,
      }),
      new BusinessAlarm(this, 'LeadsLost', {
        metric: metrics.countOf('Faults', 'internal', crm),
        threshold: 1,
        meaning:
          'Leads were refused with 500 because of a fault in the service. The CRM does not retry them.',
        action: `${ifReleased(this)} Otherwise find "code":"internal" in the log of crm; "error" has its class. Then rerun the failed executions in the CRM.`,
        topic: topics.ticket,
      }),
    ];
  }

  private onCallReports({ metrics, topics }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'CallReportsRefused', {
        metric: metrics.count('Faults', reportRoutes),
        threshold: 1,
        meaning: 'Reports of ended calls could not be stored; transcripts may be missing.',
        action:
          'See "Faults by reason" on the dashboard, and the log of the function. The platform retries for a while; after that, resend the reports from there.',
        topic: topics.ticket,
      }),
    ];
  }

  private onAccess({ metrics, api, topics }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'SignatureFailures', {
        metric: metrics.count('SignatureFailures', routes, Duration.minutes(15)),
        threshold: UNUSUAL_SIGNATURE_FAILURES,
        meaning:
          'At least 3 requests in 15 minutes had a wrong signature, API key or time: a platform uses another key, so its leads or calls are refused, or someone is guessing. Unsigned requests do not count.',
        action:
          'See which function on the dashboard, and code in its log. After a rotation: add the old key again (docs/security.md). If no platform complains: compare sourceIp in the access log.',
        topic: topics.ticket,
      }),
      new BusinessAlarm(this, 'SecretsUnavailable', {
        metric: notable(metrics.countOf('Faults', 'secrets_unavailable', routes), api.requests(PERIOD)),
        threshold: 1,
        meaning: 'No signature can be verified, so all leads and calls are refused.',
        action: `Run "npm run -s dispatch -- secrets check <integration> --stack ${Stack.of(this).stackName}" for each: a faulty document is refused by new containers. If it is well-formed, look at the status of Secrets Manager.`,
        topic: topics.page,
      }),
    ];
  }

  private onCapacity({
    metrics,
    api,
    throttled,
    blockedRequests,
    topics,
  }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'FunctionErrors', {
        metric: metrics.lambda('Errors', routes),
        threshold: 1,
        meaning:
          'A function crashed or took over 10 seconds: the platform got no answer, and a caller heard silence.',
        action: `Search the logs for "Task timed out" and for lines of level ERROR. ${ifReleased(this)}`,
        topic: topics.ticket,
      }),
      new BusinessAlarm(this, 'RequestsThrottled', {
        metric: notable(throttled, api.requests(PERIOD)),
        threshold: 1,
        meaning: 'A route got more requests than it allows; leads and calls were refused with 429.',
        action:
          blockedRequests === undefined
            ? 'Find the sender in the access log. A flood: ask the platform to stop it, and set the option edge (docs/operations.md). Genuine load: raise the limits in infra/constructs/api/webhook-api.ts.'
            : 'There are several senders, because CloudFront blocks single ones (AddressBlocked). Its log has their addresses. Genuine load: raise the limits in infra/constructs/api/webhook-api.ts. An attack: AWS Shield, and rules of the web ACL.',
        topic: topics.page,
      }),
      ...(blockedRequests === undefined ? [] : [blockedAddress(this, blockedRequests, topics)]),
      new BusinessAlarm(this, 'FunctionsThrottled', {
        metric: metrics.lambda('Throttles', routes),
        threshold: 1,
        meaning:
          'No Lambda instance was free, reserved or in the AWS account; leads and calls were refused with 503.',
        action:
          'Compare the concurrency of the function with reservedConcurrency of the stage, and that of all functions with the limit of the AWS account in this region; raise the one that was reached.',
        topic: topics.ticket,
      }),
    ];
  }

  private onApi({ api, topics }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'ApiFails', {
        metric: notable(api.errors, api.requests(PERIOD)),
        threshold: 1,
        meaning:
          'Platforms get 5xx, at least 3 in 5 minutes and 1 % of requests: callers hear silence, and leads wait.',
        action: `${ifReleased(this)} Otherwise see integrationError in the access log and the tickets of these minutes.`,
        topic: topics.page,
      }),
      new BusinessAlarm(this, 'ApiErrors', {
        metric: api.errors,
        threshold: 1,
        meaning: 'A platform got a 5xx: a lead or a report was not stored, or a caller heard silence.',
        action:
          'With another alarm: fix its cause first. Alone, the fault is between the API and its functions: see integrationError in the access log, whose integrationRequestId is requestId in the log of the function.',
        topic: topics.ticket,
      }),
      new BusinessAlarm(this, 'ApiSlow', {
        metric: api.latency,
        threshold: SLOW_MS,
        meaning: 'One answer in twenty takes over a second as platforms see it, cold starts included.',
        action:
          'Compare responseMilliseconds and integrationMilliseconds in the access log, and coldStart in the logs of the functions. Cold starts: provisionedConcurrency of the stage.',
        topic: topics.ticket,
        periods: { reaching: 2, outOf: 3 },
      }),
    ];
  }
}
