const BUSY_MS = 5_000;
const HIDDEN_MS = 30_000;

/** The clock of a page, and whether somebody sees the page. */
export interface Watch {
  isHidden(): boolean;
  /** Runs something once, after milliseconds, unless it is canceled first. */
  after(ms: number, run: () => Promise<void>): () => void;
}

/** Runs something again and again: changes of others are seen within six seconds while the page is. */
export class Polling {
  private readonly watch: Watch;
  private readonly run: () => Promise<void>;
  private cancel: (() => void) | undefined;

  constructor(watch: Watch, run: () => Promise<void>) {
    this.watch = watch;
    this.run = run;
  }

  /** Starts to wait, or waits anew by whether the page is seen now. */
  start(): void {
    this.cancel?.();
    this.cancel = this.watch.after(this.watch.isHidden() ? HIDDEN_MS : BUSY_MS, async () => {
      try {
        await this.run();
      } finally {
        // Even after a mistake of the page itself.
        this.start();
      }
    });
  }
}
