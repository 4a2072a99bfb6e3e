import { CliFault } from '../fault.ts';

/** A key read from stdin, without the newline that a shell adds. */
export function keyFrom(input: Buffer): string {
  const key = input.toString().replace(/\r?\n$/, '');
  if (key.trim() === '') throw new CliFault('Give the key on stdin, such as: printf %s "$KEY" | …');
  return key;
}
