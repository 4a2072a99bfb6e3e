/** Kinds of danger, the one that is acted on first in front. */
export const dangers = ['gas', 'carbon_monoxide', 'fire', 'electric', 'water', 'no_heat'] as const;
export type Danger = (typeof dangers)[number];

/** Phrases that callers use for a danger. A `*` ends a word of which only the beginning counts. */
const phrases: Readonly<Record<Exclude<Danger, 'no_heat'>, readonly string[]>> = {
  gas: [
    ...[
      'gas smell',
      'gas odor',
      'gas leak*',
      'leak* gas',
      'gas is leak*',
      'smell* gas',
      'smell* like gas',
      'smell* of gas',
    ],
    ...[
      'smell* some gas',
      'smell* the gas',
      'smell* natural gas',
      'smell* propane',
      'propane leak*',
      'odor of gas',
    ],
    ...[
      'rotten egg*',
      'gas hissing',
      'hissing gas',
      'gas line is leak*',
      'gas is escaping',
      'gas in the house',
    ],
  ],
  carbon_monoxide: [
    'carbon monoxide',
    'monoxide',
    'co alarm',
    'co detector',
    'co2 alarm',
    'c o alarm',
    'c o detector',
  ],
  fire: [
    ...[
      'on fire',
      'caught fire',
      'catch* fire',
      'is a fire',
      "there's a fire",
      'have a fire',
      'had a fire',
      'electrical fire',
    ],
    ...[
      'started a fire',
      'fire in the',
      'flames',
      'smoke',
      'smoking',
      'burning smell',
      'burn* plastic',
      'smell* burn*',
    ],
    ...['smell* like burn*', 'smell* of burn*', 'smell* something burn*', 'burning odor', 'melting'],
  ],
  electric: [
    ...[
      'spark',
      'sparks',
      'sparking',
      'sparked',
      'arcing',
      'electric* shock*',
      'got shocked',
      'got a shock',
      'shocked me',
    ],
    ...[
      'shocks me',
      'gives me a shock',
      'gave me a shock',
      'shocking me',
      'electrocut*',
      'live wire*',
      'exposed wire*',
    ],
    ...['bare wire*', 'downed wire*', 'shocked my', 'getting shocked'],
  ],
  water: [
    ...[
      'flooding',
      'flooded',
      'floods',
      'flood',
      'sewage',
      'water everywhere',
      'gushing',
      'water pouring',
      'burst pipe*',
    ],
    ...[
      'pipe* burst',
      'pipe* has burst',
      'pipe* is burst',
      'pipe* have burst',
      'busted pipe*',
      'pipe* busted',
      'water is pouring',
    ],
    ...[
      'pouring through',
      'ceiling is coming down',
      'water coming through the ceiling',
      'water through the ceiling',
    ],
  ],
};

/** The same words in harmless company. */
const harmless: readonly string[] = [
  ...[
    'flood light*',
    'smoke detector*',
    'smoke alarm*',
    'fire alarm*',
    'no spark',
    'spark plug*',
    'spark ignit*',
  ],
];
/** What makes a detector's name an alarm that goes off. */
const alarmed: readonly string[] = [
  ...[
    'going off',
    'went off',
    'goes off',
    'is on',
    'sounding',
    'is screaming',
    'ringing',
    'beeping',
    'alarming',
    'is alerting',
  ],
  ...[
    'keeps going',
    'triggered',
    'in the house',
    'poisoning',
    'leak*',
    'high reading*',
    'dizzy',
    'headache*',
    'nause*',
    'sick',
  ],
];
const detectors: readonly string[] = [
  ...['carbon monoxide', 'monoxide', 'co alarm', 'co detector', 'co2 alarm', 'c o alarm', 'c o detector'],
];
/** Work that is wanted on a detector, which nobody does while it goes off. */
const detectorWork: readonly string[] = [
  ...[
    'install*',
    'replac*',
    'new',
    'battery',
    'batteries',
    'quote',
    'estimate',
    'test',
    'check',
    'inspect*',
    'add',
    'buy',
  ],
];

