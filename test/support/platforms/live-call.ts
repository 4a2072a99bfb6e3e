import { functionNames } from '../../../lib/platforms/function-names.ts';
import type { VoicePlatform } from '../../../lib/platforms/index.ts';
import type { Service } from '../../functions/service.ts';
import * as voiceone from './voiceone.ts';
import * as voicetwo from './voicetwo.ts';
import { toolCalls } from './voicetwo-tool-calls.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A function by its name on each platform. */
export type Spoken = Readonly<Record<VoicePlatform, string>>;

export const {
  check_availability: checkAvailability,
  book_job: book,
  lookup_customer: lookUp,
  reschedule_job: reschedule,
  cancel_job: cancel,
  hold_time: hold,
  take_message: takeMessage,
  get_service_types: serviceTypes,
  transfer_call: handOver,
  update_job: update,
} = functionNames;

/** One call of a caller on a platform. */
export interface LiveCall {
  /** Calls a function as the next invocation and returns what the agent hears. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on what callers hear, whatever its shape.
  ask(fn: Spoken, args?: Fields): Promise<any>;
  /** Repeats an earlier function call unchanged; its number counts from 0. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  sendAgain(invocation: number): Promise<any>;
  /** Sends a report of the call with the functions called so far; platform two's second report lacks them. */
  end(report?: 'first' | 'second'): Promise<void>;
  /** Sends a report of the call in which the caller said nothing, and no function was called. */
  endInSilence(): Promise<void>;
}

export type Platform = VoicePlatform;

const calls: Readonly<Record<Platform, typeof voiceoneCall>> = {
  voiceone: voiceoneCall,
  voicetwo: voicetwoCall,
};

/** A call on that platform, from that number. */
export function startCall(service: Service, platform: VoicePlatform, callId: string, from: string): LiveCall {
  return calls[platform](service, callId, from);
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
    async end(which = 'first') {
      const report = which === 'first' ? voiceone.callEnded : voiceone.callAnalyzed;
      const { status } = await service.send('voiceone-call-complete', report(over, invocations));
      answered(status, undefined, 204);
    },
    async endInSilence() {
      const report = voiceone.callEnded({ ...over, ...voiceone.greetingOnly }, []);
      answered((await service.send('voiceone-call-complete', report)).status, undefined, 204);
    },
  };
}

function voicetwoCall(service: Service, callId: string, from: string): LiveCall {
  const over = { id: callId, customer: { number: from } };
  const sent: object[] = [];
  const told: Fields[] = [];
  const post = async (body: object): Promise<string> => {
    const answer = await service.send('voicetwo', body);
    return answered(answer.status, answer.body).results[0].result;
  };
  return {
    async ask(fn, args = {}) {
      const call = { id: `toolu_${sent.length}`, name: fn.voicetwo, arguments: args };
      const body = toolCalls({ toolCallList: [call] }, voicetwo.callOf(over));
      sent.push(body);
      const result = await post(body);
      told.push(...voicetwo.toolCallMessages(call.id, call.name, args, result));
      return JSON.parse(result);
    },
    sendAgain: async (invocation) => JSON.parse(await post(at(sent, invocation))),
    async end(which = 'first') {
      const report = which === 'first' ? voicetwo.report(over, 'a', told) : voicetwo.olderReport(over);
      const { status } = await service.send('voicetwo', report);
      answered(status, undefined);
    },
    async endInSilence() {
      const { message } = voicetwo.report(over);
      const artifact = { ...voicetwo.greetingOnly };
      const { transcript, messages } = artifact;
      const report = { message: { ...message, transcript, messages, artifact } };
      answered((await service.send('voicetwo', report)).status, undefined);
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
