export { bookingNotReached, notReached } from '../appointments/area-answers.ts';
export { alreadyBooked, anotherAddress } from '../appointments/existing-visit.ts';
export { refused } from '../appointments/refused-start.ts';
export { nothingFree } from './nothing-free.ts';
export { technicianSentence } from './technician-sentence.ts';
