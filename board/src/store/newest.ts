/**
 * Counts requests of one kind. Each call is for a request that is sent now; what it returns says whether that is still the
 * newest one, since the answer to an older one is of no use.
 */
export function countRequests(): () => () => boolean {
  let last = 0;
  return () => {
    const own = ++last;
    return () => own === last;
  };
}
