import { createHandler as createCrm } from '../../functions/crm/handler.ts';
import { createHandler as createCallComplete } from '../../functions/voiceone-call-complete/handler.ts';
import { createHandler as createCallInbound } from '../../functions/voiceone-call-inbound/handler.ts';
import { createHandler as createFunctionCall } from '../../functions/voiceone-function-call/handler.ts';
import { allStores, type ContainerDependencies } from '../../lib/aws/composition.ts';
import { createSecretCache, type SecretCache } from '../../lib/secrets/secret-cache.ts';
import { secretText } from './requests.ts';

/** A secret that is already loaded. */
export const loadedSecret = (): SecretCache =>
  createSecretCache({ load: async () => secretText, now: Date.now });

/** The handlers as in a container, without the log. */
export function handlersOver(dependencies: ContainerDependencies, secrets = loadedSecret()) {
  const deps = { ...allStores(dependencies), secrets, log: () => undefined };
  return {
    crm: createCrm(deps),
    callInbound: createCallInbound(deps),
    functionCall: createFunctionCall(deps),
    callComplete: createCallComplete(deps),
  };
}

export const context = { awsRequestId: 'bench', functionName: 'bench' };
