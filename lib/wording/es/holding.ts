import type { Holding } from '../en/holding.ts';

const lookUp = {
  delayed: 'Sigo buscando. Gracias por esperar.',
  failed: 'En este momento no pude consultarlo.',
};

const write = (start: string) => ({
  start,
  delayed: 'Sigo en eso. Gracias por esperar.',
  failed: 'No pude confirmar si quedó. Permítame intentarlo otra vez.',
});

/** Functions have their names on platform one. */
export const holding: Holding = {
  check_availability: lookUp,
  hold_time: write('Un momento, se lo aparto.'),
  book_job: write('Un momento, lo anoto.'),
  reschedule_job: write('Un momento, cambio la cita.'),
  update_job: write('Un momento, lo agrego.'),
  wait_list: write('Un momento, lo anoto.'),
  cancel_job: write('Un momento, cancelo la cita.'),
  lookup_customer: lookUp,
  create_customer: write('Un momento, lo guardo.'),
  get_service_types: lookUp,
  get_business_hours: lookUp,
  take_message: write('Un momento, lo anoto.'),
  transfer_call: write('Déjeme ver quién le puede ayudar.'),
};
