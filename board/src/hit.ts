/** Which card of a request it is: jobs have one for each visit of each technician. */
export interface Card {
  readonly id: string | undefined;
  readonly visit?: string | undefined;
  readonly technicianId?: string | undefined;
}

/** The card or entry that is or contains an element. */
export function cardAt(target: EventTarget | null): Card {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-job]') : null;
  const { job: id, visit } = card?.dataset ?? {};
  const technicianId = card?.closest<HTMLElement>('[data-technician]')?.dataset.technician;
  return { id, visit, technicianId };
}

/** The id of the request whose job or entry an event hit. */
export const requestAt = ({ target }: Event): string | undefined => cardAt(target).id;
