import type { CallActivity } from '../dispatch/calls/outcome.ts';
import { type FunctionName, functionNames, namesOf } from '../voice/function-names.ts';
import { argumentsOf, cutText, type Json, objectOf } from './lenient.ts';

/** A function that was called, as a platform's report of the call has it. */
export interface ReportedInvocation {
  readonly name: string | undefined;
  /** An object or JSON text; so is the result, where the report has it. */
  readonly args: unknown;
  readonly result?: unknown;
}

const byName = new Map(
  Object.entries(functionNames).flatMap(([name, names]) => namesOf(names).map((each) => [each, name])),
);

/** Answers that no service was understood from. */
const withoutService: readonly unknown[] = [
  'unknown_service',
  'ambiguous_service',
  'not_offered',
  'missing_argument',
];

const MAX_TEXT = 100;
const MAX_LISTED = 10;

/** What a report says of our functions; tools of the platform don't count. */
export function activityOf(invocations: readonly ReportedInvocation[], transferred: boolean): CallActivity {
  const own = invocations.flatMap(({ name = '', args, result }) => {
    const known = byName.get(name);
    return known === undefined ? [] : [{ name: known, args: argumentsOf(args), result: argumentsOf(result) }];
  });
  const asking = (asked: FunctionName) =>
    own.filter(({ name, result }) => name === asked && !withoutService.includes(result.reason));
  const forTimes = asking('check_availability');
  // A refused booking counts where no times were asked for first, because these tell the service by its name.
  const asked = forTimes.length > 0 ? forTimes : asking('book_job');
  return {
    functions: distinct(own.map(({ name }) => name)),
    services: distinct(
      asked.map(({ args, result }) => cutText(MAX_TEXT, result.serviceType, args.serviceType, args.service)),
    ),
    dates: distinct(asked.map(({ args, result }) => datesOf(args, result))),
    transferred,
  };
}

function datesOf(args: Json, result: Json): string | undefined {
  const { from, to } = objectOf(result.understood);
  const range = from === to ? undefined : cutText(MAX_TEXT, from && to && `${from} to ${to}`);
  return range ?? cutText(MAX_TEXT, result.date, args.date);
}

function distinct(texts: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== undefined))].slice(0, MAX_LISTED);
}
