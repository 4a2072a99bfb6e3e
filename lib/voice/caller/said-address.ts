const LEAD_IN =
  /^(?:(?:actually|sorry|no|oh|uh|um|wait|it'?s|it is|that'?s|i (?:meant?|said)|make (?:it|that)|(?:the|my|our) new (?:place|house|address)(?: is)?)[,.]?\s+)+(?=\S)/i;

/** An address without what callers say before it: `actually it's 5 Elm Street`. */
export const understandAddress = (text: string): string => text.replace(/’/g, "'").replace(LEAD_IN, '');
