import { Duration, Stack } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct, type IConstruct } from 'constructs';
import { table as definition } from '../../../lib/aws/table/table.ts';
import {
  HINTS_FAILED,
  MESSAGES_BEHIND,
  SILENT_ROUTES,
  UNCONFIRMED_TOPICS,
} from '../../../lib/http/metrics.ts';
import { platforms } from '../../../lib/platforms/index.ts';
import { routeById, routes } from '../../../lib/routes.ts';
import type { PublicApi } from '../api.ts';
import type { Backups } from '../backups.ts';
import type { Board } from '../board/board.ts';
import type { ServiceTable } from '../dispatch-table.ts';
import { RATE_RULE } from '../edge.ts';
import type { Events } from '../events.ts';
import type { Messages } from '../messages.ts';
import type { Pages } from '../pages.ts';
import type { Reminders } from '../reminders.ts';
import { ServiceFunction } from '../service-function.ts';
import { WebhookFunction } from '../webhook-function.ts';
import type { AlarmTopics } from './alarm-topic.ts';
import { BEAT, type Heartbeat } from './heartbeat.ts';
import {
  apiMetrics,
  eventAge,
  LEAST_FAULTS,
  liveRoutes,
  notable,
  ownMetric,
  PERIOD,
  type ServiceMetrics,
  sum,
  sumOver,
} from './service-metrics.ts';

/** The parts of a stack that alarms watch. */
export interface WatchedParts {
  readonly table: ServiceTable;
  readonly metrics: ServiceMetrics;
  readonly publicApi: PublicApi;
  readonly board: Board | undefined;
  readonly pages: Pages;
  readonly events: Events;
  readonly heartbeat: Heartbeat;
  readonly reminders: Reminders;
  readonly messages: Messages;
  readonly backups: Backups | undefined;
  readonly topics: AlarmTopics;
}

type Threshold = Pick<
  AlarmProps,
  'comparisonOperator' | 'datapointsToAlarm' | 'evaluationPeriods' | 'treatMissingData'
>;

/** An alarm, which is raised once its metric is at least 1 unless it says otherwise. */
interface About extends Partial<Threshold> {
  readonly metric: IMetric;
  readonly threshold?: number;
  /** What the alarm means for the company, in plain words for the person on call. */
  readonly meaning: string;
  /** What the person on call does first. */
  readonly action: string;
}

/** Functions that create alarms in a construct, by severity. Missing data raises no alarm unless it says so. */
function alarmsIn(scope: Construct, topics: AlarmTopics) {
  const to =
    (topic: ITopic) =>
    (id: string, { meaning, action, ...about }: About): Alarm => {
      const alarm = new Alarm(scope, id, {
        threshold: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        datapointsToAlarm: 1,
        evaluationPeriods: 1,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        ...about,
        alarmDescription: `${meaning} ${action}`,
      });
      alarm.addAlarmAction(new SnsAction(topic));
      alarm.addOkAction(new SnsAction(topic));
      return alarm;
    };
  return { page: to(topics.page), ticket: to(topics.ticket) };
}

const isBelow = { comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD } as const;
const onSilence = { treatMissingData: TreatMissingData.BREACHING } as const;
/** A single slow period is no alarm. */
const twiceInThree = { datapointsToAlarm: 2, evaluationPeriods: 3 } as const;

/** The alarms that roll a release back, because only the service's own code raises them. */
const ofCode = ['FunctionErrors', 'ApiErrors', 'CallsCrash', 'LiveCallFaults', 'LeadsLost'];

/** Creates all alarms of a stack. `docs/operations.md` lists them for the person on call. */
export function createAlarms(stack: Stack, parts: WatchedParts) {
  const own = new Construct(stack, 'Alarms');
  const all = [
    ...onCalls(own, parts),
    ...onLeads(own, parts),
    ...onAccess(own, parts),
    ...onCapacity(own, parts),
    ...onApi(own, parts),
    ...onObjective(new Construct(stack, 'Slo'), parts),
    ...onEvents(parts),
    ...onHeartbeat(parts),
    ...onReminders(parts),
    ...onMessages(parts),
    ...onPages(new Construct(stack, 'PageAlarms'), parts),
    ...(parts.board === undefined ? [] : onBoard(new Construct(stack, 'BoardAlarms'), parts, parts.board)),
    ...onResources(new Construct(stack, 'Resources'), parts),
  ];
  return { all, ofCode: all.filter(({ node }) => ofCode.includes(node.id)) };
}

