import type { VoicetwoMessage } from '../../lib/adapters/voicetwo/payload.ts';
import type { Answer } from '../../lib/http/pipeline.ts';
import type { VerifiedRequest, WebhookDependencies } from '../../lib/http/webhook.ts';
import type { CallStore } from '../../lib/record/ports.ts';
import type { AccountFinder } from '../../lib/voice/account-of-report.ts';
import type { VoiceDependencies } from '../../lib/voice/voice-function.ts';

export interface VoicetwoDependencies extends WebhookDependencies, VoiceDependencies {
  readonly accounts: AccountFinder;
  readonly calls: CallStore;
}

type Message<Type extends VoicetwoMessage['type']> = Extract<VoicetwoMessage, { type: Type }>;

/** Answers messages of one type. */
export type Handle<Type extends VoicetwoMessage['type']> = (
  message: Message<Type>,
  request: VerifiedRequest,
  deps: VoicetwoDependencies,
) => Promise<Answer>;
