import type { Danger } from '../../accounts/account.ts';

const fire = 'Si ve fuego o humo, salga y llame al 911.';
const gas = 'Salgan todos ahora mismo y llamen al 911 desde afuera.';

/** Callers in danger hear these sentences, unless the account has its own instructions. */
export const safety: Readonly<Record<Danger, string>> = {
  gas,
  carbon_monoxide: gas,
  fire,
  electric: fire,
  person_hurt: 'Si hay alguien herido, llame al 911 ahora mismo.',
  water: 'Si puede, cierre la llave principal del agua.',
  no_heat: 'Si alguien corre peligro por el frío, llame al 911.',
};

/** Callers are asked this if only their words, and not the model, report a danger. */
export const dangerQuestions: Readonly<Record<Danger, string>> = {
  gas: '¿Huele a gas en este momento?',
  carbon_monoxide: '¿La alarma está sonando ahora, o es un pitido cada minuto?',
  fire: '¿Ve humo o llamas ahora, o es solo un olor?',
  electric: '¿Hay algo que eche chispas o humo en este momento?',
  person_hurt: '¿Hay alguien herido?',
  water: '¿Sigue saliendo agua, o ya está cerrada?',
  no_heat: '¿Alguien ahí corre peligro por el frío en este momento?',
};
