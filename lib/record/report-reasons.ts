/** The reason of a report in the history of a request. The appointment that it booked may follow. */
export const EMERGENCY = 'emergency';
/** The reason of a report that adds to an emergency. */
export const MORE_ABOUT_EMERGENCY = 'more about the emergency';

/** Whether a line of history, by its reason, is that of a report of an emergency. */
export const isReport = (why = ''): boolean =>
  why.startsWith(EMERGENCY) || why.startsWith(MORE_ABOUT_EMERGENCY);
