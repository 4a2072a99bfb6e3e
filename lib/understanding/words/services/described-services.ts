import type { ServiceType } from '../../../accounts/account.ts';
import { wordsOf } from '../../../accounts/service-names.ts';
import { oneLine } from '../../../normalized.ts';

/** A description has at most this many characters, and fewer in a long list. */
const MAX_DESCRIPTION = 120;
/** All descriptions together have at most as many characters as those of this many services. */
const MOST_IN_FULL = 40;
const MIN_DESCRIPTION = 30;
/** The part about what doesn't belong to a service has at most this many. */
const MAX_EXCLUSIONS = 50;

const serviceKinds = ['estimate', 'member', 'maintenance', 'install', 'repair'] as const;
type ServiceKind = (typeof serviceKinds)[number];

/** The first kind whose words stand in a name is the service's; a name without any means repairs. */
const kindWords: readonly (readonly [ServiceKind, RegExp])[] = [
  ['estimate', /\b(?:estimates?|quotes?|bids?|consult\w*|proposals?|assessments?)\b/],
  ['member', /\b(?:clubs?|members?|membership|(?:service|maintenance|care) plans?)\b/],
  ['maintenance', /\b(?:tune ?ups?|maintenance|check ?ups?|checks?|inspections?|seasonal|annual|flush\w*)\b/],
  ['repair', /\b(?:repairs?|clean\w*|clear\w*|unclog\w*)\b/],
  ['install', /\b(?:install\w*|replac\w*|new|upgrades?|conversions?|setup)\b/],
];

interface Subject {
  /** Words of a name that mean this subject. */
  readonly words: RegExp;
  /** Names the subject in the description of another service. */
  readonly short: string;
  /** Callers take this subject for that one. */
  readonly like?: string;
  /**
   * Words of a name that mean all of a trade, whose new things are no work of their own. Other words mean a part of it, so
   * the callers' phrases count only if they share a word with the name.
   */
  readonly trade?: RegExp;
  /** True if a service for the whole doesn't always include this part. */
  readonly isExtra?: true;
  /** The subject of which this one is a part. */
  readonly within?: string;
  /** Callers' phrases, the most telling first, by the kind of the service. */
  readonly said: Readonly<Partial<Record<ServiceKind, string>>>;
}

