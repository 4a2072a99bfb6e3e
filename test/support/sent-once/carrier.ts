import type { OutboxMessage } from '../../../lib/record/outbox/message.ts';
import type { HandoverResult, Provider, Providers } from '../../../lib/touch/providers/provider.ts';
import { pick } from '../random.ts';
import type { Machine } from './machine.ts';

/** What a carrier will report of a message. */
export interface Report {
  readonly messageId: string;
  readonly type: 'message.delivered' | 'message.failed';
  readonly reason?: string;
}

/** What may go wrong with a message that is handed over. */
const faultsOfCarrier = [
  ...['refused', 'busy', 'unreachable', 'answerLost', 'hang', 'broken', 'late'],
] as const;
const reasons = ['invalid_number', 'refused_422', 'unreachable', 'landline', 'opted_out'];

/** Milliseconds until the service gives an answer up, and of a slow one. */
const HANG_MS = 5_000;
const LATE_MS = 3_000;

export interface CarrierOptions {
  readonly random: () => number;
  readonly clock: { now: number };
  readonly machine: Machine;
  /** Hears of each message that is handed over, before anything is answered. */
  readonly onHandedOver: (message: OutboxMessage) => void;
  /** Hears of each message that the carrier brings to its recipient. */
  readonly onTaken: (message: OutboxMessage) => void;
}

/** A provider of messages that sometimes refuses, hangs, or takes a message without saying so. */
export function createCarrier({ random, clock, machine, onHandedOver, onTaken }: CarrierOptions) {
  const reports: Report[] = [];
  const take = (message: OutboxMessage) => {
    onTaken(message);
    const { messageId, template } = message;
    machine.count(`taken ${template}`);
    const fails = random() < 0.1;
    const report: Report = fails
      ? { messageId, type: 'message.failed', reason: 'unreachable' }
      : { messageId, type: 'message.delivered' };
    // Some are never reported, some twice, and some as sent and then as failed.
    if (random() < 0.8) reports.push(report);
    if (random() < 0.3) reports.push(report);
    if (random() < 0.1) reports.push({ messageId, type: 'message.delivered' });
  };
  const maybe = (message: OutboxMessage) => {
    if (random() < 0.5) take(message);
  };

  function answer(message: OutboxMessage): HandoverResult {
    if (random() >= machine.faults()) {
      take(message);
      return { kind: 'sent', providerId: `carrier ${message.messageId}` };
    }
    const fault = pick(random, faultsOfCarrier);
    machine.count(`carrier ${fault}`);
    switch (fault) {
      case 'refused':
        return { kind: 'failed', reason: pick(random, reasons) };
      case 'busy':
        return { kind: 'later', afterMs: pick(random, [1_000, 30_000]) };
      case 'unreachable':
        return { kind: 'later' };
      case 'answerLost':
        take(message);
        return { kind: 'unknown', reason: 'connection_lost' };
      case 'hang':
        clock.now += HANG_MS;
        maybe(message);
        return { kind: 'unknown', reason: 'no_answer' };
      case 'broken':
        maybe(message);
        throw new Error('The connection broke.');
      case 'late':
        clock.now += LATE_MS;
        take(message);
        return { kind: 'sent' };
    }
  }

  const provider: Provider = {
    async send(message) {
      await machine.reach('before hand-over');
      onHandedOver(message);
      const result = answer(message);
      await machine.reach('after hand-over');
      return result;
    },
  };
  const providers: Providers = { webhook: provider };
  return {
    providers,
    /** Takes one of the reports that are on their way, in any order. */
    nextReport(): Report | undefined {
      const [report] = reports.splice(Math.floor(random() * reports.length), 1);
      return report;
    },
  };
}
