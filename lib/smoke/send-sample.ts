export interface SampleAnswer {
  readonly status: number;
  /** The text of the answer, which may be empty. */
  readonly body: string;
}

export interface Sending {
  /** Signs the sample anew and sends it. */
  readonly send: () => Promise<SampleAnswer>;
  /** Whether the key is so new that running containers may not know it yet. */
  readonly isNewKey: boolean;
  /** Waits for milliseconds. Resolves to false if the test is to end. */
  readonly pause: (ms: number) => Promise<boolean>;
}

/** A container loads an unknown key at most every 30 seconds. */
const KEY_PAUSE_MS = 5_000;
const KEY_ATTEMPTS = 9;

/** Sends a sample, and repeats it for 40 seconds while its new key is refused. Resolves to the last answer. */
export async function sendSample({ send, isNewKey, pause }: Sending): Promise<SampleAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    if (answer.status !== 401 || !isNewKey || attempt === KEY_ATTEMPTS) return answer;
    if (!(await pause(KEY_PAUSE_MS))) return answer;
  }
}

/** Returns the ids of the requests that an answer names. */
export const requestIdsIn = (body: string): readonly string[] => body.match(/dr_[a-z0-9]+/g) ?? [];
