import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { matchesPattern, passOn, pipeRecord } from '../../../local/events/event-bridge.ts';
import type { TestStream } from '../stream.ts';
import { AWS_ACCOUNT, REGION } from './names.ts';
import { type Rights, usesOfKey } from './rights.ts';
import type { DeployedStack, StackResource } from './stack.ts';

/** An event on the bus. */
export interface BusEvent {
  readonly source: string;
  readonly 'detail-type': string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on details, whatever their shape.
  readonly detail: any;
}

/** What a rule did with an event. */
export interface Delivered {
  readonly rule: string;
  readonly target: string;
  readonly input: unknown;
}

export interface EventFlowDependencies {
  readonly stack: DeployedStack;
  readonly stream: TestStream;
  readonly rights: Rights;
  /** Runs a function and waits for its answer. */
  readonly invoke: (arn: string, event: unknown) => Promise<unknown>;
  /** Puts a message into a queue. */
  readonly send: (queueArn: string, body: object) => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export interface EventFlow {
  /** All events so far, oldest first. */
  readonly events: readonly BusEvent[];
  /** What reached a target so far. */
  readonly delivered: readonly Delivered[];
  /** Carries everything that was stored since to its targets. */
  drain(): Promise<void>;
}

/** What reads a stream does all of this. */
const reads = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'] as const;

/** What the pipe's function must answer. */
const Events = v.array(v.looseObject({}));

interface Waiting {
  readonly record: object;
  readonly key: string;
  readonly since: number;
}

/** Carries changes of the table as the template says: its pipe, its bus and the rules on it. */
export function startEventFlow(deps: EventFlowDependencies): EventFlow {
  const { stack, stream, rights, invoke, send, now } = deps;
  const [pipe] = stack.ofType('AWS::Pipes::Pipe');
  if (pipe === undefined) throw new Error('The template has no pipe');
  const { RoleArn: role, Source, SourceParameters, Enrichment, Target, TargetParameters } = pipe.properties;
  const { FilterCriteria, DynamoDBStreamParameters: reading } = SourceParameters;
  const filters: readonly unknown[] = FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
    JSON.parse(Pattern),
  );
  const { Source: source, DetailType } = TargetParameters.EventBridgeEventBusParameters;
  const bus = stack.at(Target);
  const [table] = stack.ofType('AWS::DynamoDB::Table');
  const key: string | undefined = table?.properties.SSESpecification?.KMSMasterKeyId;
  const events: BusEvent[] = [];
  const delivered: Delivered[] = [];
  let waiting: readonly Waiting[] = [];
  if (reading.BatchSize !== 1) throw new Error('The stand-in of the pipe knows batches of one record only');

  /** Calls the function as the pipe does, and then the bus. */
  async function forward({ record }: Waiting): Promise<void> {
    const enrich = async (records: readonly unknown[]) => {
      rights.demand(role, 'lambda:InvokeFunction', Enrichment);
      return v.parse(Events, await invoke(Enrichment, records));
    };
    for (const detail of await passOn([record], { filters, enrich })) {
      rights.demand(role, 'events:PutEvents', Target);
      const event = { source, 'detail-type': String(at(DetailType, detail)), detail };
      events.push(event);
      await deliver(event);
    }
  }

  async function deliver(event: BusEvent): Promise<void> {
    const rules = stack
      .ofType('AWS::Events::Rule')
      .filter(({ properties }) => properties.EventBusName === bus.ref);
    for (const rule of rules) {
      if (rule.properties.State !== 'ENABLED' || !matchesPattern(rule.properties.EventPattern, event))
        continue;
      const input = { ...envelope(now()), ...event };
      for (const target of rule.properties.Targets) {
        delivered.push({ rule: rule.path, target: stack.at(target.Arn).path, input });
        await runTarget(rule, target, input, deps);
      }
    }
  }

  function giveUp({ key }: Waiting): void {
    rights.demand(role, 'sqs:SendMessage', reading.DeadLetterConfig.Arn);
    send(reading.DeadLetterConfig.Arn, { context: { condition: 'RetryAttemptsExhausted' }, record: key });
  }

  /** Runs the functions that follow the stream themselves. What fails would be sent again; no test needs that. */
  async function follow(records: readonly object[]): Promise<void> {
    for (const { properties } of stack.ofType('AWS::Lambda::EventSourceMapping')) {
      const { EventSourceArn, FunctionName, FilterCriteria, BatchSize } = properties;
      const followed = stack.at(FunctionName);
      for (const action of reads)
        rights.demand(followed.properties.Role, `dynamodb:${action}`, EventSourceArn);
      const patterns: readonly unknown[] = FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
        JSON.parse(Pattern),
      );
      const passing = records.filter((record) => patterns.some((pattern) => matchesPattern(pattern, record)));
      for (let from = 0; from < passing.length; from += BatchSize)
        await invoke(followed.attribute('Arn'), { Records: passing.slice(from, from + BatchSize) });
    }
  }

  return {
    events,
    delivered,
    async drain() {
      for (const action of reads) rights.demand(role, `dynamodb:${action}`, Source);
      for (const { action, resource, keys } of key === undefined ? [] : usesOfKey(key))
        rights.demand(role, action, resource, keys);
      const records = (await stream.records()).map((record): Waiting => {
        const shaped = {
          ...record,
          dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: new Date(now()) },
        };
        const item = String(record.dynamodb?.Keys?.pk?.S);
        return { record: pipeRecord(shaped, Source), key: item, since: now() };
      });
      await follow(records.map(({ record }) => record));
      const failing: Waiting[] = [];
      for (const one of [...waiting, ...records]) {
        // Later changes of an item wait for earlier ones.
        const mustWait = failing.some(({ key }) => key === one.key);
        const isDone = mustWait
          ? false
          : await forward(one).then(
              () => true,
              () => false,
            );
        if (isDone) continue;
        if (now() - one.since > reading.MaximumRecordAgeInSeconds * 1_000) giveUp(one);
        else failing.push(one);
      }
      waiting = failing;
    },
  };
}

/** The value at a path such as `$.type`. */
const at = (path: string, value: object): unknown => Reflect.get(value, path.replace('$.', ''));

const envelope = (now: number) => ({
  version: '0',
  id: randomUUID(),
  account: AWS_ACCOUNT,
  time: new Date(now).toISOString().replace(/\.\d+Z$/, 'Z'),
  region: REGION,
  resources: [],
});

type Target = Readonly<Record<string, never>> & { readonly Arn: string };

/** Runs the function of a rule. If it fails, the event goes to the function's dead letters. */
export async function runTarget(
  rule: StackResource,
  { Arn, ...others }: Target,
  input: unknown,
  { stack, rights, invoke, send }: Pick<EventFlowDependencies, 'stack' | 'rights' | 'invoke' | 'send'>,
): Promise<void> {
  const changing = Object.keys(others).filter((name) => /^Input/.test(name));
  const target = stack.at(Arn);
  if (changing.length > 0 || target.type !== 'AWS::Lambda::Function')
    throw new Error(`The stand-in of the bus only passes events to functions: ${rule.path}`);
  rights.demandPermission(Arn, 'events.amazonaws.com', rule.attribute('Arn'));
  const failed = await invoke(Arn, input).then(
    () => false,
    () => true,
  );
  if (!failed) return;
  const { DeadLetterConfig, Role } = target.properties;
  if (DeadLetterConfig === undefined) return;
  rights.demand(Role, 'sqs:SendMessage', DeadLetterConfig.TargetArn);
  send(DeadLetterConfig.TargetArn, Object(input));
}
