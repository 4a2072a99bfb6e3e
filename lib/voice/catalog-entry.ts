import type { FunctionNames } from '../platforms/function-names.ts';
import { type AnyArgumentsSchema, type Arguments, readArguments } from './arguments/arguments.ts';
import type {
  CallContext,
  FunctionResult,
  ResultWithEffect,
  VoiceDependencies,
  VoiceFunction,
} from './arguments/voice-function.ts';

/** The names on each platform. The code uses the one on platform one. */
interface Names<Name extends string> extends FunctionNames {
  readonly voiceone: Name;
}

interface Definition<Name extends string, Schema extends AnyArgumentsSchema> extends Names<Name> {
  readonly arguments: Schema;
  /** Whether it stores anything: writes of one message run in order. */
  readonly writes: boolean;
  /** Whether a refused function call stays refused: then its repeat changes nothing, whatever is free by then. */
  readonly keepsRefusals?: boolean;
  /** Whether its request has the caller's words: otherwise a danger in them becomes a request of its own. */
  readonly storesWords?: boolean;
  /** Whether it tells the office something: if nothing was stored, the caller hears how to reach it. */
  readonly informsOffice?: boolean;
  readonly run: VoiceFunction<Schema, FunctionResult>;
}

/** One function with its names on the platforms. Each endpoint accepts all of them. */
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
  /** Runs it with any arguments that a model sent. */
  readonly run: (
    sent: Arguments,
    context: CallContext,
    deps: VoiceDependencies,
  ) => Promise<ResultWithEffect<FunctionResult>>;
}

/** An entry of the catalog; only the function itself knows its arguments' types. */
export const entry = <const Name extends string, Schema extends AnyArgumentsSchema>({
  run,
  ...definition
}: Definition<Name, Schema>): CatalogEntry<Name, Schema> => ({
  alsoKnownAs: [],
  ...definition,
  async run(sent, context, deps) {
    const args = readArguments(definition.arguments, sent);
    const answer = await run(args, context, deps);
    return withIgnored('message' in answer ? { result: answer } : answer, args.ignored);
  },
});

/** Adds the names of choices that matched no option to the answer. */
function withIgnored(
  answer: ResultWithEffect<FunctionResult>,
  names: readonly string[],
): ResultWithEffect<FunctionResult> {
  if (names.length === 0) return answer;
  const { result } = answer;
  return { ...answer, result: { ...result, ignored: [...names, ...(result.ignored ?? [])] } };
}