/** What companies of these trades mean by their services. A name has the first subject whose words it contains. */
const subjects: Readonly<Record<string, Subject>> = {
  spring: {
    words: /\b(?:torsion|extension|door|broken) springs?\b|\bsprings? (?:repair|replacement|service)\b/,
    short: 'broken spring',
    within: 'garage door',
    like: 'opener',
    said: { repair: "a loud bang, the door is very heavy or won't open, the opener strains" },
  },
  opener: {
    words: /(?<!\bgate )\bopeners?\b/,
    short: 'opener, remote, keypad',
    within: 'garage door',
    like: 'spring',
    said: {
      repair: 'remote, clicker, keypad or wall button dead, motor hums or runs but nothing moves',
      install: 'a new opener, the old one replaced, a phone app',
    },
  },
  'garage door': {
    words: /\b(?:garage|overhead|roll ?up) doors?\b/,
    short: 'garage door',
    said: {
      repair: "off track, crooked, noisy, slams, stuck, bent panel, cable or roller, won't close",
      maintenance: 'greasing and balancing a noisy door',
      install: 'a new door',
      estimate: 'the price of a new door',
    },
  },
  'water heater': {
    words: /\b(?:water heaters?|hot water|tankless)\b/,
    short: 'water heater',
    within: 'plumbing',
    said: {
      repair: 'no or too little hot water, tank leaks, pops or rumbles, pilot goes out',
      maintenance: 'flushing or descaling',
      install: 'a new tank or tankless water heater, the old one removed',
    },
  },
  drain: {
    words: /\b(?:drains?|sewers?|rooter|hydro ?jet\w*)\b/,
    short: 'clogged drain',
    within: 'plumbing',
    said: {
      repair: 'slow, clogged or backed-up sink, tub, toilet or floor drain, main line, gurgling',
    },
  },
  pump: {
    words: /\b(?:sump|well|ejector) pumps?\b/,
    short: 'sump pump',
    within: 'plumbing',
    said: { repair: "pump won't start or never stops, water in the basement", install: 'a new pump' },
  },
  'water treatment': {
    words: /\b(?:softeners?|water filters?|filtration|reverse osmosis)\b/,
    short: 'water softener',
    within: 'plumbing',
    isExtra: true,
    said: { repair: 'hard water, softener uses no salt or leaks', install: 'a new softener or filter' },
  },
  plumbing: {
    words: /\b(?:plumb\w*|pipes?|leaks?|toilets?|faucets?|fixtures?)\b/,
    short: 'plumbing',
    trade: /\bplumb\w*/,
    said: {
      repair: 'leak, drip, toilet runs, faucet, disposal, low pressure, burst or frozen pipe, water stain',
      install: 'a new faucet, toilet, sink or disposal',
    },
  },
  'ev charger': {
    words: /\b(?:ev|car|tesla|electric vehicle) charg\w*\b|\bcharging station\b/,
    short: 'car charger',
    within: 'electrical',
    isExtra: true,
    said: {
      install: 'a charger at home for any electric car, its circuit',
      repair: "car charger won't charge",
    },
  },
  panel: {
    words: /\b(?:electric\w*|breaker|main|service) panels?\b|\bpanel upgrades?\b/,
    short: 'new panel',
    within: 'electrical',
    isExtra: true,
    said: {
      repair: 'panel hums, burns or is full',
      install: 'a bigger or new breaker panel',
      estimate: 'the price of a bigger or new breaker panel',
    },
  },
  generator: {
    words: /\bgenerators?\b/,
    short: 'generator',
    within: 'electrical',
    isExtra: true,
    said: {
      repair: "standby generator won't start or shows an error, its check",
      install: 'a new generator',
    },
  },
  lighting: {
    words: /\b(?:light\w*|chandeliers?|ceiling fans?)\b/,
    short: 'new lights or fans',
    trade: /\blight\w*/,
    within: 'electrical',
    isExtra: true,
    said: {
      repair: 'light flickers or stays dark',
      install: 'new or swapped light, recessed lights, chandelier, ceiling fan',
    },
  },
  electrical: {
    words: /\b(?:electric\w*|outlets?|wiring|breakers?|circuits?)\b/,
    short: 'electrical',
    trade: /\belectric\w*/,
    said: {
      repair: 'dead or new outlet, GFCI, breaker trips, half the house dark, switch, lights flicker, wiring',
      install: 'new outlets, circuits or wiring',
    },
  },
  thermostat: {
    words: /\bthermostats?\b/,
    short: 'new thermostat',
    within: 'heating',
    isExtra: true,
    said: { repair: 'thermostat blank or wrong', install: 'a new thermostat put in, Nest, ecobee' },
  },
  duct: {
    words: /\bducts?\b|\bair quality\b|\bhumidifiers?\b|\bpurifiers?\b/,
    short: 'ducts',
    within: 'hvac',
    isExtra: true,
    said: {},
  },
  'mini split': {
    words: /\b(?:mini ?splits?|ductless)\b/,
    short: 'mini split',
    within: 'hvac',
    isExtra: true,
    said: {
      repair: 'the wall unit neither cools nor heats, drips or blinks',
      maintenance: 'cleaning of the wall units',
      install: 'a new ductless unit',
    },
  },
  cooling: {
    words: /\b(?:ac|air con\w*|cooling|coolers?)\b/,
    short: 'cooling',
    within: 'hvac',
    said: {
      repair: 'not cooling, blows warm, weak or no air, drips water, ice on it, outside unit silent',
      maintenance: 'yearly check of the cooling before summer',
      install: 'a new air conditioner',
      estimate: 'the price of a new air conditioner',
    },
  },
  boiler: {
    words: /\b(?:boilers?|radiators?|hydronic)\b/,
    short: 'boiler, radiators',
    within: 'heating',
    said: {
      repair: 'cold radiators, boiler leaks or loses pressure, banging pipes',
      maintenance: 'yearly check of the boiler',
      install: 'a new boiler',
    },
  },
  'heat pump': {
    words: /\bheat pumps?\b/,
    short: 'heat pump',
    within: 'heating',
    said: {
      repair: 'heat pump blows cold, ices up or never stops',
      maintenance: 'check of the heat pump',
      install: 'a new heat pump',
    },
  },
  heating: {
    words: /\b(?:heat|heating|heaters?|furnaces?|winter)\b/,
    short: 'heating',
    within: 'hvac',
    said: {
      repair: "no heat, blows cold, won't light, goes on and off, bangs, cold radiators, thermostat blank",
      maintenance: 'yearly check of the heating before winter',
      install: 'a new furnace or heat pump',
      estimate: 'the price of a new furnace or heat pump',
    },
  },
  hvac: {
    words: /\b(?:hvac|systems?|comfort|heating and (?:air|cooling))\b/,
    short: 'heating and cooling',
    said: {
      repair: 'no heat, not cooling, weak or no air, strange noise, thermostat blank',
      maintenance: 'spring or fall check of heating and cooling, filters',
      install: 'a new furnace or air conditioner or heat pump',
      estimate: 'the price of a new furnace or air conditioner or heat pump',
    },
  },
};

