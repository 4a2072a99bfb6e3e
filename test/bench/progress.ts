/** Milliseconds between two lines where no terminal overwrites them. */
const LINE_MS = 5_000;
let lineAt = Number.NEGATIVE_INFINITY;

/** Reports progress on stderr: in one line of a terminal, else by a line every few seconds. */
export function progress(what: string, done: number, all: number): void {
  if (process.stderr.isTTY) {
    process.stderr.write(done < all ? `\r${what} ${done}/${all} ` : `\r${' '.repeat(what.length + 20)}\r`);
    return;
  }
  const now = performance.now();
  if (done < all && now - lineAt < LINE_MS) return;
  lineAt = now;
  process.stderr.write(`${what} ${done}/${all}\n`);
}
