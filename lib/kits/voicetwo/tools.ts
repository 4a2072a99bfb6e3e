import { type Account, languages } from '../../accounts/account.ts';
import type { FunctionName } from '../../platforms/function-names.ts';
import { voicetwo } from '../../platforms/voicetwo.ts';
import type { CatalogedFunction } from '../../voice/catalog.ts';
import { connectDescription, HANG_UP_DESCRIPTION } from '../tools/connect-tool.ts';
import { descriptionOf, offeredTo, timeoutSeconds } from '../tools/descriptions.ts';
import { parametersOf } from '../tools/function-schema.ts';
import { type Holding, holdingIn } from '../tools/holding-phrases.ts';
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
  const { voiceone: name } = entry;
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
      { type: 'request-start' as const, ...saidAs('start', name, account), blocking: false },
      {
        type: 'request-response-delayed' as const,
        ...saidAs('delayed', name, account),
        timingMilliseconds: DELAYED_AFTER,
      },
      {
        type: 'request-failed' as const,
        ...saidAs('failed', name, account),
        endCallAfterSpokenEnabled: false,
      },
    ],
  };
}

/**
 * Returns what the platform says while a function runs, in the company's language and in the others, from which it
 * chooses the language of the call. Without a text, it would say its own.
 */
function saidAs(phrase: keyof Holding[FunctionName], name: FunctionName, account: Account | undefined) {
  const own = account?.language ?? 'en';
  const others = languages.filter((language) => language !== own);
  const contents = [own, ...others].flatMap((language) => {
    const text = holdingIn(language)[name][phrase];
    return text === undefined ? [] : [{ type: 'text' as const, text, language }];
  });
  const [{ text: content } = { text: '' }] = contents;
  return { content, ...(contents.length === 0 ? {} : { contents }) };
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
