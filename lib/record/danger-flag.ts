/** The review flag of a request that reports a danger. */
export const DANGER_FLAG = 'danger';
