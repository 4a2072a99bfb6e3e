import type { PlatformRouteId } from '../../routes.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** These values adapt a sample to an account and to the day on which it is sent. */
export interface SampleContext {
  /** The id of the account at the integration's platform. */
  readonly origin: string;
  /** The next open day. */
  readonly date: string;
  readonly time: string;
  readonly serviceType: string;
  /** Random unless given, so that each sample is a separate call. */
  readonly callId: string;
  /** The caller's number, or the phone number of the lead. */
  readonly caller: string;
  /** The account's own number, which is called. */
  readonly called: string;
  /** Random: platforms give every invocation of a function a new id. */
  readonly invocationId: string;
  readonly now: Date;
}

export type SampleArguments = Readonly<Record<string, Json>>;

export interface Sample {
  readonly route: PlatformRouteId;
  readonly about: string;
  /** Absent if the webhook has none. */
  readonly args?: (context: SampleContext) => SampleArguments;
  readonly body: (context: SampleContext, args: SampleArguments) => Json;
}
