import { type FunctionNames, functionNames, namesOf } from '../platforms/function-names.ts';
import {
  type AnyArgumentsSchema,
  type Arguments,
  type ReadArguments,
  readArguments,
  unknownValue,
} from './arguments/arguments.ts';
import {
  bookJobArguments,
  cancelJobArguments,
  checkAvailabilityArguments,
  createCustomerArguments,
  getBusinessHoursArguments,
  getServiceTypesArguments,
  holdTimeArguments,
  lookupCustomerArguments,
  rescheduleJobArguments,
  takeMessageArguments,
  transferCallArguments,
  updateJobArguments,
  waitListArguments,
} from './arguments/function-arguments.ts';
import { bookJob } from './functions/book-job.ts';
import { cancelJob } from './functions/cancel-job.ts';
import { checkAvailability } from './functions/check-availability.ts';
import { createCustomer } from './functions/create-customer.ts';
import { getBusinessHours } from './functions/get-business-hours.ts';
import { getServiceTypes } from './functions/get-service-types.ts';
import { holdTime } from './functions/hold-time.ts';
import { lookupCustomer } from './functions/lookup-customer.ts';
import { rescheduleJob } from './functions/reschedule-job.ts';
import { takeMessage } from './functions/take-message.ts';
import { transferCall } from './functions/transfer-call.ts';
import { updateJob } from './functions/update-job.ts';
import { waitList } from './functions/wait-list.ts';
import { repairOf } from './repair.ts';
import type {
  CallContext,
  FunctionResult,
  ResultWithEffect,
  VoiceDependencies,
  VoiceFunction,
} from './voice-function.ts';

/** The code uses the function's name on platform one. */
interface Names<Name extends string> extends FunctionNames {
  readonly voiceone: Name;
}

interface Definition<Name extends string, Schema extends AnyArgumentsSchema> extends Names<Name> {
  readonly arguments: Schema;
  /** True if the function stores anything. The writes of one message run in order. */
  readonly writes: boolean;
  /** True if a refused function call stays refused: its repeat changes nothing, whatever is free by then. */
  readonly keepsRefusals?: boolean;
  /** True if the stored request has the caller's words. Otherwise a danger in them becomes a request of its own. */
  readonly storesWords?: boolean;
  /**
   * True if the function tells the office something. If nothing was stored, the caller hears how to reach the office.
   */
  readonly informsOffice?: boolean;
  readonly run: VoiceFunction<ReadArguments<Schema>, FunctionResult>;
}

/** Each endpoint accepts the names of a function on all platforms. */
export interface CatalogEntry<
  Name extends string = string,
  Schema extends AnyArgumentsSchema = AnyArgumentsSchema,
> extends Names<Name> {
  readonly alsoKnownAs: readonly string[];
  readonly arguments: Schema;
  readonly writes: boolean;
  readonly keepsRefusals?: boolean;
  readonly storesWords?: boolean;
  readonly informsOffice?: boolean;
  /** Runs the function with any arguments that a model sent. */
  readonly run: (
    sent: Arguments,
    context: CallContext,
    deps: VoiceDependencies,
  ) => Promise<ResultWithEffect<FunctionResult>>;
}

/** Hides the types of the arguments, which only the function itself knows. */
export const entry = <const Name extends string, Schema extends AnyArgumentsSchema>({
  run,
  ...definition
}: Definition<Name, Schema>): CatalogEntry<Name, Schema> => ({
  alsoKnownAs: [],
  ...definition,
  async run(sent, context, deps) {
    const args = readArguments(definition.arguments, sent);
    const answer = await run(args, context, deps);
    const whole = 'message' in answer ? { result: answer } : answer;
    if (args.ignored.length === 0) return whole;
    return withIgnored(whole, args.ignored, unknownValue(definition.arguments, sent, args.ignored));
  },
});

/** Adds the arguments that have no meaning as they were sent to the answer. */
function withIgnored(
  answer: ResultWithEffect<FunctionResult>,
  names: readonly string[],
  unknown: ReturnType<typeof unknownValue>,
): ResultWithEffect<FunctionResult> {
  const { result } = answer;
  const ignored = names.map((argument) => ({ argument, why: 'not_understood' }) as const);
  // What was stored needs no repair, and each answer has at most one.
  const isOpen = answer.effect === undefined && answer.request === undefined && result.repair === undefined;
  const repaired = isOpen && unknown && repairOf('value', unknown.argument, unknown.text, unknown.options);
  return { ...answer, result: { ...repaired, ...result, ignored: [...ignored, ...(result.ignored ?? [])] } };
}

/**
 * Lists the functions of the voice agents. Their descriptions for models are in `lib/kits/tools/descriptions.ts`,
 * which no deployed function loads.
 */
export const catalog = [
  entry({
    ...functionNames.check_availability,
    arguments: checkAvailabilityArguments,
    writes: false,
    run: checkAvailability,
  }),
  entry({
    ...functionNames.hold_time,
    arguments: holdTimeArguments,
    writes: true,
    keepsRefusals: true,
    run: holdTime,
  }),
  entry({
    ...functionNames.book_job,
    arguments: bookJobArguments,
    writes: true,
    keepsRefusals: true,
    storesWords: true,
    run: bookJob,
  }),
  entry({
    ...functionNames.reschedule_job,
    arguments: rescheduleJobArguments,
    writes: true,
    keepsRefusals: true,
    run: rescheduleJob,
  }),
  entry({
    ...functionNames.update_job,
    arguments: updateJobArguments,
    writes: true,
    keepsRefusals: true,
    storesWords: true,
    run: updateJob,
  }),
  entry({
    ...functionNames.wait_list,
    arguments: waitListArguments,
    writes: true,
    keepsRefusals: true,
    run: waitList,
  }),
  entry({
    ...functionNames.cancel_job,
    arguments: cancelJobArguments,
    writes: true,
    keepsRefusals: true,
    run: cancelJob,
  }),
  entry({
    ...functionNames.lookup_customer,
    arguments: lookupCustomerArguments,
    writes: false,
    run: lookupCustomer,
  }),
  entry({
    ...functionNames.create_customer,
    arguments: createCustomerArguments,
    writes: true,
    run: createCustomer,
  }),
  entry({
    ...functionNames.get_service_types,
    arguments: getServiceTypesArguments,
    writes: false,
    run: getServiceTypes,
  }),
  entry({
    ...functionNames.get_business_hours,
    arguments: getBusinessHoursArguments,
    writes: false,
    run: getBusinessHours,
  }),
  entry({
    ...functionNames.take_message,
    arguments: takeMessageArguments,
    writes: true,
    storesWords: true,
    informsOffice: true,
    run: takeMessage,
  }),
  entry({
    ...functionNames.transfer_call,
    arguments: transferCallArguments,
    writes: true,
    storesWords: true,
    informsOffice: true,
    run: transferCall,
  }),
];

export type CatalogedFunction = (typeof catalog)[number];

const byName = new Map(catalog.flatMap((entry) => namesOf(entry).map((name) => [name, entry] as const)));

/** Finds a function by its name on any platform. */
export function functionNamed(name: string): CatalogedFunction | undefined {
  return byName.get(name);
}
