import type { Danger } from '../../accounts/account.ts';

const fire = 'If you see fire or smoke, leave and call 911.';
const gas = 'Get everyone outside now and call 911 from there.';

/** Callers in danger hear these sentences, unless the account has its own instructions. */
export const safety: Readonly<Record<Danger, string>> = {
  gas,
  carbon_monoxide: gas,
  fire,
  electric: fire,
  person_hurt: 'If anyone is hurt, call 911 now.',
  water: 'If you can, close the main water valve.',
  no_heat: 'If anyone is in danger from the cold, call 911.',
};

/** Callers are asked this if only their words, and not the model, report a danger. */
export const dangerQuestions: Readonly<Record<Danger, string>> = {
  gas: 'Do you smell gas right now?',
  carbon_monoxide: 'Is the alarm sounding now, or is it one chirp a minute?',
  fire: 'Do you see smoke or flames now, or is it only a smell?',
  electric: 'Is anything sparking or smoking right now?',
  person_hurt: 'Is anyone hurt?',
  water: 'Is the water still running, or is it shut off?',
  no_heat: 'Is anyone there at risk from the cold right now?',
};