const command = (scope: Construct, words: string) =>
  `"npx dispatch ${words} --stack ${Stack.of(scope).stackName}"`;

/** What helps if a release of a route's function raised the alarm. */
const ifReleased = (scope: Construct) => `Right after a deployment: ${command(scope, 'rollback')}.`;
/** What helps if a release of any other function raised the alarm. */
const IF_DEPLOYED =
  'Right after a deployment: deploy the last good commit (docs/recovery.md); rollback does not move this function.';

/** Callers notice a longer silence, in milliseconds. */
const SLOW_MS = 1_000;

function onCalls(scope: Construct, { metrics, topics }: WatchedParts): readonly Alarm[] {
  const { page, ticket } = alarmsIn(scope, topics);
  // Only a sender with a genuine signature gets as far as these answers.
  const forbidden = metrics.count('Rejected', liveRoutes, { reason: 'account_forbidden' });
  const invalid = metrics.count('Rejected', liveRoutes, { reason: 'payload_invalid' });
  return [
    page('LiveCallFaults', {
      metric: notable(metrics.count('Faults', liveRoutes), metrics.count('Requests', liveRoutes)),
      meaning:
        'Callers hear errors instead of answers, reports of their calls are not stored, or agents do not learn who is calling: at least 3 times in 5 minutes, and in at least 1 % of requests.',
      action:
        'See "Faults by reason" on the dashboard. For unknown_account, assistant_id_missing and unknown_function, fix the configuration of the agent or account. For any other reason, search the log of the function for outcome "fault".',
    }),
    ticket('CallsCrash', {
      metric: metrics.count('Faults', liveRoutes, { reason: 'internal' }),
      meaning: 'A caller heard an error because of a fault in the code, most often inside a 200.',
      action: `${ifReleased(scope)} Otherwise find "code":"internal" in the log of the function; "error" has its class.`,
    }),
    page('CallsRefused', {
      metric: new MathExpression({
        expression: 'SUM([forbidden, invalid])',
        usingMetrics: { forbidden, invalid },
        label: 'Genuine requests in calls that were refused',
        period: PERIOD,
      }),
      threshold: LEAST_FAULTS,
      meaning: "The agents of a company get 403 or 422, so the company's callers hear silence.",
      action: `See account and code in the log of the function. For account_forbidden, run ${command(scope, 'secrets grant <integration> <key id> --account <account>')}. For payload_invalid, the platform sends another shape: compare the agent with docs/connect-*.md.`,
    }),
    ...liveRoutes.map((route) =>
      ticket(`Slow-${route.id}`, {
        metric: metrics.duration(route, 95),
        threshold: SLOW_MS,
        ...twiceInThree,
        meaning: `Callers hear silence: one answer in twenty of ${route.id} takes over a second, and people hang up.`,
        action:
          'Compare durationMs, roundTrips and coldStart in the log of the function. If cold starts are slow, deploy with provisionedConcurrency; otherwise look at the latency of DynamoDB.',
      }),
    ),
  ];
}

function onLeads(scope: Construct, { metrics, topics }: WatchedParts): readonly Alarm[] {
  const { ticket } = alarmsIn(scope, topics);
  const crm = [routeById('crm')];
  const reports = routes.filter(({ live, handles }) => !live && handles.includes('reports'));
  return [
    ticket('LeadsDelayed', {
      metric: notable(metrics.count('Faults', crm), metrics.count('Requests', crm)),
      meaning: `Leads of the CRM were refused. After a ${platforms.crm.retryStatus} the CRM retries for a while; then they are lost.`,
      action:
        'See the reason in the log of crm. For storage_unavailable, look at the status of DynamoDB; for secrets_unavailable, see SecretsUnavailable. Then rerun failed executions in the CRM.',
    }),
    ticket('LeadsRefused', {
      metric: metrics.count('LeadsRefused', crm),
      meaning:
        'Leads were refused with a 4xx: a company has renamed a field of its CRM, or its location has no account or key.',
      action: `${command(scope, 'leads refused list')} shows the leads that were kept. Set up what is missing, then send each again with "leads refused send" (docs/connect-crm.md).`,
    }),
    ticket('LeadsLost', {
      metric: metrics.count('Faults', crm, { reason: 'internal' }),
      meaning: 'Leads were refused with 500 because of a fault in the service. The CRM does not retry them.',
      action: `${ifReleased(scope)} Otherwise find "code":"internal" in the log of crm; "error" has its class. Then rerun the failed executions in the CRM.`,
    }),
    ticket('CallReportsRefused', {
      metric: metrics.count('Faults', reports),
      meaning: 'Reports of ended calls could not be stored; transcripts may be missing.',
      action:
        'See "Faults by reason" on the dashboard, and the log of the function. The platform retries for a while; after that, resend the reports from there.',
    }),
  ];
}

