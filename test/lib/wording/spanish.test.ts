import { describe, expect, it } from '@jest/globals';
import { wordsIn } from '../../../lib/wording/index.ts';

const { appointments, areas, nothingFree, people, questions, speakClockTime, speakDay, times } =
  wordsIn('es');

describe('Spanish', () => {
  it.each([
    [0, 'la medianoche'],
    [30, 'las doce y media de la noche'],
    [3 * 60, 'las tres de la madrugada'],
    [8 * 60 + 15, 'las ocho y cuarto de la mañana'],
    [9 * 60 + 45, 'las nueve y cuarenta y cinco de la mañana'],
    [11 * 60 + 20, 'las once y veinte de la mañana'],
    [12 * 60, 'el mediodía'],
    [13 * 60, 'la una de la tarde'],
    [16 * 60 + 5, 'las cuatro y cinco de la tarde'],
    [20 * 60 + 30, 'las ocho y media de la noche'],
  ])('speaks minute %d as %s', (minute, said) => {
    expect(speakClockTime(minute)).toBe(said);
  });

  it.each([
    ['2026-11-23', 'hoy, lunes 23 de noviembre'],
    ['2026-11-24', 'mañana, martes 24 de noviembre'],
    ['2026-11-29', 'este domingo 29 de noviembre'],
    ['2026-11-30', 'el lunes 30 de noviembre'],
    ['2026-12-01', 'el martes primero de diciembre'],
    ['2027-01-04', 'el lunes 4 de enero de 2027'],
    ['2026-11-20', 'el viernes 20 de noviembre'],
  ])('speaks %s as %s', (date, said) => {
    expect(speakDay(date, '2026-11-23')).toBe(said);
  });

  it('says once what times have in common, and joins prepositions with articles', () => {
    const clock = [8 * 60, 9 * 60 + 30, 13 * 60].map(speakClockTime);
    expect(times.when(clock)).toBe('a las ocho, a las nueve y media de la mañana o a la una de la tarde');
    expect(times.when(['el mediodía'])).toBe('al mediodía');
    expect(times.before(12 * 60)).toBe('antes del mediodía');
    expect(times.window(8 * 60, 12 * 60)).toBe('de las ocho de la mañana al mediodía');
    expect(times.inWindow(8 * 60, 10 * 60)).toBe('entre las ocho y las diez de la mañana');
    expect(questions.whichHalf(60)).toBe('¿A la una de la madrugada o de la tarde?');
  });

  it('separates a day with commas only where it has one itself', () => {
    const nine = speakClockTime(9 * 60);
    expect(appointments.at('el lunes 30 de noviembre', nine)).toBe(
      'el lunes 30 de noviembre a las nueve de la mañana',
    );
    expect(nothingFree.fullyBooked('hoy, lunes 23 de noviembre', 'AC Repair')).toBe(
      'Hoy, lunes 23 de noviembre, ya no hay espacio para AC Repair.',
    );
  });

  it('uses plurals of weekdays, and changes o and y before their own sounds', () => {
    expect(areas.otherDays('11201', ['tuesday', 'saturday'])).toBe(
      'Al código postal 11201 solo vamos los martes y sábados.',
    );
    expect(areas.elsewhere(['Queens', 'Irvington'], false)).toBe('Lo hacemos en Queens e Irvington.');
    expect(people.whichSite(['Main Street', 'Oak Avenue'], false)).toBe('¿Es para Main Street u Oak Avenue?');
  });
});
