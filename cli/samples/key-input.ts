import { CliFault } from '../fault.ts';

/** A key as it was read from stdin, without the line end that a shell adds. */
export function keyFrom(input: Buffer): string {
  const key = input.toString().replace(/\r?\n$/, '');
  if (key.trim() === '') throw new CliFault('Give the key on stdin, such as: printf %s "$KEY" | …');
  return key;
}