function onAccess(scope: Construct, { metrics, publicApi, topics }: WatchedParts): readonly Alarm[] {
  const { page, ticket } = alarmsIn(scope, topics);
  const { requests } = apiMetrics(publicApi.api.api);
  return [
    ticket('SignatureFailures', {
      metric: metrics.count('SignatureFailures', routes, { period: Duration.minutes(15) }),
      // A misconfigured platform always fails, and a small company's platform sends few requests.
      threshold: 3,
      meaning:
        'At least 3 requests in 15 minutes had a wrong signature, API key or time: a platform uses another key, so its leads or calls are refused, or someone is guessing. Unsigned requests do not count.',
      action:
        'See which function on the dashboard, and code in its log. After a rotation, add the old key again (docs/security.md). If no platform complains, compare sourceIp in the access log.',
    }),
    page('SecretsUnavailable', {
      metric: notable(metrics.count('Faults', routes, { reason: 'secrets_unavailable' }), requests()),
      meaning: 'No signature can be verified, so all leads and calls are refused.',
      action: `Run ${command(scope, 'secrets check <integration>')} for each: new containers refuse a faulty document. If it is well-formed, look at the status of Secrets Manager.`,
    }),
  ];
}

function onCapacity(scope: Construct, { metrics, publicApi, topics }: WatchedParts): readonly Alarm[] {
  const { page, ticket } = alarmsIn(scope, topics);
  const { edge } = publicApi;
  const { throttled, requests } = apiMetrics(publicApi.api.api);
  const { retryStatus } = platforms.crm;
  const raise = 'If the load is genuine, raise the limits in infra/constructs/api.ts.';
  return [
    ticket('FunctionErrors', {
      metric: metrics.lambda('Errors', routes),
      meaning:
        'A function crashed or took over 10 seconds: the platform got no answer, and a caller heard silence.',
      action: `Search the logs for "Task timed out" and for lines of level ERROR. ${ifReleased(scope)}`,
    }),
    page('RequestsThrottled', {
      metric: notable(throttled, requests()),
      meaning: 'A route got more requests than it allows; leads and calls were refused with 429.',
      action:
        edge === undefined
          ? `Find the sender in the access log. Against a flood, ask the platform to stop it, and set the option edge (docs/operations.md). ${raise}`
          : `There are several senders, because CloudFront blocks single ones (AddressBlocked). The log of CloudFront has their addresses. ${raise} Against an attack, use AWS Shield and rules of the web ACL.`,
    }),
    ...(edge === undefined
      ? []
      : [
          ticket('AddressBlocked', {
            metric: new Metric({
              namespace: 'AWS/WAFV2',
              metricName: 'BlockedRequests',
              dimensionsMap: { WebACL: edge.name, Rule: RATE_RULE },
              ...sumOver(),
              label: 'Blocked by the web ACL',
            }),
            meaning: `An address sends too many requests and is blocked with ${retryStatus}; all others are served.`,
            action: `Find the address: c-ip of lines with sc-status ${retryStatus} in the log of CloudFront (output LogGroupEdge). For an unknown sender, do nothing. For a platform, raise edge.requestsPerMinute of the stage.`,
          }),
        ]),
    ticket('FunctionsThrottled', {
      metric: metrics.lambda('Throttles', routes),
      meaning:
        'No Lambda instance was free, reserved or in the AWS account; leads and calls were refused with 503.',
      action:
        'Compare the concurrency of the function with reservedConcurrency of the stage, and that of all functions with the limit of the AWS account in this region; raise the one that was reached.',
    }),
  ];
}

