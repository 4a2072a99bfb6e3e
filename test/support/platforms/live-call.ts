import type { Service } from '../../functions/service.ts';
import * as voiceone from './voiceone.ts';
import * as voicetwo from './voicetwo.ts';
import { toolCalls } from './voicetwo-tool-calls.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A function by its name on either platform. */
export interface Spoken {
  readonly voiceone: string;
  readonly voicetwo: string;
}

export const checkAvailability: Spoken = { voiceone: 'check_availability', voicetwo: 'checkAvailability' };
export const book: Spoken = { voiceone: 'book_job', voicetwo: 'bookAppointment' };
export const lookUp: Spoken = { voiceone: 'lookup_customer', voicetwo: 'lookupCustomer' };
export const handOver: Spoken = { voiceone: 'transfer_call', voicetwo: 'transferToHuman' };

/** One call of a caller as a platform carries it. */
export interface LiveCall {
  /** Calls a function as the next invocation and gives what the agent hears. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on what is heard, whatever its shape.
  ask(fn: Spoken, args?: Fields): Promise<any>;
  /** Sends an earlier function call again, as it was: its number counts from 0. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  sendAgain(invocation: number): Promise<any>;
  /** Sends what the platform tells at the end of a call. */
  end(): Promise<void>;
}

export type Platform = 'voiceone' | 'voicetwo';

/** A call on that platform, from that number. */
export function startCall(service: Service, platform: Platform, callId: string, from: string): LiveCall {
  return platform === 'voiceone' ? voiceoneCall(service, callId, from) : voicetwoCall(service, callId, from);
}

function voiceoneCall(service: Service, callId: string, from: string): LiveCall {
  const over = { call_id: callId, from_number: from };
  const invocations: voiceone.Invocation[] = [];
  const sent: object[] = [];
  const post = async (body: object) => {
    const answer = await service.send('voiceone-function-call', body);
    return answered(answer.status, answer.body);
  };
  return {
    async ask(fn, args = {}) {
      const invocation = { id: `tool_${invocations.length}`, name: fn.voiceone, args };
      const body = voiceone.functionCall(invocation, voiceone.phoneCall, over, [...invocations]);
      sent.push(body);
      const result = await post(body);
      invocations.push({ ...invocation, result });
      return result;
    },
    sendAgain: (invocation) => post(at(sent, invocation)),
    async end() {
      const { status } = await service.send('voiceone-call-complete', voiceone.callEnded(over));
      answered(status, undefined, 204);
    },
  };
}

function voicetwoCall(service: Service, callId: string, from: string): LiveCall {
  const over = { id: callId, customer: { number: from } };
  const sent: object[] = [];
  const post = async (body: object) => {
    const answer = await service.send('voicetwo', body);
    return JSON.parse(answered(answer.status, answer.body).results[0].result);
  };
  return {
    async ask(fn, args = {}) {
      const call = { id: `toolu_${sent.length}`, name: fn.voicetwo, arguments: args };
      const body = toolCalls({ toolCallList: [call] }, voicetwo.callOf(over));
      sent.push(body);
      return await post(body);
    },
    sendAgain: (invocation) => post(at(sent, invocation)),
    async end() {
      const { status } = await service.send('voicetwo', voicetwo.report(over));
      answered(status, undefined);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
function answered(status: number, body: any, expected = 200): any {
  if (status !== expected) throw new Error(`Answered with ${status}`);
  return body;
}

function at(sent: readonly object[], invocation: number): object {
  const body = sent[invocation];
  if (body === undefined) throw new Error(`No invocation ${invocation}`);
  return body;
}
