import { noTechnician } from '../../wording/en/nothing-free.ts';
import type { SearchedQuery } from './search-openings.ts';

/** Why the requested technician comes on none of the bookable days. */
export function technicianSentence({ technician, service }: SearchedQuery): string | undefined {
  switch (technician.kind) {
    case 'unknown':
      return noTechnician.unknown;
    case 'not_skilled':
      return noTechnician.notSkilled(technician.name, service.name);
    case 'not_in_area':
      return noTechnician.notInArea(technician.name, technician.zip);
    case 'not_free':
      return technician.searched.kind === 'complete'
        ? noTechnician.notFree(technician.name)
        : noTechnician.notFound(technician.name);
    default:
      return undefined;
  }
}
