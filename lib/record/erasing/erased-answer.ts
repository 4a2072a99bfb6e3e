/** What is left of an answer to a person: whether it did something, and why not. Its repeat is still the same refusal. */
export function erasedAnswer(answer: string): string {
  const told: unknown = JSON.parse(answer);
  const fields = typeof told === 'object' && told !== null ? Object.entries(told) : [];
  return JSON.stringify(Object.fromEntries(fields.flatMap(([name, value]) => factOf(name, value))));
}

function factOf(name: string, value: unknown): [string, unknown][] {
  if (typeof value === 'boolean' || name === 'reason') return [[name, value]];
  return name === 'alternatives' ? [[name, []]] : [];
}
