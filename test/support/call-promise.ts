/** Any sentence that promises a call, but not one that only offers it. */
export const promise =
  /\b(?:(?:someone|somebody|they|we|he|she|person|office)(?: will|['’]ll)(?: \w+)? (?:call|phone|ring|contact|reach|be in touch|get back)|(?:will|['’]ll) call you|call you back|calls you back)/i;
