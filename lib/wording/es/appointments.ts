import { callbacks } from './callbacks.ts';
import { people } from './company.ts';
import { aside, onDay, times } from './days-and-times.ts';
import { a, all, de, either } from './lists.ts';

/**
 * These sentences tell the results of changes. `when` is a day with its time: `el lunes 23 de noviembre a las nueve de la
 * mañana`.
 */
export const appointments = {
  at: (day: string, time: string) => onDay({ day, times: [time] }),
  within: (day: string, window: string) => `${aside(day)} ${window}`,
  withTechnician: (time: string, technician: string) => `${time} con ${technician}`,
  requestedTime: (time: string) =>
    `Le damos un rango de llegada, así que anoté que la prefiere ${times.when([time])}.`,
  /** `when` is a span: `a partir de las tres de la tarde`. */
  requestedSpan: (when: string) => `Anoté que la prefiere ${when}.`,
  booked: (service: string, when: string, technician: string) =>
    `Listo, su cita de ${service} es ${when} con ${technician}.`,
  bookedThen: (when: string, place?: string) =>
    `Listo, su cita es ${when}${place === undefined ? '' : `, en ${place}`}.`,
  atPlace: (service: string, place: string) => `${service} en ${place}`,
  alreadyBooked: (service: string, when: string, technician: string) =>
    `Ya tiene su cita de ${service} ${when} con ${technician}.`,
  moved: (service: string, from: string, to: string, technician: string) =>
    `Cambié su cita de ${service} ${de(from)} para ${to} con ${technician}.`,
  /** The times are those of one day: `a las nueve de la mañana`. */
  movedSameDay: (service: string, day: string, to: string, from: string, technician: string) =>
    `Su cita de ${service} ${de(day)} ahora es ${to} con ${technician}, en lugar de ${from}.`,
  otherTechnician: (service: string, when: string, technician: string, before: string) =>
    `A su cita de ${service} ${de(when)} irá ${technician} en lugar de ${before}.`,
  /** The technician calls this person, who opens the door. */
  callsOnSite: (name: string, mayChange: boolean) =>
    `El contacto ahí es ${name}${mayChange ? ', que también puede cambiar la cita' : ''}.`,
  visit: 'servicio',
  stays: (when: string) => `Su cita ${de(when)} sigue en pie.`,
  canceled: (appointment: string) => `${appointment} queda cancelada.`,
  stands: (appointment: string) => `${appointment} sigue en pie.`,
  yours: (service: string, when: string | undefined) =>
    when === undefined ? `Su cita de ${service}` : `Su cita de ${service} ${de(when)}`,
  anythingElse: '¿Algo más en que le pueda ayudar?',
  superseded: 'Esa cita ya no está agendada.',
  notBookedAgain: 'No agendé nada nuevo.',
  notFound: 'No encuentro ninguna cita próxima con el número desde el que llama.',
  bookOrPerson: 'Puedo agendar una nueva o comunicarle con alguien.',
  named: (service: string, when: string) => `${service} ${de(when)}`,
  nothingChanged: 'No cambié nada.',
  otherAddressNoted: 'Anoté la otra dirección para que la oficina la revise.',
  theAddressGiven: 'la dirección que venía con su solicitud',
};

/** These sentences ask about an existing visit when another one is requested. */
export const visits = {
  already: (service: string, when: string) => `Ya tiene una cita de ${service} ${when}.`,
  moveOrAnother: (time: string) =>
    `¿La cambio ${time.startsWith('de') ? `al horario ${time}` : a(time)}, o se trata de otra visita?`,
  sendOrAnother: (technician = 'otra persona') =>
    `¿Envío a ${technician} en su lugar, o se trata de otra visita?`,
  anotherOrCorrected: (place: string, when: string) =>
    `¿Es una segunda visita, en ${place}, o corrijo la dirección de la cita ${de(when)}?`,
  thatAddress: 'esa dirección',
};

/**
 * These sentences say what was added to a visit: a service with its day and time, such as `AC Repair del lunes 23 de
 * noviembre a las nueve de la mañana`.
 */
export const details = {
  noted: (service: string, when: string | undefined) =>
    when === undefined
      ? `Lo agregué a su cita de ${service}.`
      : `Ya lo agregué. Su cita de ${service} ${de(when)} sigue en pie.`,
  address: (visit: string, street: string) => `Su cita de ${visit} ahora es en ${street}.`,
  forOffice: (visit: string) =>
    `Ya falta muy poco para su cita de ${visit}, así que lo anoté para que la oficina lo revise.`,
  otherAddress: (visit: string) => `Cambié la dirección de su cita de ${visit}.`,
  askWhat: '¿Qué quiere que agregue o corrija?',
};

/** Each missing detail has the words that follow "¿Me podría decir", and a question. */
export const needed: ReadonlyMap<string, { readonly thing: string; readonly question: string }> = new Map([
  ['date', { thing: 'el día', question: '¿Qué día le conviene?' }],
  ['time', { thing: 'la hora', question: '¿A qué hora le conviene?' }],
  ['serviceType', { thing: 'qué servicio necesita', question: '¿Con qué le podemos ayudar?' }],
  ['address', { thing: 'la dirección', question: '¿Cuál es la dirección?' }],
  ['customerName', { thing: 'su nombre', question: people.yourName }],
  ['customerPhone', { thing: 'un número de teléfono', question: callbacks.askNumber }],
  ['zip', { thing: 'el código postal', question: '¿Cuál es el código postal de ahí?' }],
]);

export const stillNeeded = (things: readonly string[]): string => `¿Me podría decir ${all(things)}?`;

export const incompletePhone = [
  'Ese número de teléfono no parece completo.',
  '¿Me lo puede decir con el código de área?',
];

/** These sentences are about held times. `when` is a day with its time. */
export const holds = {
  held: (when: string) => `Le aparté un espacio para ${when}.`,
  heldMinutes: (when: string) => `Por unos minutos le aparté un espacio para ${when}.`,
  heldBriefly: (when: string) => `Por un momento le aparté un espacio para ${when}.`,
  until: (time: string) => `apartado hasta ${time}`,
  cantHold: 'No puedo apartarle un espacio, pero puedo agendarle uno ahora mismo.',
  limit: 'No puedo apartarle otro espacio, pero puedo agendarle uno ahora mismo.',
  released: 'Ese espacio ya no está apartado.',
  notBooked: 'Ese espacio no estaba agendado, y ya no está apartado.',
  callEnded: 'La llamada ya terminó, así que no hay ningún espacio apartado.',
};

export const whichAppointment = {
  onlyOne: (appointment: string) => `Solo tengo una cita suya: ${appointment}.`,
  bookedByOther: (appointment: string) => `Con su número, otra persona agendó esta cita: ${appointment}.`,
  thatOne: '¿Es esa?',
  othersBooked: 'Otra persona agendó citas con su número.',
  whichOne: (appointments: readonly string[]) => `¿A cuál se refiere: ${either(appointments)}?`,
  anotherOne: 'otra',
  withoutTime: (service: string) => `${service}, que todavía no tiene hora`,
  heldTime: (when: string) => `el espacio apartado para ${when}`,
};
