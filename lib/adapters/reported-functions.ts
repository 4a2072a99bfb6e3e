import { type FunctionName, functionNames, namesOf } from '../platforms/function-names.ts';
import type { CallActivity } from '../record/calls.ts';
import type { MissingArguments, ServiceRefusal } from '../voice/results.ts';
import { argumentsOf, cutText, type Json, objectOf } from './values.ts';

/** A function call in a platform's report of a call. */
export interface ReportedInvocation {
  readonly name: string | undefined;
  /** An object or JSON text, like the result, which may be missing. */
  readonly args: unknown;
  readonly result?: unknown;
}

const byName = new Map(
  Object.entries(functionNames).flatMap(([name, names]) => namesOf(names).map((each) => [each, name])),
);

/** Refusals of calls in which no service was understood. */
const withoutService: readonly unknown[] = [
  'unknown_service',
  'ambiguous_service',
  'not_offered',
  'missing_argument',
] satisfies readonly (ServiceRefusal | MissingArguments)['reason'][];

const MAX_TEXT = 100;
const MAX_LISTED = 10;

const CALLER = 'user';
const AGENT: readonly unknown[] = ['agent', 'bot', 'assistant', 'ai'];

/** True if the agent spoke after the caller did: by the roles of a report's entries, else by the lines of its text. */
export function isReplied(entries: readonly Json[], transcript = ''): boolean {
  const roles = entries.map(({ role }) => role);
  const names = [...transcript.matchAll(/^(\w+):/gm)].map(([, name = '']) => name.toLowerCase());
  const speakers = roles.includes(CALLER) ? roles : names;
  const first = speakers.indexOf(CALLER);
  return first !== -1 && speakers.slice(first).some((one) => AGENT.includes(one));
}

/** Summarizes our function calls in a report, without the platform's own tools. */
export function activityOf(
  invocations: readonly ReportedInvocation[],
  call: Pick<CallActivity, 'transferred' | 'isReplied'>,
): CallActivity {
  const own = invocations.flatMap(({ name = '', args, result }) => {
    const known = byName.get(name);
    return known === undefined ? [] : [{ name: known, args: argumentsOf(args), result: argumentsOf(result) }];
  });
  const asking = (asked: FunctionName) =>
    own.filter(({ name, result }) => name === asked && !withoutService.includes(result.reason));
  // A refused booking counts only if no times were asked for before.
  const asked = (['check_availability', 'hold_time', 'book_job'] as const)
    .map(asking)
    .find((calls) => calls.length > 0);
  return {
    functions: distinct(own.map(({ name }) => name)),
    services: distinct(
      asked?.map(({ args, result }) => cutText(MAX_TEXT, result.serviceType, args.serviceType, args.service)),
    ),
    dates: distinct(asked?.map(({ args, result }) => datesOf(args, result))),
    ...call,
  };
}

function datesOf(args: Json, result: Json): string | undefined {
  const { from, to } = objectOf(result.understood);
  const range = from === to ? undefined : cutText(MAX_TEXT, from && to && `${from} to ${to}`);
  return range ?? cutText(MAX_TEXT, result.date, args.date);
}

function distinct(texts: readonly (string | undefined)[] = []): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined))].slice(0, MAX_LISTED);
}
