import { addressInWords } from '#spoken-words';

/** An address as it is written, from what a caller says: `actually it's four oh one Elm Street`. */
export const understandAddress = (text: string): string => (/^\d/.test(text) ? text : addressInWords(text));
