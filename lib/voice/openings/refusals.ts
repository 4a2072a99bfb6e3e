export { alreadyBooked, anotherAddress } from '../appointments/existing-visit.ts';
export { refused } from '../appointments/refused-start.ts';
export { nothingFree } from './nothing-free.ts';
