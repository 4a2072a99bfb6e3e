/** Callers say `in the afternoon` for a window that is labeled `the afternoon`. */
export const plainLabel = (label: string): string =>
  label
    .trim()
    .toLowerCase()
    .replace(/^(?:in )?the /, '');
