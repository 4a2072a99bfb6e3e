import type { RouteId } from '../../routes.ts';

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Values that adapt a sample to an account and to the day on which it is sent. */
export interface SampleContext {
  /** The account's id at the integration's platform. */
  readonly origin: string;
  /** The next open day. */
  readonly date: string;
  readonly time: string;
  readonly serviceType: string;
  /** Random unless given, so that each sample is a separate call. */
  readonly callId: string;
  /** The caller's number, or the phone number of the lead. */
  readonly caller: string;
  /** The account's own number that is called. */
  readonly called: string;
  /** Random: platforms give every invocation of a function a new id. */
  readonly invocationId: string;
  readonly now: Date;
}

/** Arguments of the function, or custom fields of the lead. */
export type SampleArguments = Readonly<Record<string, Json>>;

/** A sample webhook in its platform's format. */
export interface Sample {
  readonly route: RouteId;
  readonly about: string;
  /** Absent if the webhook has none. */
  readonly args?: (context: SampleContext) => SampleArguments;
  readonly body: (context: SampleContext, args: SampleArguments) => Json;
}
