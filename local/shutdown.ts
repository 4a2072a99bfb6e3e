/** Stops what was started, newest first and only once, when a signal or `exit` ends the server. */
export function createShutdown() {
  const steps: (() => void | Promise<void>)[] = [];
  let under: Promise<void> | undefined;
  const run = async () => {
    for (const step of steps.reverse()) await step();
  };
  const shutdown = {
    add: (step: () => void | Promise<void>) => {
      steps.push(step);
    },
    run: () => {
      under ??= run();
      return under;
    },
    exit: (code: number) => shutdown.run().finally(() => process.exit(code)),
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => shutdown.exit(0));
  }
  return shutdown;
}

const PARENT_CHECK_MS = 500;

/** Stops the server when npm ends: the shell in between forwards no signals, and an orphan would keep the port. */
export function endWithNpm(
  shutdown: Shutdown,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  if (environment.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void shutdown.exit(0);
  }, PARENT_CHECK_MS).unref();
}

export type Shutdown = ReturnType<typeof createShutdown>;
