import type { ServiceType } from '../../../accounts/account.ts';
import { once } from '../../../lazily.ts';
import { indexNames, type NameIndex } from './name-similarity.ts';
import { readPhrase } from './read-phrase.ts';
import { readService, type ServiceReading } from './read-service.ts';
import { branchesOf } from './vocabulary.ts';

/** These values are computed from an account's services before a text is matched. */
export interface ServiceCatalog {
  readonly services: readonly ServiceType[];
  /** There is one reading per service. Equal readings are the same object. */
  readonly readings: readonly ServiceReading[];
  readonly names: NameIndex;
  /** Branches come from the company's skills, or from its services if no skill names a trade. */
  readonly branches: ReadonlySet<string>;
}

export const catalogOf = once((services: readonly ServiceType[]): ServiceCatalog => {
  const readings = shared(services.map(readService));
  return {
    services,
    readings,
    names: indexNames(services),
    branches: branchesWorkedIn(services, readings),
  };
});

/** Replaces equal readings by one object, so that each distinct reading is compared with a phrase once. */
function shared(readings: readonly ServiceReading[]): readonly ServiceReading[] {
  const known = new Map<string, ServiceReading>();
  return readings.map((reading) => {
    const key = JSON.stringify([
      [...reading.subjects].sort(),
      [...reading.workTypes].sort(),
      reading.generic,
    ]);
    const first = known.get(key) ?? reading;
    known.set(key, first);
    return first;
  });
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