function onApi(scope: Construct, { publicApi, topics }: WatchedParts): readonly Alarm[] {
  const { page, ticket } = alarmsIn(scope, topics);
  const { errors, requests, latency } = apiMetrics(publicApi.api.api);
  return [
    page('ApiFails', {
      metric: notable(errors, requests()),
      meaning:
        'Platforms get 5xx, at least 3 in 5 minutes and 1 % of requests: callers hear silence, and leads wait.',
      action: `${ifReleased(scope)} Otherwise see integrationError in the access log and the tickets of these minutes.`,
    }),
    ticket('ApiErrors', {
      metric: errors,
      meaning: 'A platform got a 5xx: a lead or a report was not stored, or a caller heard silence.',
      action:
        'If another alarm is raised too, fix its cause first. If not, the fault is between the API and its functions: see integrationError in the access log, whose integrationRequestId is requestId in the log of the function.',
    }),
    ticket('ApiSlow', {
      metric: latency,
      threshold: SLOW_MS,
      ...twiceInThree,
      meaning: 'One answer in twenty takes over a second as platforms see it, cold starts included.',
      action:
        'Compare responseMilliseconds and integrationMilliseconds in the access log, and coldStart in the logs of the functions. If cold starts are slow, set provisionedConcurrency of the stage.',
    }),
  ];
}

/** The share of requests in 30 days that may have a fault: the objective is 99.9 %. */
const ERROR_BUDGET = 0.001;

/** Alarms that faults are so frequent that the objective will be missed. */
function onObjective(scope: Construct, { metrics, publicApi, topics }: WatchedParts): readonly Alarm[] {
  const { page, ticket } = alarmsIn(scope, topics);
  const { faults, requests } = apiMetrics(publicApi.api.api);
  const about = (threshold: number, period: Duration, gone: string): About => ({
    metric: new MathExpression({
      expression: `IF(SUM([faults, crashes]) >= ${LEAST_FAULTS}, SUM([faults, crashes]) / requests / ${ERROR_BUDGET}, 0)`,
      usingMetrics: {
        faults: faults(period),
        // A function that crashes logs no fault.
        crashes: metrics.lambda('Errors', routes, period),
        requests: requests(period),
      },
      label: 'Burn rate of the error budget',
      period,
    }),
    threshold,
    meaning: `Requests fail ${threshold} times as often as the objective allows: at this rate the month's 0.1 % is used up in ${gone}.`,
    action: `See "Faults by reason" on the dashboard. ${ifReleased(scope)} Otherwise follow the alarm of that fault.`,
  });
  return [
    page('BudgetBurnsFast', about(14.4, Duration.hours(1), 'two days')),
    ticket('BudgetBurnsSlowly', about(6, Duration.hours(6), 'five days')),
  ];
}

function onEvents({ events, topics }: WatchedParts): readonly Alarm[] {
  const { page } = alarmsIn(events, topics);
  const shaper = events.pipe.shaper.function;
  const executions = new Metric({
    namespace: 'AWS/EventBridge/Pipes',
    metricName: 'ExecutionFailed',
    dimensionsMap: { PipeName: events.pipe.name },
    ...sumOver(),
  });
  return [
    page('EventsHeldUp', {
      metric: new MathExpression({
        expression: 'SUM([eventsFunction, executions])',
        usingMetrics: { eventsFunction: shaper.metricErrors(sumOver()), executions },
        label: 'Failed attempts to publish an event',
        period: PERIOD,
      }),
      threshold: LEAST_FAULTS,
      meaning:
        'A change of a dispatch request cannot be published to other systems. It is retried for 23 hours; later changes wait.',
      action:
        'See docs/events.md, "When an alarm is raised": the log of the function or the metrics of the pipe show the cause.',
    }),
    page('EventsLate', {
      metric: eventAge(shaper),
      // Messages to people are useful only within minutes.
      threshold: Duration.minutes(2).toMilliseconds(),
      meaning:
        'Other systems and people on call learn of changes over two minutes late, including emergencies.',
      action:
        'See docs/events.md, "When an alarm is raised". If EventsHeldUp is raised too, fix its cause first. If not, there are more changes than can be published; the dashboard shows who sends them.',
    }),
    page('DeadLettersNotEmpty', {
      metric: events.deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      meaning:
        'Other systems or people on call did not get an event: a change of a dispatch request, a call or an emergency. Nothing is lost in the table.',
      action: `Find the cause (docs/events.md, "When an alarm is raised"), then run ${command(events, 'events redrive')} within the day.`,
    }),
  ];
}

