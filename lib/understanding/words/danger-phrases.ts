import { phraseList } from '../../word-lists.ts';

/** A `*` at the end of a word matches any ending. */
export type Phrase = readonly string[];

const list = (text: string): readonly Phrase[] => phraseList(text).map((phrase) => phrase.split(' '));

/** Callers' names for carbon monoxide detectors. */
export const detectors = list(`
  carbon monoxide, monoxide, co alarm*, co detector*, co2 alarm*, co2 detector*, c o alarm*, c o detector*
`);

export const dangerPhrases = {
  gas: list(`
    gas smell, gas odor, gas leak*, leak* gas, gas is leak*, smell* gas, smell* like gas,
    smell* of gas, smell* some gas, smell* any gas, smell* the gas, smell* a gas, smell* natural gas,
    smell* propane, smell* like propane, smell* of propane, propane smell, propane odor, propane leak*,
    smell* like natural gas, smell* of natural gas, reek* of gas, odor of gas, rotten egg*, gas hissing, hissing gas,
    gas line is leak*, gas is escaping, gas in the house, huele a gas, olor a gas, fuga de gas
  `),
  carbon_monoxide: [...detectors, ...list('monóxido, monoxido, co level*, co is high')],
  fire: list(`
    on fire, caught fire, catch* fire, is a fire, there's a fire, have a fire, had a fire,
    electrical fire, started a fire, fire in the, flames, smoke, smoking, burning smell, burn* plastic,
    something burn*, something is burn*, something's burn*, wire* burn*, wires are burn*, smolder*,
    plastic burn*, rubber burn*, burn* rubber, hot smell, smell* hot, melted, charred, scorched,
    smell* burn*, smell* like burn*, smell* of burn*, smell* something burn*, burning odor, melting,
    humo, incendio
  `),
  electric: list(`
    spark, sparks, sparking, sparked, arcing, electric* shock*, got shocked, got a shock, shocked me,
    shocks me, gives me a shock, gave me a shock, shocking me, electrocut*, live wire*, exposed wire*,
    outlet is hot, outlet hot, outlet feels hot, outlet* getting hot, outlet is getting hot, outlet gets hot,
    switch is hot, switch is getting hot, panel is hot, panel is getting hot, breaker is hot, breaker is getting hot,
    bare wire*, downed wire*, shocked my, getting shocked, a zap, little zap, big zap, got zapped, get zapped,
    getting zapped, zapped me, zapped my, zaps me, downed power, downed line*, fallen wire*, power line* down, power line is down,
    power lines are down, power line fell, power line is hang*, wire is down, wires are down, wire came down, wires came down,
    pole is hanging, pole is down, pole came down, pole fell, chispas
  `),
  water: list(`
    flooding, flooded, floods, flood, sewage, water everywhere, gushing, water pouring, burst pipe*,
    pipe* burst, pipe* has burst, pipe* is burst, pipe* have burst, busted pipe*, pipe* busted, pipe* bursted, water is everywhere,
    water is pouring, pouring through, ceiling is coming down, water coming through the ceiling,
    water through the ceiling, inundación, inundacion, inundado, inundada
  `),
} as const;

/** In these phrases, words of danger are harmless. */
export const harmless = list(`
  flood light*, smoke detector*, smoke alarm*, fire alarm*, no spark, spark plug*, spark ignit*,
  sewage pump*, sewage ejector*, ice melting, snow melting, ice melted, snow melted, melted ice, melted snow, no smoking,
  fire extinguisher*, fire pit*, fire sprinkler*
`);

/** These words mean that a detector goes off. */
export const alarmed = list(`
  going off, went off, goes off, is on, sounding, is screaming, ringing, beeping, alarming,
  is alerting, keeps going, triggered, in the house, poisoning, leak*, high reading*, dizzy,
  headache*, nause*, sick
`);

/** Nobody requests this work on a detector while it goes off. */
export const detectorWork = list(`
  install*, replac*, new, battery, batteries, quote, estimate, test*, check*, inspect*, add, buy,
  is fine, is ok, is okay, is quiet, is silent
`);

