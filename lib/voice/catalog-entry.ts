import type { Account } from '../accounts/account.ts';
import type { VoicePlatform } from '../platforms/index.ts';
import { type AnyArgumentsSchema, type Arguments, readArguments } from './arguments.ts';
import type {
  Answer,
  CallContext,
  FunctionResult,
  VoiceDependencies,
  VoiceFunction,
} from './voice-function.ts';

/** What the platform says to the caller by itself. */
export interface Phrases {
  /** As the function starts. */
  readonly start: string;
  /** When the answer lets wait. */
  readonly delayed: string;
  /** When none came: of a write nobody knows then whether it was done. */
  readonly failed: string;
}

/** With the name on each platform; the one on platform one stands for the function in the texts of others, in braces. */
interface Description extends Readonly<Record<VoicePlatform, string>> {
  /** Other names that models have been seen to call it by. */
  readonly alsoKnownAs?: readonly string[];
  /**
   * For the model, at most 999 characters: when to call it, what to ask first, what not to do. Names of functions stand
   * in braces; `{connect_caller}` is the platform's own tool that dials.
   */
  readonly description: string;
  /** Whether it stores anything: writes of one message run in order. */
  readonly writes: boolean;
  /** Whether its result may hold `transferTo`, the number of a person to dial. */
  readonly mayTransfer?: boolean;
  readonly phrases: Phrases;
  /** What is said where storage fails and nothing was stored; without it the words for any function. */
  readonly whenUnavailable?: (account: Account) => string;
}

interface Definition<Schema extends AnyArgumentsSchema> extends Description {
  readonly arguments: Schema;
  /** The arguments without which the model should not call it. It is answered without them too. */
  readonly required: readonly (keyof Schema['entries'] & string)[];
  readonly run: VoiceFunction<Schema, FunctionResult>;
}

/** One function under the names by which the platforms call it. Each endpoint understands all of them. */
export interface CatalogEntry extends Required<Omit<Description, 'whenUnavailable'>> {
  readonly whenUnavailable?: Description['whenUnavailable'];
  readonly arguments: AnyArgumentsSchema;
  readonly required: readonly string[];
  /** How long the platform should wait for it. */
  readonly timeoutSeconds: number;
  /** Runs it with arguments as a model sent them, whatever they are. */
  readonly run: (
    sent: Arguments,
    context: CallContext,
    deps: VoiceDependencies,
  ) => Promise<Answer<FunctionResult>> | FunctionResult;
}

/** A Lambda is ended after 10 seconds: a platform that waits longer never takes a write for failed that was done. */
const WRITE_SECONDS = 15;
const LOOK_UP_SECONDS = 10;

/** An entry of the catalog; only the function itself knows its arguments' types. */
export const entry = <Schema extends AnyArgumentsSchema>({
  run,
  ...definition
}: Definition<Schema>): CatalogEntry => ({
  alsoKnownAs: [],
  mayTransfer: false,
  ...definition,
  timeoutSeconds: definition.writes ? WRITE_SECONDS : LOOK_UP_SECONDS,
  run: (sent, context, deps) => run(readArguments(definition.arguments, sent), context, deps),
});