function onHeartbeat({ heartbeat, topics }: WatchedParts): readonly Alarm[] {
  const { page, ticket } = alarmsIn(heartbeat, topics);
  // The least of several heartbeats: one failure may be a lost packet.
  const least = (name: string, label: string, period: Duration) =>
    ownMetric(
      name,
      { FunctionName: heartbeat.knocker.function.functionName },
      { statistic: Stats.MINIMUM, period, label },
    );
  const twoBeats = Duration.minutes(2 * BEAT.toMinutes());
  return [
    page('Unreachable', {
      metric: least(SILENT_ROUTES, 'Routes that did not answer', twoBeats),
      ...onSilence,
      meaning: 'For ten minutes some route could not be reached from outside: leads and calls are lost.',
      action: `Send a lead by hand: ${command(heartbeat, 'send crm/lead')}. If there is no answer, check domain, certificate and CloudFront; after a 5xx, the log of the function. Otherwise the log of the heartbeat (output LogGroupHeartbeat) names the routes.`,
    }),
    ...(heartbeat.watchesTopics
      ? [
          ticket('TopicUnconfirmed', {
            metric: least(UNCONFIRMED_TOPICS, 'Topics that nobody has confirmed', Duration.hours(1)),
            meaning: 'Nobody gets the messages of some topic: no address has confirmed it.',
            action:
              'The log of the heartbeat (output LogGroupHeartbeat) names the topic under "unconfirmed". Confirm the mail or request by AWS; if it is lost, ask again for a confirmation in the console of SNS.',
          }),
        ]
      : []),
  ];
}

/** A backlog that only grows leaves messages to the next run for this many minutes, each with a run. */
const BEHIND_MINUTES = 15;

function onReminders({ reminders, topics }: WatchedParts): readonly Alarm[] {
  const { page, ticket } = alarmsIn(reminders, topics);
  const reminding = reminders.reminding.function;
  const ofReminding = { FunctionName: reminding.functionName };
  return [
    page('RemindersSilent', {
      metric: reminding.metricInvocations(sumOver()),
      ...isBelow,
      ...onSilence,
      meaning:
        'The check for overdue callbacks and unacknowledged emergencies has not run for 5 minutes: nobody is called again.',
      action:
        'See the schedule in EventBridge Scheduler: it must be enabled, and its role must be allowed to run the function. Then see throttles of the function.',
    }),
    page('RemindersFail', {
      metric: reminding.metricErrors(sumOver(Duration.minutes(15))),
      threshold: 10,
      meaning:
        'Overdue callbacks and unacknowledged emergencies are not reported: customers wait for a call that they were promised.',
      action:
        'The log of the function (output LogGroupReminders) says why. Nothing is lost: everything overdue is reported once the function works again.',
    }),
    ticket('RemindersBehind', {
      metric: ownMetric(MESSAGES_BEHIND, ofReminding, {
        ...sumOver(Duration.minutes(BEHIND_MINUTES)),
        label: 'Runs that left messages to the next one',
      }),
      threshold: BEHIND_MINUTES - 1,
      meaning:
        'For 15 minutes, no run has worked off all messages that were due: texts to customers come late, perhaps ever later. Alerts of emergencies come first.',
      action: `See how many messages of each company wait: ${command(reminders, 'messages outbox --account <account> --status due')}. A provider that answers slowly holds up all: its log says so. Otherwise raise the memory of the function.`,
    }),
  ];
}

function onMessages({ messages, topics }: WatchedParts): readonly Alarm[] {
  const { page } = alarmsIn(messages, topics);
  return [
    page('MessagesUnheard', {
      metric: messages.deadLetters.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(1) }),
      meaning:
        'What somebody texted, such as STOP or the 1 that takes an emergency, or a report of a message was not handled.',
      action: `The log of the function (output LogGroupMessages) says why. Fix the cause, then run the function again with what is in the queue (docs/in-touch.md, "When texts are not heard"). ${IF_DEPLOYED}`,
    }),
  ];
}

