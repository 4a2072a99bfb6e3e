import type { LocalDate, Weekday } from '../../scheduling/calendar.ts';
import { daysBetween, MINUTES_PER_DAY, weekdayOf } from '../../scheduling/time.ts';
import { NOON } from '../../scheduling/time-of-day.ts';
import { capitalize } from '../speech.ts';
import { a, all, de, either } from './lists.ts';

const MIDDAY = 'el mediodía';
const MIDNIGHT = 'la medianoche';

const weekdayNames: Readonly<Record<Weekday, string>> = {
  monday: 'lunes',
  tuesday: 'martes',
  wednesday: 'miércoles',
  thursday: 'jueves',
  friday: 'viernes',
  saturday: 'sábado',
  sunday: 'domingo',
};

const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

export const speakWeekday = (date: LocalDate): string => `el ${weekdayName(date)}`;

export const weekdayName = (date: LocalDate): string => weekdayNames[weekdayOf(date)];

/** Speaks weekdays: `los sábados y domingos`. */
export const onWeekdays = (weekdays: readonly Weekday[]): string =>
  `los ${all(weekdays.map((weekday) => (/o$/.test(weekdayNames[weekday]) ? `${weekdayNames[weekday]}s` : weekdayNames[weekday])))}`;

/** `lunes 23 de noviembre`, with the year if it isn't today's. */
function named(date: LocalDate, today: LocalDate): string {
  const day = Number(date.slice(8, 10));
  const month = months[Number(date.slice(5, 7)) - 1] ?? '';
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : ` de ${date.slice(0, 4)}`;
  return `${weekdayName(date)} ${day === 1 ? 'primero' : day} de ${month}${year}`;
}

/** Speaks a date with its article: `el lunes 23 de noviembre`. */
export const speakDate = (date: LocalDate, today: LocalDate): string => `el ${named(date, today)}`;

export const speakDateWithYear = (date: LocalDate): string => named(date, '');

/** Holidays by their names in `lib/understanding/holidays.ts`. */
const holidays: ReadonlyMap<string, string> = new Map([
  ["New Year's Day", 'el Año Nuevo'],
  ['Martin Luther King Day', 'el Día de Martin Luther King'],
  ["Valentine's Day", 'el Día de San Valentín'],
  ["Presidents' Day", 'el Día de los Presidentes'],
  ["St. Patrick's Day", 'el Día de San Patricio'],
  ["Mother's Day", 'el Día de las Madres'],
  ['Victoria Day', 'el Día de Victoria'],
  ['Memorial Day', 'el Día de los Caídos'],
  ["Father's Day", 'el Día del Padre'],
  ['Canada Day', 'el Día de Canadá'],
  ['Independence Day', 'el Día de la Independencia'],
  ['Labor Day', 'el Día del Trabajo'],
  ['Columbus Day', 'el Día de la Raza'],
  ['Thanksgiving', 'el Día de Acción de Gracias'],
  ['Veterans Day', 'el Día de los Veteranos'],
  ['Remembrance Day', 'el Día del Recuerdo'],
  ['Christmas Eve', 'el día de Nochebuena'],
  ['Christmas', 'el día de Navidad'],
  ["New Year's Eve", 'el día de fin de año'],
]);

/** Speaks a day as seen from today: `mañana, martes 24 de noviembre`, `este viernes 27 de noviembre`. */
export function speakDay(date: LocalDate, today: LocalDate, holiday?: string): string {
  const ahead = daysBetween(today, date);
  const name = holiday === undefined ? undefined : holidays.get(holiday);
  if (name !== undefined && ahead > 1) return `${name}, ${named(date, today)}`;
  const spoken = name === undefined ? named(date, today) : `${name}, ${named(date, today)}`;
  if (ahead === 0) return `hoy, ${spoken}`;
  if (ahead === 1) return `mañana, ${spoken}`;
  return ahead > 1 && ahead < 7 ? `este ${spoken}` : `el ${spoken}`;
}

const tens = ['', '', 'veinte', 'treinta', 'cuarenta', 'cincuenta'];
const upToTwentyNine = [
  ...[
    'cero',
    'uno',
    'dos',
    'tres',
    'cuatro',
    'cinco',
    'seis',
    'siete',
    'ocho',
    'nueve',
    'diez',
    'once',
    'doce',
    'trece',
  ],
  ...[
    'catorce',
    'quince',
    'dieciséis',
    'diecisiete',
    'dieciocho',
    'diecinueve',
    'veinte',
    'veintiuno',
    'veintidós',
  ],
  ...['veintitrés', 'veinticuatro', 'veinticinco', 'veintiséis', 'veintisiete', 'veintiocho', 'veintinueve'],
];

