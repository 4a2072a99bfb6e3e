import type { Account } from '../../accounts/account.ts';
import { voicetwo } from '../../platforms/voicetwo.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';
import { connectDescription, HANG_UP_DESCRIPTION } from '../tools/connect-tool.ts';
import { descriptionOf, offeredTo, timeoutSeconds } from '../tools/descriptions.ts';
import { parametersOf } from '../tools/function-schema.ts';
import { holdingFor } from '../tools/holding-phrases.ts';
import { withNames } from '../tools/names.ts';

/** If there is no answer after this many milliseconds, the caller hears that it takes longer. */
const DELAYED_AFTER = 4000;

export interface ToolServer {
  readonly url: string;
  /** The platform's id for its signing credential. */
  readonly credentialId: string;
}

/** Returns the tools of an assistant on platform two, each to be posted separately. */
export const voicetwoTools = (server: ToolServer, account?: Account) => [
  ...offeredTo(account).map((entry) => functionTool(entry, server, account)),
  transferTool(),
  hangUpTool(),
];

function functionTool(entry: CatalogedFunction, server: ToolServer, account: Account | undefined) {
  // Without a text, the platform would say its own.
  const { start = '', delayed, failed } = holdingFor(account)[entry.voiceone];
  return {
    type: 'function' as const,
    async: false,
    function: {
      name: entry[voicetwo.id],
      description: withNames(descriptionOf(entry).description, voicetwo.id),
      parameters: parametersOf(entry, voicetwo.id, account),
    },
    server: { ...server, timeoutSeconds: timeoutSeconds(entry) },
    messages: [
      { type: 'request-start' as const, content: start, blocking: false },
      {
        type: 'request-response-delayed' as const,
        content: delayed,
        timingMilliseconds: DELAYED_AFTER,
      },
      { type: 'request-failed' as const, content: failed, endCallAfterSpokenEnabled: false },
    ],
  };
}

/**
 * This tool has no destinations, so the platform asks the assistant's server with a `transfer-destination-request`.
 */
function transferTool() {
  return {
    type: 'transferCall' as const,
    function: { name: voicetwo.connectTool, description: connectDescription(voicetwo.id) },
    destinations: [],
  };
}

function hangUpTool() {
  return {
    type: 'endCall' as const,
    function: { name: voicetwo.hangUpTool, description: HANG_UP_DESCRIPTION },
    // The model has said goodbye before this tool hangs up.
    messages: [{ type: 'request-start' as const, content: '' }],
  };
}
