import { company } from './company.ts';

/** Each message says what happened, then what comes next. */
export const faults = {
  unknown_function: ['Eso no lo puedo hacer desde aquí.', '¿Quiere hablar con alguien?'],
  unknown_account: company.notSetUp,
  assistant_id_missing: company.notSetUp,
  temporarily_unavailable: [
    'No pude cambiar nada en este momento, porque la agenda no responde.',
    'Permítame intentarlo de nuevo.',
  ],
  outcome_unknown: [
    'No pude confirmar si se guardó.',
    'Permítame intentarlo una vez más; no se va a guardar dos veces.',
  ],
  internal: ['Tuvimos un problema de nuestro lado.', '¿Quiere hablar con alguien?'],
};

/** Look-ups and messages to the office answer `temporarily_unavailable` with these sentences. */
export const unavailable = {
  notLookedUp: [
    'No pude consultarlo en este momento, porque nuestro sistema no responde.',
    'Permítame intentarlo de nuevo.',
  ],
  notNoted: 'No pude anotarlo en este momento, así que en la oficina todavía nadie lo sabe.',
  reachOffice: (number: string) => `Puede llamar a la oficina al ${number}.`,
  tryLater: 'Por favor, inténtelo de nuevo en unos minutos.',
};
