export { bookingNotReached, notReached } from './area-answers.ts';
export { alreadyBooked, anotherAddress } from './existing-visit.ts';
export { nothingFree } from './nothing-free.ts';
export { refused } from './refused-start.ts';
export { technicianSentence } from './technician-sentence.ts';
