import {
  appointments,
  details,
  holds,
  incompletePhone,
  needed,
  stillNeeded,
  visits,
  whichAppointment,
} from './appointments.ts';
import { callbacks, texts, waitlist } from './callbacks.ts';
import { areas, company, fees, hours, people, services } from './company.ts';

import { dangerQuestions, safety } from './dangers.ts';
import {
  questions,
  speakClockTime,
  speakDate,
  speakDateWithYear,
  speakDay,
  times,
} from './days-and-times.ts';

import { faults, unavailable } from './faults.ts';
import { noTechnician, nothingFree, openings, starts, technicians, todayIs } from './openings.ts';

/** What callers hear in English. */
export const en = {
  appointments,
  areas,
  callbacks,
  company,
  dangerQuestions,
  details,
  faults,
  fees,
  holds,
  hours,
  incompletePhone,
  needed,
  noTechnician,
  nothingFree,
  openings,
  people,
  questions,
  safety,
  services,
  speakClockTime,
  speakDate,
  speakDateWithYear,
  speakDay,
  starts,
  stillNeeded,
  technicians,
  texts,
  times,
  todayIs,
  unavailable,
  visits,
  waitlist,
  whichAppointment,
};

/** All sentences that callers hear, in one language. */
export type Words = typeof en;