/** These words say that what was wrong is over, or that an alarm only asks for a battery. */
export const over = list(`
  chirp*, once a minute, battery, batteries, stopped, shut off, shut it off, shut the water off, turned off, turned it off,
  valve off, water off, yesterday, last night, last week, ago
`);

/** Next to something in `burners`, these words report carbon monoxide. */
export const poisoned = list(`
  dizzy, lightheaded, light headed, nauseous, have headaches, has headaches, having headaches, got headaches,
  getting headaches, headaches when, headaches since
`);

export const burners = list('furnace*, heater*, boiler*, heat, heating, stove*, fireplace*, generator*');

/** Next to something in `powered`, these words report water on something live. */
export const wet = list(`
  water is, water in, water on, water inside, water near, water dripping, water leaking, water running, water coming,
  water getting, water got, dripping, drips, leaking, leaks, wet, soaked
`);

export const powered = list(`
  breaker panel, breaker box, fuse box, electric* panel, electric* box, electric* outlet*, main panel, light fixture*, light switch*,
  ceiling light*, the light*, on the outlet*, in the outlet*, into the outlet*
`);

export const noHeat = list(`
  no heat, without heat, no heating, heat isn't, heat doesn't, heat is not, heat's out, heat is out,
  heat went out, heat is off, furnace isn't, furnace doesn't, furnace is not, furnace is out,
  furnace is dead, furnace died, furnace quit, furnace stopped, furnace went out, furnace not,
  heater not, heater is out, heater is not, heater isn't, heater died, heater stopped, boiler is out,
  boiler not, boiler is not, boiler died, freezing in*, freezing cold, house is freezing,
  it's freezing, it is freezing, we're freezing, we are freezing, heat not working, not heating, won't heat,
  heat won't, heating is out, heating is not, heating not, lost heat
`);

/** The cold puts these people at risk. */
export const vulnerable = list(`
  infant*, baby, babies, newborn*, toddler*, elderly, senior citizen*, grandmother, grandfather,
  grandma, grandpa, old person, old man, old woman, old lady, old mother, old father, ill, sick, oxygen,
  copd, emphysema, heart condition, disabled, disability, pregnant, medical condition, hospice, dialysis, wheelchair, cancer
`);

/** These words state the age of a person, or of something in `agedThings`. */
export const aged = list('years old, year old, month old, months old, week old, weeks old');

export const agedThings = list(`
  furnace*, heater*, boiler*, unit*, system*, heat pump*, equipment, thermostat*, tank*, pump*, pipe*,
  ac, air condition*, compressor*, roof*, wiring, duct*, model*, trane, carrier, lennox,
  house*, home is, building*, filter*, radiator*, installed, it is, it's, they are, they're
`);

/** These people may be old, if a number of years is said as well. */
export const relatives = list(`
  mother, father, mom, dad, parent*, husband, wife, aunt, uncle, neighbor, tenant*, resident*, she, he
`);

/** A number beside these words is not an age. */
export const otherNumbers = list(`
  degrees, thermostat, set, wants it, keep* it, unit, apt, apartment, street, avenue, lives at, live at
`);

/** At these ages the cold is a danger. */
export const oldAges: ReadonlySet<string> = new Set(phraseList('seventy, eighty, ninety'));

/** These words may stand between a denial and what it denies: `no sign of smoke`, `I don't smell any gas`. */
export const betweenDenial: ReadonlySet<string> = new Set(
  phraseList(`
  a, an, any, the, see, seen, saw, smell, smelled, smelling, sign, signs, of, visible, actual,
  active, real, there, is, it, it's, was, been, be, like, notice, noticed, have, has, hear, longer,
  more, currently, actually, coming, from, feel, think, or, nor, smoke, gas, fire, sparks, flames, carbon, natural, strong,
  strange, propane, sparking, smoking, odor, leak, leaks, odd,
  flooding, burning, hay, olor
`),
);

export const denials: ReadonlySet<string> = new Set(
  phraseList(`
  no, not, never, without, neither, nor, nobody, nothing, don't, doesn't, didn't, isn't, aren't, wasn't, weren't,
  haven't, hasn't, can't, cannot, couldn't, dont, doesnt, didnt, isnt, denies, denied, deny, sin
`),
);
