import type { DueRequest } from '../../record/attention.ts';
import type { LocalDate } from '../../scheduling/calendar.ts';
import { daysBetween } from '../../scheduling/time.ts';
import { speakClockTime, speakDate, speakWeekday, times, weekdayName } from './days-and-times.ts';

/** A promise to call back takes the stored entry that keeps it. */
export const callbacks = {
  noted: 'Ya lo anoté.',
  notedForOffice: 'Ya lo anoté para la oficina.',
  added: 'Ya lo agregué a su mensaje.',
  /** `by` is a time with its day: `el lunes antes de las nueve de la mañana`. */
  willCall: ({ customer: { phone = '' } }: DueRequest, by: string) =>
    `Alguien le va a llamar ${by} al número que termina en ${phone.slice(-4)}.`,
  /** `from` is in minutes from midnight; `to` is a time with its day: `hoy antes de las cinco de la tarde`. */
  willCallBetween: ({ customer: { phone = '' } }: DueRequest, from: number, to: string) => {
    const between = to.replace(/ antes de(l?) /, (_, article: string) => {
      return ` entre ${speakClockTime(from)} y ${article === '' ? '' : 'el '}`;
    });
    return `Alguien le va a llamar ${between} al número que termina en ${phone.slice(-4)}.`;
  },
  theyWillCall: (_entry: DueRequest) => 'Ellos le van a llamar.',
  told: 'Ya le avisé a la oficina.',
  personDecides: 'De esto se tiene que encargar una persona de nuestro equipo.',
  connecting: 'Le comunico ahora mismo.',
  connectingPerson: 'Le comunico ahora mismo con alguien.',
  /** `who` is someone on call. */
  connectingTo: (who: string) => `Le comunico con ${who}.`,
  technicianOnCall: (name: string) => `${name}, de nuestro equipo técnico de guardia`,
  managerOnCall: (name: string) => `${name}, de la gerencia`,
  someoneOnCall: (name: string) => `${name}, que está de guardia`,
  /** `thing` is what the caller should say first. */
  beforeConnecting: (who: string | undefined, thing: string) =>
    `Antes de comunicarle${who === undefined ? '' : ` con ${who}`}, ¿me podría decir ${thing}?`,
  /** Says who comes to an emergency, and when. */
  comes: (name: string, minute: number, date: LocalDate, today: LocalDate) =>
    `${name} llegará ${dayAhead(date, today)} ${times.at([minute])}.`,
  firstVisit: (when: string) => `Podemos ir ${when}. ¿Lo agendo?`,
  stayOnTheLine: 'Por favor, no cuelgue.',
  nobodyFree: 'En este momento nadie puede tomar la llamada.',
  askAbout: '¿De qué se trata?',
  askNumber: '¿A qué número le podemos llamar, con código de área?',
  askAboutAndNumber: '¿De qué se trata y a qué número le podemos llamar?',
  invalidNumber: ['No me quedó completo el número de teléfono.', '¿Me lo repite, con el código de área?'],
  offerMessage: '¿Quiere que tome un mensaje?',
  /** Within a week the weekday is enough. */
  by(minute: number, date: LocalDate, today: LocalDate): string {
    return `${dayAhead(date, today)} ${times.before(minute)}`;
  },
};

function dayAhead(date: LocalDate, today: LocalDate): string {
  const ahead = daysBetween(today, date);
  if (ahead === 0) return 'hoy';
  if (ahead === 1) return `mañana ${weekdayName(date)}`;
  return ahead < 7 ? speakWeekday(date) : speakDate(date, today);
}

/** Whether callers get text messages. */
export const texts = {
  ended: 'No recibirá más mensajes de texto de nuestra parte.',
  notNow: 'No pude cambiar sus mensajes de texto en este momento.',
};

/** The list of those who wait for an earlier time. */
export const waitlist = {
  waits: (service: string) => `Está en la lista de espera para ${service}.`,
  waitsForText: (service: string) =>
    `Está en la lista de espera para ${service}. Si se libera una hora antes, le enviamos un mensaje de texto, y tendrá diez minutos para tomarla.`,
  mayWeText: 'Si se libera una hora antes, ¿le podemos enviar un mensaje de texto?',
  onlyByText: 'Solo le puedo poner en la lista de espera si le podemos enviar mensajes de texto.',
  notNow: 'En este momento no le puedo poner en la lista de espera.',
};