/** What a service of a kind means, whatever its subject. */
const saidOfKind: Readonly<Partial<Record<ServiceKind, string>>> = {
  estimate: 'a price for something new or a bigger job',
  member: "the visit that a member's plan includes",
};

interface Reading {
  readonly service: ServiceType;
  readonly kind: ServiceKind;
  /** Undefined for a trade that the table doesn't have. */
  readonly subject: string | undefined;
  /** True if a new one belongs to the service, too. */
  readonly installs: boolean;
  /** True if the service may also be a check of something that works. */
  readonly maintains: boolean;
}

export interface DescribedService {
  readonly name: string;
  /** Says what belongs to the service and what doesn't, in at most 120 characters; empty if nothing is known. */
  readonly description: string;
}

/**
 * Describes the services of an account for a model that chooses one of them: in the company's own words, filled up with
 * those of its trade, and with what tells services apart that read alike.
 */
export function describedServices(
  services: readonly ServiceType[],
  notOffered: readonly string[] = [],
): readonly DescribedService[] {
  const readings = services.map(readingOf);
  const share = Math.floor((MOST_IN_FULL * MAX_DESCRIPTION) / services.length);
  const most = Math.max(MIN_DESCRIPTION, Math.min(MAX_DESCRIPTION, share));
  return readings.map((one) => {
    const others = readings.filter((other) => other !== one);
    return { name: oneLine(one.service.name), description: describe(one, others, { notOffered, most }) };
  });
}

/** Returns pairs of services that nothing but their names tells apart. */
export function servicesAlike(
  services: readonly ServiceType[],
): readonly (readonly [ServiceType, ServiceType])[] {
  const plainOnes = services
    .filter(({ description, symptoms = [] }) => description === undefined && symptoms.length === 0)
    .map(readingOf);
  return plainOnes.flatMap((one, index) =>
    plainOnes
      .slice(index + 1)
      .filter((other) => isAlike(one, other))
      .map((other) => [one.service, other.service] as const),
  );
}

function isAlike(one: Reading, other: Reading): boolean {
  const said = one.subject === undefined ? undefined : subjects[one.subject]?.said[one.kind];
  const isSame = one.subject === other.subject && one.kind === other.kind;
  return said !== undefined && isSame && !isNarrow(one) && !isNarrow(other);
}

const plain = (text: string): string =>
  wordsOf(text)
    .join(' ')
    .replace(/\b(tune|check)up\b/g, '$1 up');

function readingOf(service: ServiceType): Reading {
  const name = plain(service.name);
  const { skills, aliases } = service;
  const named = kindWords.filter(([, words]) => words.test(name)).map(([kind]) => kind);
  const subject = subjectIn(name) ?? subjectIn([...aliases, ...skills].map(plain).join(', '));
  const { within, said = {} } = (subject === undefined ? undefined : subjects[subject]) ?? {};
  const [first = 'repair'] = named;
  // A part is replaced because it is broken.
  const kind = first === 'install' && said.install === undefined ? 'repair' : first;
  const isWhole = named.length === 0 && within === undefined;
  return {
    service,
    kind,
    subject,
    installs: kind === 'install' || isWhole || named.includes('install'),
    maintains: named.length === 0,
  };
}

const subjectIn = (text: string): string | undefined =>
  Object.entries(subjects).find(([, { words }]) => words.test(text))?.[0];

interface Limits {
  readonly notOffered: readonly string[];
  /** The description has at most this many characters. */
  readonly most: number;
}

function describe(one: Reading, others: readonly Reading[], { notOffered, most }: Limits): string {
  const { service, subject, kind, installs, maintains } = one;
  const { description, symptoms = [], aliases, name } = service;
  const exclusions = most < MAX_DESCRIPTION ? '' : joined(exclusionsOf(one, others), MAX_EXCLUSIONS);
  const end = exclusions === '' ? '' : `; not: ${exclusions}`;
  const said: Subject['said'] = (subject === undefined ? undefined : subjects[subject]?.said) ?? {};
  const named = stemsIn(name);
  const ofKind = itemsOf(said[kind] ?? saidOfKind[kind]);
  const own = isNarrow(one)
    ? ofKind.filter((item) => stemsIn(item).some((stem) => named.includes(stem)))
    : ofKind;
  const items = [
    ...(description === undefined ? [] : [description.replace(/\.$/, '')]),
    ...symptoms,
    ...own.slice(0, 3),
    ...aliases.map((alias) =>
      alias.replace(/ (?:repair|service|install(?:ation)?|replacement|maintenance)$/i, ''),
    ),
    ...(kind === 'repair' && !isNarrow(one) ? partsOf(subject, others) : []),
    ...own.slice(3),
    ...(kind === 'repair' && maintains ? itemsOf(said.maintenance) : []),
    ...(kind === 'repair' && installs && !isNarrow(one) ? itemsOf(said.install) : []),
  ];
  const refused = notOffered.map(plain).filter((no) => no !== '');
  const offered = items.map(oneLine).filter((item) => !refused.some((no) => plain(item).includes(no)));
  const told = joined(offered, most - end.length, name);
  return told === '' ? end.replace('; ', '') : `${told}${end}`;
}

