import * as v from 'valibot';
import { MAX_CALLER } from '../../record/calls.ts';
import type { Greeting } from '../../voice/known-before-hello.ts';
import { cutText, idText, objectOf } from '../values.ts';

const events = ['call_inbound', 'chat_inbound'] as const;
export type InboundEvent = (typeof events)[number];

/** A call that rings, or a text message that begins a chat. */
export interface Inbound {
  readonly event: InboundEvent;
  /** Absent if the number has no agent of its own. */
  readonly agentId: string | undefined;
  /** As reported; not yet validated. */
  readonly caller: string | undefined;
}

/** Only the event is required: what is known of the caller is only a help. */
export const VoiceoneInbound = v.pipe(
  v.looseObject({ event: v.picklist(events, `${events.join(' or ')}`) }),
  v.transform(({ event, ...body }): Inbound => {
    const inbound = objectOf(body[event]);
    return {
      event,
      agentId: idText(inbound.agent_id),
      caller: cutText(MAX_CALLER, inbound.from_number),
    };
  }),
);

/** The answer under the name of the event. Without a greeting the platform goes on with its own settings. */
export function inboundAnswer(event: InboundEvent, greeting: Greeting | undefined) {
  return { [event]: greeting === undefined ? {} : { dynamic_variables: greeting } };
}
