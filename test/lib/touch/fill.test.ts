import { expect, it } from '@jest/globals';
import { fill } from '../../../lib/touch/fill.ts';

it('fills fields once, and does not read what it filled in', () => {
  expect(fill('{firstName}, {company}', { firstName: '{company}', company: 'Acme' })).toBe('{company}, Acme');
});

it('leaves out what is unknown, with its space', () => {
  expect(fill('Hi {firstName}, your {service} is on {day}.', { service: 'Repair', day: 'Monday' })).toBe(
    'Hi, your Repair is on Monday.',
  );
});

it('keeps names short and on one line, and addresses of pages whole', () => {
  const link = `https://pages.example/v/${'a'.repeat(80)}`;
  expect(fill('{firstName}: {link}', { firstName: `A\nB${'c'.repeat(100)}`, link })).toBe(
    `A B${'c'.repeat(57)}: ${link}`,
  );
});