const noHeat: readonly string[] = [
  ...[
    'no heat',
    'without heat',
    'no heating',
    "heat isn't",
    "heat doesn't",
    'heat is not',
    "heat's out",
    'heat is out',
  ],
  ...[
    'heat went out',
    'heat is off',
    "furnace isn't",
    "furnace doesn't",
    'furnace is not',
    'furnace is out',
    'furnace is dead',
  ],
  ...[
    'furnace died',
    'furnace quit',
    'furnace stopped',
    'furnace went out',
    'furnace not',
    'heater not',
    'heater is out',
    'heater is not',
  ],
  ...[
    "heater isn't",
    'heater died',
    'heater stopped',
    'boiler is out',
    'boiler not',
    'boiler is not',
    'boiler died',
    'freezing',
  ],
  ...[
    'heat not working',
    'not heating',
    "won't heat",
    "heat won't",
    'heating is out',
    'heating is not',
    'heating not',
    'lost heat',
  ],
];
const vulnerable: readonly string[] = [
  ...[
    'infant*',
    'baby',
    'babies',
    'newborn*',
    'toddler*',
    'elderly',
    'senior citizen*',
    'grandmother',
    'grandfather',
    'grandma',
  ],
  ...[
    'grandpa',
    'old person',
    'old man',
    'old woman',
    'old lady',
    'old mother',
    'old father',
    'years old',
    'year old',
    'ill',
  ],
  ...[
    'sick',
    'oxygen',
    'disabled',
    'disability',
    'pregnant',
    'medical condition',
    'hospice',
    'dialysis',
    'wheelchair',
    'cancer',
  ],
];

/** Words between a denial and what it denies: `no sign of smoke`, `I don't smell any gas`. */
const betweenDenial: ReadonlySet<string> = new Set([
  ...[
    'a',
    'an',
    'any',
    'the',
    'see',
    'seen',
    'saw',
    'smell',
    'smelled',
    'smelling',
    'sign',
    'signs',
    'of',
    'visible',
    'actual',
  ],
  ...[
    'active',
    'real',
    'there',
    'is',
    'it',
    "it's",
    'was',
    'been',
    'be',
    'like',
    'notice',
    'noticed',
    'have',
    'has',
    'hear',
  ],
  ...[
    'longer',
    'more',
    'currently',
    'actually',
    'coming',
    'from',
    'feel',
    'think',
    'or',
    'nor',
    'smoke',
    'gas',
    'fire',
    'sparks',
  ],
]);
const denials: ReadonlySet<string> = new Set([
  ...[
    'no',
    'not',
    'never',
    'without',
    'neither',
    'nor',
    "don't",
    "doesn't",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "weren't",
  ],
  ...["haven't", "hasn't", 'dont', 'doesnt', 'didnt', 'isnt'],
]);

/** The danger that callers tell of in any of the texts; what they deny doesn't count. Undefined where there is none. */
export function dangerIn(texts: readonly (string | undefined)[]): Danger | undefined {
  const clauses = texts.flatMap((text) => (text === undefined ? [] : clausesOf(text)));
  const told = dangers.find(
    (danger) => danger !== 'no_heat' && clauses.some((clause) => tells(clause, phrases[danger])),
  );
  if (told !== undefined) return told;
  const isCold = clauses.some((clause) => positionOf(clause, noHeat) !== undefined);
  return isCold && clauses.some((clause) => positionOf(clause, vulnerable) !== undefined)
    ? 'no_heat'
    : undefined;
}

type Clause = readonly string[];

function clausesOf(text: string): readonly Clause[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .split(/[.,;:!?\n()]|\bbut\b|\band\b/)
    .map((clause) => clause.split(/[^\p{L}\p{N}']+/u).filter((word) => word !== ''))
    .filter((clause) => clause.length > 0);
}

function tells(clause: Clause, wanted: readonly string[]): boolean {
  return wanted.some((phrase) => {
    const at = positionOf(clause, [phrase]);
    return at !== undefined && !isDenied(clause, at) && !isHarmless(clause, phrase);
  });
}

function isHarmless(clause: Clause, phrase: string): boolean {
  const goesOff = positionOf(clause, alarmed) !== undefined;
  if (detectors.includes(phrase)) return !goesOff && positionOf(clause, detectorWork) !== undefined;
  return !goesOff && positionOf(clause, harmless) !== undefined;
}

function isDenied(clause: Clause, at: number): boolean {
  for (let index = at - 1; index >= 0; index--) {
    const word = clause[index] ?? '';
    if (denials.has(word)) return true;
    if (!betweenDenial.has(word)) return false;
  }
  return false;
}

/** Where the first of the phrases that a clause has begins. */
function positionOf(clause: Clause, wanted: readonly string[]): number | undefined {
  for (const phrase of wanted) {
    const words = phrase.split(' ');
    const at = clause.findIndex((_, start) =>
      words.every((word, index) => isWord(clause[start + index], word)),
    );
    if (at !== -1) return at;
  }
  return undefined;
}

function isWord(said: string | undefined, wanted: string): boolean {
  if (said === undefined) return false;
  return wanted.endsWith('*') ? said.startsWith(wanted.slice(0, -1)) : said === wanted;
}
