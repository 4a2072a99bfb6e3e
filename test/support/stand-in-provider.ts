import type { OutboxMessage } from '../../lib/record/outbox/message.ts';
import type { HandoverResult, Provider, Providers } from '../../lib/touch/providers/provider.ts';

/** What the provider does with a message; undefined: it takes it. */
export type Answering = (message: OutboxMessage) => HandoverResult | Promise<HandoverResult> | undefined;

/** A provider in the test's own process, with what was handed to it, in order. */
export function standInProvider(answering: Answering = () => undefined) {
  const handed: OutboxMessage[] = [];
  const state = { answering };
  const provider: Provider = {
    async send(message) {
      handed.push(message);
      return (await state.answering(message)) ?? { kind: 'sent' };
    },
  };
  const providers: Providers = { aws: provider, twilio: provider, webhook: provider, log: provider };
  return {
    providers,
    handed,
    /** What was handed over since the last time this was called. */
    take: () => handed.splice(0),
    answer: (next: Answering) => {
      state.answering = next;
    },
  };
}
