import type { LocalDate } from '../../scheduling/calendar.ts';
import {
  aside,
  begin,
  onDay,
  onWeekdays,
  type SpokenDay,
  speakDate,
  times as spoken,
  times,
} from './days-and-times.ts';
import { a, all, de } from './lists.ts';

const AS_FAR = 'en las fechas que tenemos abiertas';

const at = (day: string, time: string): string => onDay({ day, times: [time] });

/** These sentences say what is free. `day` is a spoken date. */
export const openings = {
  oneDay: (day: string, service: string, times: readonly string[]) =>
    `Para ${service} puedo ofrecerle ${onDay({ day, times })}.`,
  oneDayWith: (day: string, service: string, technician: string, times: readonly string[]) =>
    `Para ${service}, ${technician} puede ir ${onDay({ day, times })}.`,
  severalDays: (service: string, days: readonly SpokenDay[]) =>
    `Para ${service} puedo ofrecerle ${days.map(onDay).join(', o ')}.`,
  severalDaysWith: (service: string, technician: string, days: readonly SpokenDay[]) =>
    `Para ${service}, ${technician} puede ir ${days.map(onDay).join(', o ')}.`,
  earliest: (day: string, time: string) => `Lo más pronto es ${at(day, time)}.`,
  earliestWith: (day: string, time: string, technician: string) =>
    `Lo más pronto con ${technician} es ${at(day, time)}.`,
  also: (times: readonly string[], days: readonly SpokenDay[]) =>
    `También tengo ${[...(times.length === 0 ? [] : [spoken.when(times)]), ...days.map(onDay)].join(', o ')}.`,
  /** A window promises less than the wish. `when` is a span: `a partir de las tres de la tarde`. */
  willNote: (when: string) => `Voy a anotar que la prefiere ${when}.`,
  willNoteTime: (time: string) => `No le puedo asegurar que sea ${times.when([time])}, pero lo anoto.`,
  /** The latest comes first. */
  latest: (day: string, time: string) => `Lo más tarde es ${at(day, time)}.`,
  notTaken: (words: string) => `No pude tomar en cuenta "${words}".`,
  whichOne: '¿Cuál le conviene más?',
  thatOne: '¿Le conviene?',
  cutTo: (days: number) => `Revisé los primeros ${days} días.`,
  /** Times without a day are on the requested one. */
  offer: (days: readonly { readonly day?: string | undefined; readonly times: readonly string[] }[]) =>
    `Puedo ofrecerle ${days.map(({ day, times }) => (day === undefined ? spoken.when(times) : onDay({ day, times }))).join(', o ')}.`,
};

export const technicians = {
  unknownWillCome: (name: string) => `No encuentro a esa persona en nuestro equipo, así que irá ${name}.`,
};

export const todayIs = (today: LocalDate): string => `Hoy es ${speakDate(today, today).slice('el '.length)}.`;

/**
 * These sentences say why nothing is free as requested, and what is free instead. `when` is the requested time of
 * day, `days` are days as spoken (`los sábados`).
 */