function minutesPast(minutes: number): string {
  if (minutes === 0) return '';
  if (minutes === 15) return ' y cuarto';
  if (minutes === 30) return ' y media';
  if (minutes < 30) return ` y ${upToTwentyNine[minutes] ?? ''}`;
  const rest = minutes % 10;
  return ` y ${tens[Math.floor(minutes / 10)] ?? ''}${rest === 0 ? '' : ` y ${upToTwentyNine[rest] ?? ''}`}`;
}

/** `las nueve y media`, without the part of the day. */
function onTheClock(minute: number): string {
  const hour = Math.floor(minute / 60) % 12 || 12;
  return `${hour === 1 ? 'la' : 'las'} ${hour === 1 ? 'una' : (upToTwentyNine[hour] ?? '')}${minutesPast(minute % 60)}`;
}

function partOfDay(minute: number): string {
  if (minute >= 60 && minute < 5 * 60) return 'de la madrugada';
  if (minute >= 5 * 60 && minute < NOON) return 'de la mañana';
  return minute >= NOON && minute < 19 * 60 ? 'de la tarde' : 'de la noche';
}

/** A time with its article, as people say it: `las nueve de la mañana`, `el mediodía`. */
export function speakClockTime(minute: number): string {
  if (minute === NOON) return MIDDAY;
  return minute % MINUTES_PER_DAY === 0 ? MIDNIGHT : `${onTheClock(minute)} ${partOfDay(minute)}`;
}

/** The start of a span, without the part of the day if the end has the same: `las ocho` of `las ocho y las diez de la mañana`. */
const spanStart = (from: number, to: number): string =>
  from % NOON !== 0 && to % NOON !== 0 && partOfDay(from) === partOfDay(to)
    ? onTheClock(from)
    : speakClockTime(from);

/** `de las ocho a las diez de la mañana` */
export const fromTo = (from: number, to: number): string =>
  `${de(spanStart(from, to))} ${a(speakClockTime(to))}`;

const parts = new Map([
  ['morning', 'por la mañana'],
  ['afternoon', 'por la tarde'],
  ['evening', 'por la noche'],
  ['early morning', 'temprano por la mañana'],
  ['late morning', 'al final de la mañana'],
  ['mid morning', 'a media mañana'],
  ['early afternoon', 'temprano por la tarde'],
  ['late afternoon', 'al final de la tarde'],
  ['mid afternoon', 'a media tarde'],
  ['early evening', 'al final de la tarde'],
  ['late evening', 'tarde en la noche'],
]);

/** A window says by itself when the visit begins; a time needs `a`. */
const at = (spoken: string): string => (spoken.startsWith('de') ? spoken : a(spoken));

/** These words name the requested starts after "No hay nada libre". */
export const times = {
  firstThing: 'a primera hora de la mañana',
  endOfDay: 'al final del día',
  at: (minutes: readonly number[]) => either(minutes.map((minute) => at(speakClockTime(minute)))),
  part: (part: string) => parts.get(part) ?? `en el horario de ${part}`,
  around: (minute: number) => `alrededor ${de(speakClockTime(minute))}`,
  after: (minute: number) => `a partir ${de(speakClockTime(minute))}`,
  before: (minute: number) => `antes ${de(speakClockTime(minute))}`,
  window: fromTo,
  inWindow: (from: number, to: number) => `entre ${spanStart(from, to)} y ${speakClockTime(to)}`,
  when: (spoken: readonly string[]) => either(spoken.map(at)),
  oneOf: (spans: readonly string[]) => either(spans),
  between: (from: number, to: number) => `entre ${spanStart(from, to)} y ${speakClockTime(to)}`,
};

export interface SpokenDay {
  readonly day: string;
  readonly times: readonly string[];
}

/** Speaks a day with its times: `mañana, martes 24 de noviembre, a las ocho de la mañana o a la una de la tarde`. */
export const onDay = ({ day, times: spoken }: SpokenDay): string => `${aside(day)} ${times.when(spoken)}`;

/** A day before more words of a sentence: `mañana, martes 24 de noviembre,`. */
export const aside = (day: string): string => (day.includes(', ') ? `${day},` : day);

/** Begins a sentence with a day: `El lunes 23 de noviembre`, `Mañana, martes 24 de noviembre,`. */
export const begin = (day: string): string =>
  `${capitalize(day)}${day.includes(', ') && !/ a las? /.test(day) ? ',' : ''}`;

export const questions = {
  invalidDate: 'Disculpe, ¿qué día era?',
  invalidTime: 'Disculpe, ¿a qué hora era?',
  reversedDays: 'Disculpe, ¿cuál es el primer día que le conviene y cuál es el último?',
  whichDay: (days: readonly string[]) => `¿Se refiere ${either(days.map(a))}?`,
  /** `minute` is the time in the first half of the day. */
  whichHalf: (minute: number) =>
    minute === 0
      ? '¿Al mediodía o a la medianoche?'
      : `¿${capitalize(a(onTheClock(minute)))} ${partOfDay(minute)} o ${partOfDay(minute + NOON)}?`,
};
