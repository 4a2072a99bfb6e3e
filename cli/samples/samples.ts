import { kits } from '../../lib/kits/index.ts';
import type { Sample } from '../../lib/kits/samples/sample.ts';
import { type Integration, integrations } from '../../lib/platforms/index.ts';

/** A sample, and the platform that sends it. */
export interface PlatformSample extends Sample {
  readonly integration: Integration;
}

/** By name: the integration, a slash, and what it does. */
export const samples: ReadonlyMap<string, PlatformSample> = new Map(
  integrations.flatMap((integration) =>
    Object.entries(kits[integration].samples).map(
      ([name, sample]) => [`${integration}/${name}`, { integration, ...sample }] as const,
    ),
  ),
);
