import { setTimeout as wait } from 'node:timers/promises';
import type { TestTable } from './database.ts';

/** Records every command that is sent to a table, and makes chosen ones fail. */
export function watchDatabase({ document }: Pick<TestTable, 'document'>) {
  const seen = {
    /** The most commands that were under way at once, by kind. */
    most: new Map<string, number>(),
    /** Commands whose name matches get this error instead of an answer. */
    failing: undefined as { readonly commands: RegExp; readonly error: () => Error } | undefined,
    /** Added to the duration of each command, milliseconds. */
    slowness: 0,
  };
  const underWay = new Map<string, number>();
  document.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (seen.failing?.commands.test(commandName)) throw seen.failing.error();
        const now = (underWay.get(commandName) ?? 0) + 1;
        underWay.set(commandName, now);
        seen.most.set(commandName, Math.max(now, seen.most.get(commandName) ?? 0));
        await wait(seen.slowness);
        try {
          return await next(args);
        } finally {
          underWay.set(commandName, (underWay.get(commandName) ?? 1) - 1);
        }
      },
    { step: 'initialize' },
  );
  return seen;
}
