import type { ServiceType } from '../account.ts';
import { indexNames, type NameIndex } from './name-similarity.ts';
import { once } from './once.ts';
import { readPhrase } from './read-phrase.ts';
import { readService, type ServiceReading } from './read-service.ts';
import { normalizeServiceName } from './service-tokens.ts';
import { branchesOf } from './vocabulary.ts';

/** What can be computed from an account's services before a text is matched. */
export interface ServiceCatalog {
  readonly services: readonly ServiceType[];
  /** One per service; equal readings are the same object. */
  readonly readings: readonly ServiceReading[];
  readonly byName: ReadonlyMap<string, readonly ServiceType[]>;
  readonly byId: ReadonlyMap<string, readonly ServiceType[]>;
  readonly names: NameIndex;
  /** Branches of trades of the company: those of its skills, or of its services if no skill names a trade. */
  readonly branches: ReadonlySet<string>;
}

export const catalogOf = once((services: readonly ServiceType[]): ServiceCatalog => {
  const readings = shared(services.map(readService));
  return {
    services,
    readings,
    byName: bySpelling(services, ({ name, aliases, symptoms = [] }) => [name, ...aliases, ...symptoms]),
    byId: bySpelling(services, ({ id }) => [id]),
    names: indexNames(services),
    branches: branchesWorkedIn(services, readings),
  };
});

/** Replaces equal readings by one object, so that each distinct reading is compared with a phrase once. */
function shared(readings: readonly ServiceReading[]): readonly ServiceReading[] {
  const known = new Map<string, ServiceReading>();
  return readings.map((reading) => {
    const key = JSON.stringify([[...reading.subjects].sort(), [...reading.wishes].sort(), reading.generic]);
    const first = known.get(key) ?? reading;
    known.set(key, first);
    return first;
  });
}

function bySpelling(services: readonly ServiceType[], textsOf: (service: ServiceType) => readonly string[]) {
  const found = new Map<string, ServiceType[]>();
  for (const service of services) {
    for (const spelling of new Set(textsOf(service).map(normalizeServiceName))) {
      const known = found.get(spelling);
      if (known === undefined) found.set(spelling, [service]);
      else known.push(service);
    }
  }
  return found;
}

function branchesWorkedIn(
  services: readonly ServiceType[],
  readings: readonly ServiceReading[],
): ReadonlySet<string> {
  const skills = new Set(services.flatMap((service) => service.skills));
  const bySkill = [...skills].flatMap((skill) => [...readPhrase(skill).subjects.keys()].flatMap(branchesOf));
  if (bySkill.length > 0) return new Set(bySkill);
  return new Set(readings.flatMap(({ subjects }) => [...subjects].flatMap(branchesOf)));
}
