import { CliFault } from '../fault.ts';

/** A key read from stdin, without the newline that a shell adds. */
export function keyFrom(input: Buffer): string {
  const key = input.toString().replace(/\r?\n$/, '');
  if (key.trim() === '') throw new CliFault('stdin: expected the key, such as: printf %s "$KEY" | …');
  return key;
}
