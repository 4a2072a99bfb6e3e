const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Turns the first Ctrl-C into an aborted signal, for a command that must undo something before it ends. A second one
 * ends the process at once. `end`: from then on the process ends as usual.
 */
export function interruption() {
  const controller = new AbortController();
  const end = () => {
    for (const name of signals) process.off(name, interrupt);
  };
  const interrupt = () => {
    end();
    controller.abort();
  };
  for (const name of signals) process.on(name, interrupt);
  return { signal: controller.signal, end };
}
