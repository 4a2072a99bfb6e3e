/** Why the history has a line of a report that adds to an emergency. */
export const MORE_ABOUT_EMERGENCY = 'more about the emergency';
