import { digitsIn } from '../understanding/phone-words.ts';

/** A postal code in digits, from `one oh oh oh one` or `1OOO1`. Other text is unchanged. */
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
