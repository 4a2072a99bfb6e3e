import type { BoardView } from '../../../lib/board/views.ts';
import { once } from '../../../lib/lazily.ts';

/** How many families of color there are in the style sheets. */
export const FAMILIES = 8;

/** The family of color of each service, by its id. Services beyond the families share gray, because no two families may look alike. */
export const familiesOf = once(
  (services: BoardView['serviceTypes']): ReadonlyMap<string, string> =>
    new Map(services.map(({ serviceTypeId }, at) => [serviceTypeId, at < FAMILIES ? `of-${at}` : ''])),
);
