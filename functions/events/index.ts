import { writeLine } from '../../lib/http/metrics.ts';
import { createHandler } from './handler.ts';

export const handler = createHandler({ now: Date.now, log: writeLine });
