/** Reports progress on stderr if it is a terminal. */
export function progress(what: string, done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done < all ? `\r${what} ${done}/${all} ` : `\r${' '.repeat(what.length + 20)}\r`);
}
