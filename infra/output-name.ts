/** `Url-voiceone-function-call` becomes `UrlVoiceoneFunctionCall`: names of outputs are letters and digits. */
export function outputName(words: string): string {
  return words.replace(/(?:^|-)([A-Za-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The alias of every route's function: the API calls it, and a rollback moves it. */
export const LIVE_ALIAS = 'live';
