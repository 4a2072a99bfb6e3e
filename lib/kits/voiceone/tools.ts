import type { Account } from '../../accounts/account.ts';
import { voiceone } from '../../platforms/voiceone.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';
import { connectDescription, HANG_UP_DESCRIPTION } from '../tools/connect-tool.ts';
import { descriptionOf, offeredTo, timeoutSeconds } from '../tools/descriptions.ts';
import { parametersOf } from '../tools/function-schema.ts';
import { holdingIn } from '../tools/holding-phrases.ts';
import { withNames } from '../tools/names.ts';

/** A function's result fills this dynamic variable, which the dialing tool reads. */
const TRANSFER_VARIABLE = 'transfer_number';

/**
 * Returns the tools of an agent on platform one, for `general_tools`.
 * @param url the function-call endpoint
 */
export const voiceoneTools = (url: string, account?: Account) => [
  ...offeredTo(account).map((entry) => customTool(entry, url, account)),
  dialTool(),
  hangUpTool(),
];

function customTool(entry: CatalogedFunction, url: string, account: Account | undefined) {
  const { description, mayTransfer = false } = descriptionOf(entry);
  const { start } = holdingIn(account?.language ?? 'en')[entry.voiceone];
  return {
    type: 'custom' as const,
    name: entry[voiceone.id],
    description: withNames(description, voiceone.id),
    url,
    method: 'POST' as const,
    // Without the envelope the function's name would be missing.
    args_at_root: false,
    parameter_type: 'json' as const,
    parameters: parametersOf(entry, voiceone.id, account),
    speak_during_execution: start !== undefined,
    ...(start !== undefined && {
      // A fixed text would be in one language, whatever the caller speaks.
      execution_message_type: 'prompt' as const,
      execution_message_description: `Say only "${start}", in the language of the call.`,
    }),
    speak_after_execution: true,
    timeout_ms: timeoutSeconds(entry) * 1000,
    ...(mayTransfer && { response_variables: { [TRANSFER_VARIABLE]: '$.transferTo' } }),
  };
}

/** A function can't transfer a call on this platform. This tool dials the number that the function returned. */
function dialTool() {
  return {
    type: 'transfer_call' as const,
    name: voiceone.connectTool,
    description: connectDescription(voiceone.id),
    transfer_destination: { type: 'predefined' as const, number: `{{${TRANSFER_VARIABLE}}}` },
    transfer_option: { type: 'cold_transfer' as const, show_transferee_as_caller: false },
    // The agent has already said the function's message.
    speak_during_execution: false,
  };
}

/** The model has said goodbye before this tool hangs up. */
function hangUpTool() {
  return {
    type: 'end_call' as const,
    name: voiceone.hangUpTool,
    description: HANG_UP_DESCRIPTION,
    speak_during_execution: false,
  };
}
