import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import {
  choice,
  choices,
  clock,
  clockSpan,
  dates,
  flag,
  readArguments,
  story,
  text,
} from '../../../../lib/voice/arguments/arguments.ts';
import { language } from '../../../../lib/voice/arguments/common-arguments.ts';

const schema = v.object({
  date: text(),
  customerName: text({ alsoKnownAs: ['name', 'who'], kept: true }),
  notes: story(),
  urgency: choice(['routine', 'urgent'], (said) => (said === 'ASAP' ? 'urgent' : undefined)),
  additionalVisit: flag(),
  danger: choice(['no_heat', 'none']),
  weekdays: choices(['monday', 'friday'], (said) => (said === 'Mon or so' ? ['monday'] : undefined)),
  notDates: dates(),
  notBefore: clock(),
  notBetween: clockSpan(),
  language,
});
const read = (sent: Record<string, unknown>) => readArguments(schema, sent);

describe('reading the arguments of a model', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['blanks', ' \t'],
    ['a list', ['2026-06-10']],
    ['an object', { date: '2026-06-10' }],
    ['a truth', true],
    ['a placeholder', 'N/A'],
    ['a question mark', ' ? '],
  ])('treats %s as an absent text', (_, date) => {
    expect(read({ date }).date).toBeUndefined();
  });

  it('trims a text and accepts a number as text', () => {
    expect(read({ date: ' 2026-06-10\n', notes: 42 })).toMatchObject({ date: '2026-06-10', notes: '42' });
  });

  it('treats placeholders as absent in every kind of argument, and then tries the other names', () => {
    const sent = { customerName: 'Unknown', notes: 'none', urgency: 'not provided', additionalVisit: 'null' };
    expect(read(sent)).toMatchObject({
      ...{ customerName: undefined, notes: undefined, urgency: undefined, additionalVisit: false },
      ...{ unclear: [], ignored: [] },
    });
    expect(read({ customerName: 'Caller', name: 'Dana' }).customerName).toBe('Dana');
  });

  it('ignores unknown arguments', () => {
    expect(Object.keys(read({ date: '2026-06-10', color: 'red' }))).not.toContain('color');
  });

  it('tries the other names if its own has no text', () => {
    expect(read({ customerName: '', name: null, who: 'Dana' }).customerName).toBe('Dana');
    expect(read({ customerName: 'Dana', name: 'Ben' }).customerName).toBe('Dana');
  });

  it('understands names in snake case', () => {
    const sent = { customer_name: 'Dana', additional_visit: true, date: '2026-06-10' };
    expect(read(sent)).toMatchObject({ customerName: 'Dana', additionalVisit: true, date: '2026-06-10' });
    expect(read({ customer_name: 'd'.repeat(201) }).unclear).toEqual(['customerName']);
    expect(read({ customerName: 'Dana', customer_name: 'Ben' }).customerName).toBe('Dana');
  });

  it('accepts only own properties as arguments', () => {
    expect(read(Object.create({ date: '2026-06-10' })).date).toBeUndefined();
  });

  it('cuts at 200 characters, long texts at 2000, never within a character', () => {
    const { date, notes } = read({ date: 'd'.repeat(300), notes: `${'n'.repeat(1999)}😀` });

    expect(date).toBe('d'.repeat(200));
    expect(notes).toBe(`${'n'.repeat(1999)}�`);
  });

  it('maps text to one of the choices, or to nothing', () => {
    expect(read({ urgency: 'ASAP' }).urgency).toBe('urgent');
    expect(read({ urgency: 'whenever' }).urgency).toBeUndefined();
    expect(read({ urgency: null }).urgency).toBeUndefined();
  });

  it.each([
    [true, true],
    ['true', true],
    [' TRUE ', true],
    ['Yes', true],
    [1, true],
    ['1', true],
    ['no', false],
    [0, false],
    ['not true', false],
    [undefined, false],
  ])('reads the flag %j as %j', (additionalVisit, set) => {
    expect(read({ additionalVisit }).additionalVisit).toBe(set);
  });

  it('names the texts that were changed', () => {
    expect(read({ customerName: 'x'.repeat(201), notes: ['a'], date: 'd'.repeat(300) }).unclear).toEqual([
      'customerName',
      'notes',
    ]);
    expect(read({ customerName: 'x'.repeat(200), notes: 7 }).unclear).toEqual([]);
  });

  it('reads a choice in any spelling, even one that is a placeholder elsewhere', () => {
    expect(read({ danger: 'No heat' }).danger).toBe('no_heat');
    expect(read({ danger: 'none' })).toMatchObject({ danger: 'none', ignored: [] });
    expect(read({ danger: 'unknown' })).toMatchObject({ danger: undefined, ignored: [] });
    expect(read({ danger: 'ghosts' })).toMatchObject({ danger: undefined, ignored: ['danger'] });
  });

  it('reads a list, a single value and words as a list of choices', () => {
    expect(read({ weekdays: ['Friday', 'monday'] }).weekdays).toEqual(['friday', 'monday']);
    expect(read({ weekdays: 'friday' }).weekdays).toEqual(['friday']);
    expect(read({ weekdays: ['Mon or so'] })).toMatchObject({ weekdays: ['monday'], ignored: [] });
    expect(read({ weekdays: [null, ''] })).toMatchObject({ weekdays: undefined, ignored: [] });
    expect(read({ weekdays: ['whenever'] })).toMatchObject({ weekdays: undefined, ignored: ['weekdays'] });
  });

  it('keeps the dates of a list, and says if it leaves one out', () => {
    expect(read({ notDates: '2026-11-26' })).toMatchObject({ notDates: ['2026-11-26'], ignored: [] });
    expect(read({ notDates: ['2026-11-26', 'Friday'] })).toMatchObject({
      ...{ notDates: ['2026-11-26'], ignored: ['notDates'] },
    });
    expect(read({ notDates: [] })).toMatchObject({ notDates: undefined, ignored: [] });
  });

  it.each([
    ['09:00', '09:00'],
    ['2:30 PM', '14:30'],
    ['noon', '12:00'],
    ['25:00', undefined],
    ['9', undefined],
    ['after school', undefined],
  ])('reads the time %j as %j, and says if it is none', (notBefore, time) => {
    expect(read({ notBefore })).toMatchObject({
      notBefore: time,
      ignored: time === undefined ? ['notBefore'] : [],
    });
  });

  it.each([
    ['12:00-13:30', '12:00-13:30'],
    ['noon to 1 PM', '12:00-13:00'],
    ['12:00', undefined],
    ['lunch', undefined],
  ])('reads the span %j as %j, and says if it is none', (notBetween, span) => {
    expect(read({ notBetween })).toMatchObject({
      notBetween: span,
      ignored: span === undefined ? ['notBetween'] : [],
    });
  });

  it.each([
    ['es', 'es'],
    ['es-MX', 'es'],
    ['Spanish', 'es'],
    ['español', 'es'],
    ['English', 'en'],
    ['en-US', 'en'],
    ['estonian', undefined],
    ['French', undefined],
  ])('reads the language %j as %j', (said, code) => {
    expect(read({ language: said }).language).toBe(code);
  });

  it('does not change its input', () => {
    const sent = { date: ' 2026-06-10', color: 'red' };

    read(sent);
    expect(sent).toEqual({ date: ' 2026-06-10', color: 'red' });
  });
});
