import type { Language } from '../accounts/account.ts';
import { safety } from './en/dangers.ts';
import { speakClockTime, speakDate, times } from './en/days-and-times.ts';
import { texts as en, type Texts } from './en/texts.ts';
import { safety as safetyInSpanish } from './es/dangers.ts';
import {
  speakClockTime as speakClockTimeInSpanish,
  speakDate as speakDateInSpanish,
  times as timesInSpanish,
} from './es/days-and-times.ts';
import { texts as es } from './es/texts.ts';

export type { TextName, Texts } from './en/texts.ts';

// Texts are apart from the words of callers, because no function of a live call needs them.

/** The words of messages that people read, in one language. */
export interface TextWords {
  readonly texts: Texts;
  readonly speakDate: typeof speakDate;
  readonly speakClockTime: typeof speakClockTime;
  readonly window: (from: number, to: number) => string;
  readonly safety: typeof safety;
}

const words: Readonly<Record<Language, TextWords>> = {
  en: { texts: en, speakDate, speakClockTime, window: times.window, safety },
  es: {
    texts: es,
    speakDate: speakDateInSpanish,
    speakClockTime: speakClockTimeInSpanish,
    window: timesInSpanish.window,
    safety: safetyInSpanish,
  },
};

export const textsIn = (language: Language): TextWords => words[language];
