import type { Account } from '../../accounts/account.ts';
import type { Transfer } from '../../accounts/on-call.ts';
import { connecting } from '../../voice/answers/transfer.ts';
import type { Greeting } from '../../voice/known-before-hello.ts';
import type { Words } from '../../wording/index.ts';
import { say } from '../../wording/speech.ts';

/** Which assistant answers a call, and what it knows; an error is spoken to the caller. */
export type AssistantAnswer =
  | {
      readonly assistantId: string;
      readonly assistantOverrides: { readonly variableValues: Greeting };
    }
  | { readonly error: string };

/** The account's only assistant. With several nobody knows which one is meant. */
export function onlyAssistantOf({ origins }: Account): string | undefined {
  const [only, ...others] = origins.voicetwo;
  return others.length === 0 ? only : undefined;
}

export const assistantAnswer = (assistantId: string, greeting: Greeting): AssistantAnswer => ({
  assistantId,
  assistantOverrides: { variableValues: greeting },
});

/** The destination for a transfer that the platform requests without calling a function. */
export function transferDestination(transfer: Transfer, words: Words) {
  const { callbacks } = words;
  const { phone: number } = transfer;
  if (number === null) return { error: say(callbacks.nobodyFree, callbacks.offerMessage) };
  const message = say(`${connecting(transfer, words)} ${callbacks.stayOnTheLine}`);
  return { destination: { type: 'number' as const, number, message } };
}