/** True if the name is about a part of a trade that has no words of its own here. */
function isNarrow({ service, subject }: Reading): boolean {
  const trade = subject === undefined ? undefined : subjects[subject]?.trade;
  return trade !== undefined && !trade.test(plain([service.name, ...service.aliases].join(', ')));
}

/** Returns the parts of a subject that no other service of the account is for. */
const partsOf = (subject: string | undefined, others: readonly Reading[]): readonly string[] =>
  Object.entries(subjects)
    .filter(([part, { within, isExtra }]) => {
      return (
        within !== undefined &&
        within === subject &&
        !isExtra &&
        others.every((other) => other.subject !== part)
      );
    })
    .flatMap(([, { short }]) => itemsOf(short));

const itemsOf = (text = ''): readonly string[] => text.split(', ');

/** Names what belongs to other services that read like this one. */
function exclusionsOf(one: Reading, others: readonly Reading[]): readonly string[] {
  const { subject, kind, installs, maintains } = one;
  const like = others.filter((other) => isRelated(one, other));
  const has = (other: ServiceKind) => like.some(({ kind: its }) => its === other);
  const generalEstimate = others.some((other) => other.kind === 'estimate' && other.subject === undefined);
  if (kind === 'estimate' || kind === 'member') return has('repair') ? ['something broken'] : [];
  if (kind === 'maintenance')
    return [
      ...(has('repair') ? ['something broken'] : []),
      ...(others.some((other) => other.kind === 'member') ? ["a member's visit"] : []),
    ];
  const isNewElsewhere = has('install') || has('estimate') || generalEstimate;
  const own = subject === undefined ? undefined : subjects[subject];
  if (isNarrow(one)) return [];
  const elsewhere = others.flatMap((other) => {
    const theirs = other.subject === undefined ? undefined : subjects[other.subject];
    const isPart = theirs?.within !== undefined && theirs.within === subject;
    if (theirs === undefined || !(isPart || other.subject === own?.like)) return [];
    return itemsOf(other.kind === 'repair' ? theirs.short.replace(/^new /, '') : theirs.short).filter(
      (item) => !own?.said.repair?.includes(item),
    );
  });
  if (kind === 'install')
    return like.some((other) => other.kind === 'repair' && other.subject === subject)
      ? ['something broken']
      : [];
  return [
    ...elsewhere,
    ...(has('maintenance') && !maintains && own?.said.maintenance ? ['a yearly check'] : []),
    ...(isNewElsewhere && !installs && !own?.trade && own?.said.install ? ['a new one'] : []),
  ];
}

/** True if two services may be taken for each other: of one subject, or of a whole and its part. */
const isRelated = ({ subject: one }: Reading, { subject: other }: Reading): boolean =>
  one !== undefined &&
  other !== undefined &&
  (one === other || subjects[one]?.within === other || subjects[other]?.within === one);

/** Joins as many items as fit, without those that say nothing new. */
function joined(items: readonly string[], most: number, known = ''): string {
  let text = '';
  for (const item of items) {
    const heard = stemsIn(`${known} ${text}`);
    const isNew = stemsIn(item).some((word) => word !== '' && !SILENT.test(word) && !heard.includes(word));
    const longer = text === '' ? item : `${text}, ${item}`;
    if (!isNew) continue;
    if (longer.length <= most) text = longer;
    else if (text === '') text = `${item.slice(0, most - 1).trimEnd()}…`;
  }
  return text;
}

const stemsIn = (text: string): readonly string[] =>
  plain(text)
    .split(' ')
    .map((word) => word.replace(/s$/, ''));

/** These words say nothing new about a service. */
const SILENT =
  /^(?:a|an|the|of|or|and|is|it|in|on|my|new|repair|service|install|installation|replacement|maintenance|quote|estimate|consultation|visit|electrician|plumber|conditioning|conditioner)$/;
