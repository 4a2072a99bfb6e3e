import type { Integration, RouteId } from '../../lib/routes.ts';
import type { Json } from '../json.ts';
import { crmSamples } from './crm-samples.ts';
import { voiceoneSamples } from './voiceone-samples.ts';
import { voicetwoSamples } from './voicetwo-samples.ts';

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

/** By name: the integration, a slash, and what it does. */
export const samples: ReadonlyMap<string, Sample & { readonly integration: Integration }> = new Map(
  [
    ...Object.entries(crmSamples).map(([name, sample]) => ({ name, integration: 'crm' as const, ...sample })),
    ...Object.entries(voiceoneSamples).map(([name, sample]) => ({
      name,
      integration: 'voiceone' as const,
      ...sample,
    })),
    ...Object.entries(voicetwoSamples).map(([name, sample]) => ({
      name,
      integration: 'voicetwo' as const,
      ...sample,
    })),
  ].map(({ name, ...sample }) => [`${sample.integration}/${name}`, sample]),
);
