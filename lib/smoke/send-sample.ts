/** What an endpoint answered. */
export interface SampleAnswer {
  readonly status: number;
  /** Empty if it has none. */
  readonly body: string;
}

export interface Sending {
  /** Signs the sample anew and sends it. */
  readonly send: () => Promise<SampleAnswer>;
  /** Whether the key was made for this test, so that containers may not know it yet. */
  readonly isNewKey: boolean;
  /** Waits for milliseconds; resolves to whether to go on. */
  readonly pause: (ms: number) => Promise<boolean>;
}

/** A container loads an unknown key at most every 30 seconds. */
const KEY_PAUSE_MS = 5_000;
const KEY_ATTEMPTS = 9;

/** Sends a sample, again for 40 seconds while its new key is refused. Returns the last answer. */
export async function sendSample({ send, isNewKey, pause }: Sending): Promise<SampleAnswer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send();
    if (answer.status !== 401 || !isNewKey || attempt === KEY_ATTEMPTS) return answer;
    if (!(await pause(KEY_PAUSE_MS))) return answer;
  }
}

/** The ids of requests that an answer names. */
export const requestIdsIn = (body: string): readonly string[] => body.match(/dr_[a-z0-9]+/g) ?? [];