function onBoard(scope: Construct, { topics }: WatchedParts, board: Board): readonly Alarm[] {
  const { api, signIn, updates, live } = board;
  const { ticket } = alarmsIn(scope, topics);
  const { errors, latency } = apiMetrics(api.api);
  const period = Duration.minutes(15);
  const ofFollowing = { FunctionName: updates.following.function.functionName };
  const notLive = [
    ownMetric(HINTS_FAILED, ofFollowing, sumOver(period)),
    live.api.metric('IntegrationError', sumOver(period)),
    live.api.metric('ExecutionError', sumOver(period)),
  ];
  return [
    ticket('BoardErrors', {
      metric: errors,
      meaning: 'A dispatcher got a 5xx: the board did not load, or a change was not stored.',
      action: `See code and error in the log of the function (output LogGroupBoard). If it has nothing, integrationError in the access log (LogGroupBoardAccess) says whether the function crashed, took over 10 seconds or found no instance. ${IF_DEPLOYED}`,
    }),
    ticket('BoardSlow', {
      metric: latency,
      // A page may take longer than an answer to a caller.
      threshold: 2 * SLOW_MS,
      ...twiceInThree,
      meaning: 'One answer in twenty of the board takes over two seconds: dispatchers wait for every change.',
      action:
        'Compare durationMs, roundTrips, coldStart and function in the log of the function (output LogGroupBoard). If a single account is slow, it has more open requests than others. If all are, look at the latency of DynamoDB.',
    }),
    ticket('BoardUpdatesFail', {
      metric: updates.following.function.metricErrors(sumOver(period)),
      threshold: 3,
      meaning: 'Dispatchers do not find what was stored or changed in the last minutes by search.',
      action: `The log of the function (output LogGroupBoardUpdates) says why. It tries again for 23 hours; what it gives up stays unfound until it changes again. ${IF_DEPLOYED}`,
    }),
    ticket('BoardNotLive', {
      metric: sum(notLive, period),
      threshold: LEAST_FAULTS,
      meaning:
        'Open pages are not told of changes: dispatchers see what others do seconds later, or after a minute.',
      action: `See the log of the function that opens connections (output LogGroupBoardLive). If it has no errors, hints are not taken: see the status of API Gateway, and throttles of its WebSocket API. ${IF_DEPLOYED}`,
    }),
    ticket('BoardThrottled', {
      metric: throttlesOf(functionsOf(board.node.findAll())),
      meaning: 'No Lambda instance was free for the board: dispatchers could not read, change or sign in.',
      action: RAISE_CONCURRENCY,
    }),
    ...(signIn === undefined
      ? []
      : [
          ticket('SignInFails', {
            metric: signIn.claims.function.metricErrors(sumOver()),
            meaning: 'A dispatcher could not sign in, or was signed out after 15 minutes.',
            action: `The log of the function that adds the claim of accounts (output LogGroupBoardClaims) says why. ${IF_DEPLOYED}`,
          }),
        ]),
  ];
}

/** Alarms on the pages that messages link to. */
function onPages(scope: Construct, { pages, topics }: WatchedParts): readonly Alarm[] {
  const { ticket } = alarmsIn(scope, topics);
  const { errors, latency } = apiMetrics(pages.api.api);
  return [
    ticket('PagesFail', {
      metric: errors,
      meaning: 'A customer, a technician or a person on call got an error in place of a page.',
      action: `See code and error in the log of the pages (output LogGroupPages). For storage_unavailable, look at the status of DynamoDB. ${IF_DEPLOYED}`,
    }),
    ticket('PagesSlow', {
      metric: latency,
      threshold: 2 * SLOW_MS,
      ...twiceInThree,
      meaning: 'One page in twenty takes over two seconds, cold starts included.',
      action:
        'Compare durationMs, roundTrips, coldStart and function in the log of the pages (output LogGroupPages). If many requests end with not_found, somebody guesses links: see sourceIp in the access log (output LogGroupPagesAccess).',
    }),
  ];
}

const RAISE_CONCURRENCY =
  'Raise the limit of concurrent executions of the AWS account, or lower reservedConcurrency of the stage.';

/** The functions among constructs that no route calls. */
const functionsOf = (constructs: readonly IConstruct[]): readonly ServiceFunction[] =>
  constructs
    .filter((construct) => construct instanceof ServiceFunction)
    .filter((construct) => !(construct instanceof WebhookFunction));

const throttlesOf = (functions: readonly ServiceFunction[]): IMetric =>
  sum(functions.map((one) => one.function.metricThrottles(sumOver())));

