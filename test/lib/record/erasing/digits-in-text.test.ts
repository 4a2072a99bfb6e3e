import { describe, expect, it } from '@jest/globals';
import { callerDigits, digitsIn } from '../../../../lib/record/erasing/digits-in-text.ts';
import { phoneTrace } from '../../../../lib/record/erasing/identity.ts';

const trace = phoneTrace('+12125550123', 'US');
const isSaidIn = (text: string) => trace?.isIn(digitsIn(text));

describe('the number +1 212 555 0123', () => {
  it.each([
    '+12125550123',
    '1 (212) 555-0123',
    '212.555.0123',
    '2 1 2 5 5 5 0 1 2 3',
    'sip:+12125550123@carrier.example.com;user=phone',
    '\uff12\uff11\uff12\uff15\uff15\uff15\uff10\uff11\uff12\uff13',
    'Two one two, five five five, zero one two three.',
    'two twelve, triple five, oh one twenty-three',
    'two one two five fifty-five O one two three',
    'User: area code 212\nAgent: okay\nUser: then 555\nAgent: and then?\nUser: oh one two three',
    'dos uno dos, cinco cinco cinco, cero uno dos tres',
    'dos doce, cincuenta y cinco cinco, cero uno veintitrés',
    'two hundred twelve, five hundred (and) fifty five, nought one two three',
    'two hundred twelve, five hundred fifty five, ohh one two three',
    '2one2 555 0123',
    '٢١٢٥٥٥٠١٢٣',
    '२१२ ५५५ ०१२३',
    'it is double two, sorry, 212 555 double 0... no, 212-555-0123',
  ])('is in %j', (text) => {
    expect(isSaidIn(text)).toBe(true);
  });

  it.each([
    '',
    '+12125550124',
    '212 555',
    'one moment, two people, and for five minutes',
    'oh, one of the two of them is three',
  ])('is not in %j', (text) => {
    expect(isSaidIn(text)).toBe(false);
  });
});

describe('the digits of', () => {
  it.each([
    ['one eight hundred five five five', '1800555 180555'],
    ['two hundred two', '2002 202'],
    ['five thousand one hundred twenty', '500010020 5120'],
    ['five oh oh oh two', '50002'],
    ['oh, oh, no', ''],
    ['once', ''],
    ['cero once', '011'],
    ['treinta y uno, cuarenta dos, noventa y nueve, veinte', '31402' + '9920'],
    ['diez dieciséis veintidós veintinueve', '10162229'],
  ])('%j are %j', (text, digits) => {
    expect(digitsIn(text)).toBe(digits);
  });
});

describe('a number that is not valid', () => {
  it('is only found if it stands alone', () => {
    const odd = phoneTrace('555-0123', 'US');
    expect(odd?.isIn(digitsIn('5550123'))).toBe(true);
    expect(odd?.isIn(digitsIn('+12125550123'))).toBe(false);
  });

  it.each(['', 'unknown', '911', 'anonymous'])('is not found with too few digits: %j', (text) => {
    expect(phoneTrace(text, 'US')).toBeUndefined();
  });
});

describe('the digits of a caller', () => {
  it.each([
    ['+12125550123', '12125550123'],
    ['(212) 555-0123', '2125550123'],
    ['sip:2125550123@10.0.0.1:5060', '2125550123'],
    ['SIPS:+12125550123@example.com', '12125550123'],
    ['tel:+1-212-555-0123;phone-context=example.com', '12125550123'],
    ['anonymous', ''],
  ])('of %j are %j', (caller, digits) => {
    expect(callerDigits(caller)).toBe(digits);
  });

  it.each(['+12125550123', 'sip:2125550123@10.0.0.1', 'tel:02125550123'])('are known of %j', (caller) => {
    expect(trace?.spellings).toContain(callerDigits(caller));
  });
});
