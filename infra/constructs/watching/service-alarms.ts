import { Duration, Stack } from 'aws-cdk-lib';
import type { Alarm, IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { routeById, routes } from '../../../lib/routes.ts';
import { BusinessAlarm } from './business-alarm.ts';
import { liveRoutes, type ServiceMetrics } from './service-metrics.ts';

/** Milliseconds. Callers notice a longer silence. */
const SLOW_MS = 1_000;
/** Per quarter of an hour. A misconfigured platform fails always; single failures come from scanners. */
const UNUSUAL_SIGNATURE_FAILURES = 10;

export interface ServiceAlarmsProps {
  readonly metrics: ServiceMetrics;
  /** Requests that the API refused for exceeding its limits. */
  readonly throttled: IMetric;
  /** Requests that the front door refused, if there is one. */
  readonly turnedAway: IMetric | undefined;
  /** As the API counts its own answers of 5xx, and measures how long they take, p95 in milliseconds. */
  readonly api: { readonly errors: IMetric; readonly latency: IMetric };
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
        'A caller was told that something went wrong instead of getting an answer or an appointment; on voicetwo it may be the report of a call that was not stored, on voiceone-call-inbound an agent that could not be told who calls.',
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
            'Compare durationMs, roundTrips and coldStart in its log. Cold starts: deploy with provisionedConcurrency. Else look at the latency of DynamoDB.',
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
        meaning:
          'Leads of the CRM were turned away. With 429 the CRM sends them again for a while; after that they are lost.',
        action:
          'See the reason in the log of crm. storage_unavailable: status of DynamoDB. secrets_unavailable: see SecretsUnavailable. Then look for failed executions in the CRM and run them again.',
        topic,
      }),
      new BusinessAlarm(this, 'LeadsLost', {
        metric: metrics.countOf('Faults', 'internal', crm),
        threshold: 1,
        meaning: 'A fault of the service turned leads away with 500. The CRM does not send them again.',
        action:
          'Find "code":"internal" in the log of crm; "error" has its class. Mend it, then run the failed executions in the CRM again.',
        topic,
      }),
    ];
  }

  private onCallReports({ metrics, topic }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'CallReportsRefused', {
        metric: metrics.count('Faults', [routeById('voiceone-call-complete')]),
        threshold: 1,
        meaning: 'Reports of calls that ended could not be stored; transcripts may be missing.',
        action:
          'See the reason in the log of voiceone-call-complete. The platform sends again for a while; later, send the reports again from there.',
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
          'Many requests are not signed as they should be: a platform has another key than the service, so its leads or calls are refused; or someone is guessing.',
        action:
          'See which function on the dashboard, and code in its log. After a rotation: put the old key back beside the new one (docs/security.md). No platform complains: compare sourceIp in the access log.',
        topic,
      }),
      new BusinessAlarm(this, 'SecretsUnavailable', {
        metric: metrics.countOf('Faults', 'secrets_unavailable', routes),
        threshold: 1,
        meaning: 'No signature can be checked, so leads and calls are refused.',
        action: `Run "npm run -s dispatch -- secrets check <integration> --stack ${Stack.of(this).stackName}" for each: a faulty document is refused by new containers. If it is well-formed, look at the status of Secrets Manager.`,
        topic,
      }),
    ];
  }

  private onCapacity({ metrics, throttled, turnedAway, topic }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'FunctionErrors', {
        metric: metrics.lambda('Errors', routes),
        threshold: 1,
        meaning:
          'A function crashed or ran out of its 10 seconds: the platform got no answer, on a call the caller heard silence.',
        action:
          'Search the logs for "Task timed out" and for lines of level ERROR. Right after a deployment: roll it back.',
        topic,
      }),
      new BusinessAlarm(this, 'RequestsThrottled', {
        metric: throttled,
        threshold: 1,
        meaning: 'More requests came than a route lets through; leads and calls were refused with 429.',
        action:
          turnedAway === undefined
            ? 'See in the access log who sends. A flood: have the platform stop it, and put a front door before the API (docs/operations.md). Honest load: raise the limits in infra/constructs/entrance/webhook-api.ts.'
            : 'No single sender: those are turned away at the front door (Flooded). Its log says who sends. Honest load: raise the limits in infra/constructs/entrance/webhook-api.ts. Many strangers: AWS Shield, and rules of the web ACL.',
        topic,
      }),
      ...(turnedAway === undefined ? [] : [this.onFlood(turnedAway, topic)]),
      new BusinessAlarm(this, 'FunctionsThrottled', {
        metric: metrics.lambda('Throttles', routes),
        threshold: 1,
        meaning:
          'No instance is left to run a function, of those set aside for it or of the AWS account; leads and calls were refused with 503.',
        action:
          'Compare the concurrency of the function with reservedConcurrency of the stage, and that of all functions with the limit of the AWS account in this region; raise the one that is reached.',
        topic,
      }),
    ];
  }

  private onApi({ api, topic }: ServiceAlarmsProps): readonly Alarm[] {
    return [
      new BusinessAlarm(this, 'ApiErrors', {
        metric: api.errors,
        threshold: 1,
        meaning:
          'A platform was answered with 5xx: a lead or a report was not taken, or a caller heard silence.',
        action:
          'With another alarm: its cause first. Alone it is between the API and its functions: integrationError in the access log; integrationRequestId there is requestId in the log of the function.',
        topic,
      }),
      new BusinessAlarm(this, 'ApiSlow', {
        metric: api.latency,
        threshold: SLOW_MS,
        meaning:
          'One answer in twenty takes over a second as platforms see it, the start of containers included.',
        action:
          'Compare responseMilliseconds and integrationMilliseconds in the access log, and coldStart in the logs of the functions. Cold starts: provisionedConcurrency of the stage.',
        topic,
        periods: { reaching: 2, outOf: 3 },
      }),
    ];
  }

  private onFlood(turnedAway: IMetric, topic: ITopic): Alarm {
    return new BusinessAlarm(this, 'Flooded', {
      metric: turnedAway,
      threshold: 1,
      meaning:
        'An address sends more than one may and is turned away with 429; everyone else is served as ever.',
      action:
        'See whose address it is: c-ip of lines with sc-status 429 in the log of the front door (output LogGroupFrontDoor). A stranger: nothing to do. A platform: raise frontDoor.requestsPerMinute of the stage.',
      topic,
    });
  }
}
