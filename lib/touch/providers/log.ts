import type { OutboxMessage } from '../../record/outbox/message.ts';
import type { Provider } from './provider.ts';

/**
 * Only shows messages, on one's own machine: they contain numbers, names and links, which no log of a deployment may.
 * @param show absent in a deployment
 */
export const logProvider = (show: ((message: OutboxMessage) => void) | undefined): Provider => ({
  async send(message) {
    show?.(message);
    return { kind: 'sent' };
  },
});
