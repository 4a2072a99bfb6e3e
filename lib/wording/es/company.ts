import type { Weekday } from '../../scheduling/calendar.ts';
import { begin, fromTo, onDay, onWeekdays } from './days-and-times.ts';
import { all, either } from './lists.ts';

export const company = {
  /** The call ends after this sentence. */
  cantAnswer:
    'Lo siento, en este momento no podemos tomar su llamada. Por favor, llame de nuevo en un minuto.',
  notSetUp: ['Esta línea todavía no está lista.', 'Por favor, llame directamente a la oficina.'],
};

export const hours = {
  openNow: 'En este momento estamos abiertos.',
  closedNow: 'En este momento estamos cerrados.',
  opensAgain: (day: string, time: string) => `Abrimos ${onDay({ day, times: [time] })}.`,
  openOn: (day: string, times: readonly string[]) => `${begin(day)} abrimos ${all(times)}.`,
  closedOn: (day: string) => `${begin(day)} no abrimos.`,
  fromTo,
};

/**
 * These sentences say what the company does, and what it doesn't. `more` is true if there are more services than
 * those named.
 */
export const services = {
  /** Speaks a name without symbols. */
  spoken: (name: string) => name.replace(/ ?& ?/g, ' y '),
  offer: (names: readonly string[], more: boolean) =>
    `Ofrecemos ${all([...names, ...(more ? ['otros servicios'] : [])])}.`,
  whichOne: '¿Cuál necesita?',
  which: (names: readonly string[], more: boolean) =>
    `¿Es para ${either([...names, ...(more ? ['otra cosa'] : [])])}?`,
  notSure: 'No me queda claro cuál de nuestros servicios sería.',
  ours: (names: readonly string[], more: boolean) =>
    names.length === 0 ? '' : `Hacemos ${all([...names, ...(more ? ['otros servicios'] : [])])}.`,
  notOffered: (service: string) => `No hacemos ${service}.`,
};

export const areas = {
  outside: (zip: string) => `No vamos al código postal ${zip}, así que no puedo agendar una visita ahí.`,
  notThere: (service: string, zip: string) => `No hacemos ${service} en el código postal ${zip}.`,
  /** `more` is true if there are more places than those named. */
  elsewhere: (names: readonly string[], more: boolean) =>
    `Lo hacemos en ${all([...names, ...(more ? ['otras zonas'] : [])])}.`,
  otherDays: (zip: string | undefined, weekdays: readonly Weekday[]) =>
    `${zip === undefined ? 'A esa zona' : `Al código postal ${zip}`} solo vamos ${onWeekdays(weekdays)}.`,
};

export const fees = {
  fee: (says: string) => `Hay ${says}.`,
  noFee: 'sin costo',
};

export const people = {
  onlyOwnNumber: 'Solo puedo consultar el número desde el que llama.',
  canTakeDetails: 'De todos modos puedo anotar sus datos.',
  unknown: 'Todavía no tengo ningún registro con este número.',
  yourName: '¿Me da su nombre, por favor?',
  isThis: (name: string) => `¿Hablo con ${name}?`,
  found: (firstName: string | undefined) =>
    firstName === undefined ? 'Encontré su registro.' : `Encontré su registro, ${firstName}.`,
  next: (service: string, when: string, technician: string, more: number) =>
    `Tiene una cita de ${service} ${when} con ${technician}${more === 0 ? '' : `, y ${more === 1 ? 'una' : more} más`}.`,
  aVisit: 'servicio',
  waiting: (service: string | undefined) =>
    `Tiene una solicitud${service === undefined ? '' : ` de ${service}`}, pero todavía no tiene cita.`,
  messageLeft: 'Tenemos su mensaje. No tiene ninguna cita próxima.',
  nothingUpcoming: 'No tiene ninguna cita próxima.',
  saved: (name: string | undefined) => `Guardé sus datos${name === undefined ? '' : `, ${name}`}.`,
  updated: (name: string | undefined) => `Actualicé sus datos${name === undefined ? '' : `, ${name}`}.`,
  whichSite: (places: readonly string[], more: boolean) =>
    `¿Es para ${either([...places, ...(more ? ['otro lugar'] : [])])}?`,
  whichAddress: '¿Para qué dirección es?',
  site: (street: string, city: string) => `${street} en ${city}`,
};
