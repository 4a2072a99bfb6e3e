import { createHandler as createCrm } from '../functions/crm/handler.ts';
import { createHandler as createMessagingTwilio } from '../functions/messaging-twilio/handler.ts';
import { createHandler as createMessagingWebhook } from '../functions/messaging-webhook/handler.ts';
import { createHandler as createCallComplete } from '../functions/voiceone-call-complete/handler.ts';
import { createHandler as createCallInbound } from '../functions/voiceone-call-inbound/handler.ts';
import { createHandler as createFunctionCall } from '../functions/voiceone-function-call/handler.ts';
import { createHandler as createVoicetwo } from '../functions/voicetwo/handler.ts';
import type { allStores } from '../lib/aws/composition.ts';
import type { HttpHandler } from '../lib/http/pipeline.ts';
import type { WebhookDependencies } from '../lib/http/webhook.ts';
import type { RouteId } from '../lib/routes.ts';
import { whereMessagesAreSeen } from '../lib/touch/seen-at.ts';

/** The shared dependencies of all routes' handlers. */
export type HandlerDependencies = ReturnType<typeof allStores> & Pick<WebhookDependencies, 'secrets' | 'log'>;

const seeAt = whereMessagesAreSeen({ boardUrl: undefined, stack: undefined });

/** The handlers of all routes as in one container, with their own caches. */
export const createHandlers = (deps: HandlerDependencies): Readonly<Record<RouteId, HttpHandler>> => ({
  crm: createCrm(deps),
  'voiceone-call-inbound': createCallInbound(deps),
  'voiceone-function-call': createFunctionCall(deps),
  'voiceone-call-complete': createCallComplete(deps),
  voicetwo: createVoicetwo(deps),
  'messaging-webhook': createMessagingWebhook({ ...deps, seeAt }),
  'messaging-twilio': createMessagingTwilio({ ...deps, seeAt }),
});
