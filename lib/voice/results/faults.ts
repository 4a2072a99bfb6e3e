import * as v from 'valibot';
import { dangerFacts, message } from './parts.ts';

/** A fault as a result: platforms ignore answers without status 200, and the caller would hear silence. */
export const faultResult = v.pipe(
  v.strictObject({
    error: v.strictObject({
      code: v.pipe(
        v.picklist([
          'unknown_function',
          'unknown_account',
          'assistant_id_missing',
          'temporarily_unavailable',
          'outcome_unknown',
          'internal',
        ]),
        v.description(
          '`temporarily_unavailable`: nothing was stored. `outcome_unknown`: repeating it is safe.',
        ),
      ),
      message,
    }),
    ...dangerFacts,
  }),
  v.description('What went wrong, with a message for the caller; in an emergency, also whom to dial.'),
);
export type FaultResult = v.InferOutput<typeof faultResult>;
export type ErrorCode = FaultResult['error']['code'];
