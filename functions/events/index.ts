import { writeLine } from '../../lib/http/write-line.ts';
import { createHandler } from './handler.ts';

export const handler = createHandler({ now: Date.now, log: writeLine });
