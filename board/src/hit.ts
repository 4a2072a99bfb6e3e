/** The id of the request whose job or entry an event hit. */
export const requestAt = ({ target }: Event): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-job]')?.dataset.job : undefined;
