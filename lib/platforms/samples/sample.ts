import type { RouteId } from '../../routes.ts';

/** What a JSON document holds. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What a sample is about, so that it fits the account and the day on which it is sent. */
export interface SampleContext {
  /** The account's id at the integration's platform. */
  readonly origin: string;
  /** The next open day. */
  readonly date: string;
  readonly time: string;
  readonly serviceType: string;
  /** Random unless it was given, so that each sample sent is a call of its own. */
  readonly callId: string;
  /** The number of the person who calls, or whom the lead is about. */
  readonly caller: string;
  /** Random: identifies an invocation of a function, which a platform names anew each time. */
  readonly invocationId: string;
  readonly now: Date;
}

/** Arguments of a function, or custom fields of a lead. */
export type SampleArguments = Readonly<Record<string, Json>>;

/** A webhook as its platform sends it. */
export interface Sample {
  readonly route: RouteId;
  readonly about: string;
  /** Absent where the webhook carries none. */
  readonly args?: (context: SampleContext) => SampleArguments;
  readonly body: (context: SampleContext, args: SampleArguments) => Json;
}
