import { digitsIn } from '../understanding/phone-words.ts';

/** A postal code with its digits as digits: `one oh oh oh one`, `1OOO1`. Other text stays as it is. */
export function understandZip(text: string): string {
  if (/^[\dO\s-]+$/i.test(text)) return text.replace(/o/gi, '0');
  return (
    digitsIn(
      text
        .toLowerCase()
        .split(/[\s,;-]+/)
        .filter((word) => word !== 'zip' && word !== ''),
    ) ?? text
  );
}