/** Alarms on what AWS runs for the service. */
function onResources(scope: Construct, parts: WatchedParts): readonly Alarm[] {
  const { table, events, backups, topics } = parts;
  const { page, ticket } = alarmsIn(scope, topics);
  const constructs = Stack.of(scope).node.findAll();
  // An alarm can't add up the metrics of more than ten functions: those of the board have one of their own.
  const ofBoard = new Set(parts.board?.node.findAll());
  const behindRoutes = functionsOf(constructs).filter((construct) => !ofBoard.has(construct));
  // DynamoDB throttles the table and each index on its own.
  const throttles = (metricName: string) =>
    sum(
      [{}, ...definition.indexes.map(({ name }) => ({ GlobalSecondaryIndexName: name }))].map(
        (index) =>
          new Metric({
            namespace: 'AWS/DynamoDB',
            metricName,
            dimensionsMap: { TableName: table.tableName, ...index },
            ...sumOver(),
          }),
      ),
    );
  const onThrottles =
    'Compare "Table: units consumed" on the dashboard with the limits of the table and of one key (docs/performance.md). If a single account causes the load, look for a sender that repeats itself.';
  const operations = [
    ...[Operation.GET_ITEM, Operation.BATCH_GET_ITEM, Operation.QUERY, Operation.PUT_ITEM],
    ...[Operation.UPDATE_ITEM, Operation.DELETE_ITEM, Operation.TRANSACT_WRITE_ITEMS],
  ];
  const undelivered = (topic: ITopic) => topic.metricNumberOfNotificationsFailed(sumOver());
  return [
    ticket('ReadsThrottled', {
      metric: throttles('ReadThrottleEvents'),
      meaning: 'DynamoDB refused reads of the table or an index; they were tried again, and callers waited.',
      action: onThrottles,
    }),
    ticket('WritesThrottled', {
      metric: throttles('WriteThrottleEvents'),
      meaning: 'DynamoDB refused writes to the table or an index; they were tried again, and callers waited.',
      action: onThrottles,
    }),
    ticket('TableErrors', {
      metric: table.metricSystemErrorsForOperations({ operations, ...sumOver() }),
      meaning: 'DynamoDB failed by its own fault; requests were tried again.',
      action:
        'See the status of DynamoDB in the region. Faults that callers heard raise alarms of their own.',
    }),
    ticket('OthersThrottled', {
      metric: throttlesOf(behindRoutes),
      meaning:
        'No Lambda instance was free for reminders, events, messages to people, heartbeats, checks of releases, what is heard of messages, or the pages.',
      action: RAISE_CONCURRENCY,
    }),
    page('MessagesNotDelivered', {
      metric: undelivered(events.urgent.topic),
      meaning: 'A message about an emergency or a review did not reach an address.',
      action: `See each company's open emergencies: ${command(scope, 'requests list --account <account>')}. Then see the subscriptions of the topic (output UrgentTopicArn).`,
    }),
    ticket('AlarmsNotDelivered', {
      metric: undelivered(topics.page),
      meaning: 'A page did not reach its endpoint.',
      action: 'See the subscriptions of the topic (output AlarmTopicArnPage) and the endpoint.',
    }),
    ...(backups === undefined ? [] : [ticket('BackupFailed', onBackups(backups))]),
    ...constructs.filter(isCertificate).map((certificate) =>
      ticket('CertificateEnds', {
        metric: certificate.metricDaysToExpiry({ statistic: Stats.MINIMUM, period: Duration.days(1) }),
        // AWS renews its certificates long before.
        threshold: 30,
        ...isBelow,
        meaning: 'The certificate of the domain ends within 30 days: then every lead and call is lost.',
        action:
          'AWS renews certificates that it issued while their DNS record stands: see the record that Certificate Manager names. If the certificate was imported, import the next one.',
      }),
    ),
  ];
}

const isCertificate = (construct: unknown): construct is ICertificate =>
  construct instanceof Construct && 'metricDaysToExpiry' in construct;

function onBackups({ vault }: Backups): About {
  const period = Duration.hours(1);
  const failed = ['NumberOfBackupJobsFailed', 'NumberOfCopyJobsFailed'].map(
    (metricName) =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName,
        dimensionsMap: { BackupVaultName: vault.backupVaultName },
        ...sumOver(period),
      }),
  );
  return {
    metric: sum(failed, period),
    meaning:
      'The daily backup of the table, or its copy to another region, failed. Point-in-time recovery still covers 35 days.',
    action: 'See the job and its message in AWS Backup, then start it again there.',
  };
}
