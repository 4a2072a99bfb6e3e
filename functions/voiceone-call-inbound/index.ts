import { accountSource, callerReaders } from '../../lib/aws/composition.ts';
import { webhookContainer } from '../../lib/aws/webhook-container.ts';
import { createHandler } from './handler.ts';

const { deps, webhook } = webhookContainer('voiceone');

export const handler = createHandler({ ...webhook, ...callerReaders(deps), accounts: accountSource(deps) });