export const nothingFree = {
  notFreeThen: (when: string, days: string) => `${begin(days)} no hay nada libre ${when}.`,
  neverThen: (when: string) => `No vamos ${when}.`,
  neverThenFor: (when: string, service: string) => `Para ${service} no vamos ${when}.`,
  notFreeTechnician: (technician: string, days: string) => `${technician} no puede ir ${days}.`,
  nextTimes: (day: SpokenDay) => `Los próximos espacios son ${onDay(day)}.`,
  nextTime: (day: SpokenDay) => `El próximo espacio es ${onDay(day)}.`,
  nextTimesSameDay: (times: readonly string[]) => `Ese día tengo ${spoken.when(times)}.`,
  canOffer: (day: SpokenDay) => `Puedo ofrecerle ${onDay(day)}.`,
  noneThen: (when: string) => `No hay nada libre ${when} ${AS_FAR}.`,
  noneThenFrom: (when: string, day: string) => `No hay nada libre ${when} a partir ${de(day)}.`,
  noneThenLater: (when: string) => `Más adelante no hay nada libre ${when} ${AS_FAR}.`,
  noneThenUntil: (when: string, day: string) => `Busqué hasta ${day} y no encontré nada ${when}.`,
  noneThenFound: (when: string) => `No encontré nada ${when}.`,
  nothingLater: `Más adelante no hay nada libre ${AS_FAR}.`,
  timesBefore: (day: SpokenDay) => `Los espacios más cercanos antes de eso son ${onDay(day)}.`,
  timeBefore: (day: SpokenDay) => `El espacio más cercano antes de eso es ${onDay(day)}.`,
  nothing: `No hay nada libre ${AS_FAR}.`,
  offerPerson: '¿Quiere hablar con alguien?',
  pastDays: 'Esos días ya pasaron.',
  tooFarDays: (horizonDays: number) =>
    `Eso es con demasiada anticipación: agendamos hasta ${horizonDays} días a partir de hoy.`,
  closedDays: (days: string) => `No abrimos ${days}.`,
  noneOnDays: (service: string, days: string) => `${begin(days)} no hay nada libre para ${service}.`,
  nobodyElse: (days: string) => `Nadie más puede ir ${days}.`,
  fromTo: (from: string, to: string) => `${aside(de(from))} ${a(to)}`,
  onDays: ([first = '', ...others]: readonly string[]) =>
    others.length === 0 ? first : all([aside(first), ...others]),
  onWeekdays,
  thoseDays: 'en esos días',
  asFarAsWeBook: AS_FAR,

  nothingElse: `No hay nada más libre ${AS_FAR}.`,
  nothingUntil: (day: string) => `Busqué hasta ${day} y no encontré nada.`,
  noOtherDays: 'No pude revisar otros días en este momento.',
  past: (day: string) => `${begin(day)} ya pasó.`,
  tooFar: (day: string, horizonDays: number) =>
    `${begin(day)} es con demasiada anticipación: agendamos hasta ${horizonDays} días a partir de hoy.`,
  closed: (day: string) => `No abrimos ${day}.`,
  noTechnician: (service: string, day: string) => `No tenemos a nadie para ${service} ${day}.`,
  tooLong: (service: string, day: string) => `${service} toma más tiempo del que trabajamos ${day}.`,
  tooLate: (day: string) => `Ya es tarde para agendar para ${day}.`,
  fullyBooked: (day: string, service: string) => `${begin(day)} ya no hay espacio para ${service}.`,
};

/** These sentences say why a start can't be booked. */
export const starts = {
  skipped: (time: string, day: string) =>
    `${begin(day)} no se puede ${spoken.when([time])}, porque cambia el horario.`,
  taken: (time: string, day: string) => `${begin(at(day, time))} ya está ocupado.`,
  technicianTaken: (technician: string, time: string, day: string) =>
    `${technician} no puede ir ${at(day, time)}.`,
  held: (time: string, day: string) => `Otra persona está por tomar el espacio ${de(at(day, time))}.`,
  heldTechnician: (technician: string, time: string, day: string) =>
    `Otra persona está por tomar el espacio ${de(at(day, time))} con ${technician}.`,
  closed: (time: string, day: string) => `No trabajamos ${at(day, time)}.`,
  notOnGrid: (time: string) => `Las citas no empiezan ${spoken.when([time])}.`,
  tooLong: (service: string, time: string, day: string) =>
    `${service} ${at(day, time)} terminaría después de nuestro horario.`,
  noTechnician: (service: string, time: string, day: string) =>
    `No tenemos a nadie para ${service} ${at(day, time)}.`,
  tooSoon: (time: string, day: string) => `${begin(at(day, time))} es demasiado pronto para agendar.`,
  past: (time: string, day: string) => `${begin(at(day, time))} ya pasó.`,
};

/**
 * These sentences say why a requested technician does not come. Without a name, they are about all but the
 * technicians whom the caller ruled out.
 */
export const noTechnician = {
  unknown: 'No encuentro a esa persona en nuestro equipo.',
  notSkilled: (name: string | undefined, service: string) =>
    `${name === undefined ? 'Nadie más' : `${name} no`} hace ${service}.`,
  notInArea: (name: string | undefined, zip: string | undefined) =>
    `${name === undefined ? 'Nadie más va' : `${name} no va`} ${zip === undefined ? 'a esa zona' : `al código postal ${zip}`}.`,
  notFree: (name: string) => `${name} no tiene nada libre ${AS_FAR}.`,
  notFound: (name: string) => `No encontré nada con ${name}.`,
};
