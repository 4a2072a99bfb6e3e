/**
 * Works on the items of several lists, at most `most` at once, taking one of each list in turn: an item waits for one item
 * of every other list, however long those are. Stops taking items when `isOver` says so; what has begun is finished.
 * @param work handles its own errors, as the lists do
 */
export async function inTurns<Item>(
  lists: readonly AsyncIterator<Item>[],
  { most, isOver }: { readonly most: number; readonly isOver: () => boolean },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...lists];
  const running = new Set<Promise<void>>();
  const start = (task: Promise<void>) => {
    const own = task.finally(() => running.delete(own));
    running.add(own);
  };
  // A list waits for its turn again as soon as its item is known, so that its next ones are worked on in parallel.
  const take = async (list: AsyncIterator<Item>) => {
    const { done, value } = await list.next();
    if (done) return;
    waiting.push(list);
    start(work(value));
  };
  for (;;) {
    const next = isOver() || running.size >= most ? undefined : waiting.shift();
    if (next !== undefined) start(take(next));
    else if (running.size === 0) return;
    else await Promise.race(running);
  }
}
