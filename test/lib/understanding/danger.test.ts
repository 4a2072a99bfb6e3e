import { describe, expect, it } from '@jest/globals';
import { dangerIn } from '../../../lib/understanding/danger.ts';
import { understandUrgency } from '../../../lib/understanding/urgency.ts';
import {
  aged,
  dangerPhrases,
  oldAges,
  poisoned,
  powered,
  vulnerable,
} from '../../../lib/understanding/words/danger-phrases.ts';

describe('a danger', () => {
  it.each([
    ['I smell gas in the basement', 'gas'],
    ['it smells like rotten eggs', 'gas'],
    ['gas leak', 'gas'],
    ['there might be a gas leak, not sure', 'gas'],
    ["I'm not sure, but I smell gas", 'gas'],
    ['carbon monoxide alarm going off', 'carbon_monoxide'],
    ['my CO detector keeps beeping', 'carbon_monoxide'],
    ['the furnace is smoking', 'fire'],
    ['heat not working smoke coming out of the vent', 'fire'],
    ['smoke is coming from the panel', 'fire'],
    ["there's a burning smell from the outlet", 'fire'],
    ['smoke alarm is going off', 'fire'],
    ['the outlet is sparking', 'electric'],
    ['I got shocked by the switch', 'electric'],
    ['the basement is flooding', 'water'],
    ["we can't stop the flooding", 'water'],
    ['burst pipe in the kitchen', 'water'],
    ['sewage is backing up', 'water'],
    ['no heat and we have a newborn', 'no_heat'],
    ['furnace is out. My mother is 88 years old', 'no_heat'],
    ['No heat, someone here is on oxygen', 'no_heat'],
    ['no heat, my mother is 90', 'no_heat'],
    ['no heat and my husband just turned eighty', 'no_heat'],
    ['heat is out, two year old at home', 'no_heat'],
    ['smoke and sparks from the furnace, smells like gas', 'gas'],
    ['there was no smoke then smoke came out', 'fire'],
    ['Carbon monoxide alarm: going off', 'carbon_monoxide'],
    ['I smell gas: yes', 'gas'],
    ['huele a gas en la cocina', 'gas'],
    ['no it smells like gas', 'gas'],
    ['no there is smoke', 'fire'],
    ['no heat, gas smell', 'gas'],
    ['no, gas smell or smoke in the hall', 'gas'],
    ['smells like propane', 'gas'],
    ['reeks of gas', 'gas'],
    ['the wires are burning', 'fire'],
    ['pipe bursted', 'water'],
    ['water is everywhere', 'water'],
    ['the CO level is high', 'carbon_monoxide'],
    ['C.O. alarm going off', 'carbon_monoxide'],
    ['house is freezing and I have a baby', 'no_heat'],
    ['there is no heat and my husband has COPD', 'no_heat'],
    ['the CO2 detector is going off', 'carbon_monoxide'],
    ['both CO detectors are beeping', 'carbon_monoxide'],
    ['everyone feels dizzy and has headaches when the heater runs', 'carbon_monoxide'],
    ['the outlet is getting hot and it smells like plastic burning', 'fire'],
    ['there is a hot smell from the panel', 'fire'],
    ['the outlet melted', 'fire'],
    ['the outlet is hot to the touch', 'electric'],
    ['I checked, and the CO detector is beeping', 'carbon_monoxide'],
    ['furnace stopped and its 50 degrees in here with a 3 week old', 'no_heat'],
    ['got a little zap from the light switch', 'electric'],
    ['my wife got zapped by the dryer plug', 'electric'],
    ['outside wire from the pole is hanging down', 'electric'],
    ['a power line is down in the yard', 'electric'],
    ['water is dripping on the breaker panel', 'electric'],
    ['water leaking through the light fixture in the kitchen', 'electric'],
    ['the electrical panel got wet', 'electric'],
  ])('is recognized: %s', (text, danger) => {
    expect(dangerIn([text])).toBe(danger);
  });

  it.each([
    'no heat, the furnace is 20 years old',
    'no heat, the AC is 15 years old',
    'no heat, 20 year old Trane',
    'no heat, my husband set the thermostat to 72',
    'no heat, she wants it at 70',
    'no heat, the thermostat is a week old',
    'the breaker for the water heater keeps tripping',
    'leaking faucet and a dead outlet',
    'AC leaking water breaker keeps tripping',
    'no water near the electrical panel',
    'install a light switch in the bathroom, it is not wet there',
    'new service from the pole to the house',
    'no heat, the tenant is in apartment 82',
    'the AC is freezing up and I have a baby',
    'No smoke, gas, or sparks',
    'denies gas smell, smoke or sparks',
    'it is not sparking or smoking',
    'no carbon monoxide',
    'nobody smells gas',
    'nothing smells like gas',
    'gas smell: none reported',
    'gas smell: false',
    'I have a fire extinguisher',
    'no heat, it is a 12 year old boiler',
    'no heat, my husband replaced the filter 2 weeks ago',
    'there is no smoke',
    'no smoke',
    "I don't smell gas",
    "I don't smell any gas",
    'no sign of smoke or fire',
    'no gas smell',
    'it is not on fire',
    'Gas smell: no. Smoke: none.',
    'Do you smell gas? No',
    'caller denies any gas smell',
    "we can't smell gas",
    'the CO detector is not going off',
    "checked the CO detector, it's fine, not beeping",
    'the CO detector is quiet',
    'nobody is dizzy, but the furnace is loud',
    'I get dizzy on ladders, so the filter of the AC was never changed',
    'the water is not hot to the touch',
    'the snow melted on the heat pump',
    'no huele a gas',
    'ice melting on the coil',
    'gas furnace tune-up',
    'gas water heater repair',
    'install a new carbon monoxide detector',
    'replace smoke detectors',
    'flood light install',
    'fireplace cleaning',
    'the furnace fires up and then stops',
    'furnace has no spark',
    'no heat',
    'the baby is fine',
    '',
  ])('is not recognized: %s', (text) => {
    expect(dangerIn([text])).toBeUndefined();
  });

  it.each(
    Object.entries(dangerPhrases).flatMap(([danger, phrases]) =>
      phrases.map((phrase) => [phrase.join(' ').replaceAll('*', ''), danger]),
    ),
  )('is found behind other words: %s', (phrase, danger) => {
    expect(dangerIn([`It is urgent: we have ${phrase}`])).toBe(danger);
  });

  const plain = (phrases: readonly (readonly string[])[]) =>
    phrases.map((phrase) => phrase.join(' ').replaceAll('*', ''));

  it.each([
    ...plain(vulnerable).map((person) => [`no heat, ${person}`, 'no_heat'] as const),
    ...plain(aged).map((age) => [`no heat, 2 ${age}`, 'no_heat'] as const),
    ...[...oldAges].map((age) => [`no heat, my mother is ${age}`, 'no_heat'] as const),
    ...plain(powered).map((device) => [`it drips ${device}`, 'electric'] as const),
    ...plain(poisoned).map((symptom) => [`the boiler is on, ${symptom}`, 'carbon_monoxide'] as const),
  ])('is found in what is only dangerous together: %s', (text, danger) => {
    expect(dangerIn([text])).toBe(danger);
  });

  it('is found across the texts of one request', () => {
    expect(dangerIn(['Heating Repair', 'no heat', 'elderly couple'])).toBe('no_heat');
    expect(dangerIn(['Heating Repair', 'I smell gas'])).toBe('gas');
  });
});

describe('urgency in any words', () => {
  it.each([
    ['emergency', 'emergency'],
    ['Emergency!', 'emergency'],
    ['emergencia', 'emergency'],
    ['CRITICAL', 'emergency'],
    ['life-threatening', 'emergency'],
    ['urgent', 'urgent'],
    ['ASAP', 'urgent'],
    ['high', 'urgent'],
    ['today', 'urgent'],
    ['routine', 'routine'],
    ['Normal', 'routine'],
    ['not an emergency', 'routine'],
    ['non-urgent', 'routine'],
    ['purple', undefined],
    ['pretty high', 'urgent'],
    ['no es emergencia', 'routine'],
    ['', undefined],
  ])('%j is %s', (text, urgency) => {
    expect(understandUrgency(text)).toBe(urgency);
  });
});
