import type { Danger } from '../../accounts/account.ts';

const fire = 'If you see fire or smoke, leave and call 911.';
const gas = 'Get everyone outside now and call 911 from there.';

/** Callers in danger hear these sentences, unless the account has its own instructions. */
export const safety: Readonly<Record<Danger, string>> = {
  gas,
  carbon_monoxide: gas,
  fire,
  electric: fire,
  water: 'If you can, close the main water valve.',
  no_heat: 'If anyone is in danger from the cold, call 911.',
};
