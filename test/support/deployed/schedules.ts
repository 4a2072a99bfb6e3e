import { MINUTE_MS } from '../../../lib/scheduling/time.ts';
import { type EventFlowDependencies, runTarget } from './event-flow.ts';
import { AWS_ACCOUNT, REGION } from './names.ts';

interface Scheduled {
  /** Milliseconds. */
  readonly every: number;
  run(): Promise<void>;
}

function everyOf(expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour)s?\)$/.exec(expression) ?? [];
  if (count === undefined) throw new Error(`The stand-in of the scheduler doesn't know ${expression}`);
  return Number(count) * (unit === 'hour' ? 60 : 1) * MINUTE_MS;
}

/** What the template's schedules run: those of EventBridge Scheduler and of rules. */
export function schedulesOf(deps: Omit<EventFlowDependencies, 'stream'>): readonly Scheduled[] {
  const { stack, rights, invoke, now } = deps;
  const event = (resource: string) => ({
    version: '0',
    source: 'aws.events',
    account: AWS_ACCOUNT,
    region: REGION,
    'detail-type': 'Scheduled Event',
    time: new Date(now()).toISOString(),
    resources: [resource],
    detail: {},
  });
  const schedules = stack.ofType('AWS::Scheduler::Schedule').map(({ properties, path }) => ({
    every: everyOf(properties.ScheduleExpression),
    async run() {
      const { Arn, RoleArn } = properties.Target;
      rights.demand(RoleArn, 'lambda:InvokeFunction', Arn);
      await invoke(Arn, event(path)).catch(() => undefined);
    },
  }));
  const rules = stack
    .ofType('AWS::Events::Rule')
    .filter(({ properties }) => properties.ScheduleExpression !== undefined)
    .map((rule) => ({
      every: everyOf(rule.properties.ScheduleExpression),
      async run() {
        for (const target of rule.properties.Targets)
          await runTarget(rule, target, event(rule.attribute('Arn')), deps);
      },
    }));
  return [...schedules, ...rules];
}
