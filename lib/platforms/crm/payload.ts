import * as v from 'valibot';
import { FlatBody, isFlatBody } from './flat-body.ts';
import { SeedBody } from './seed-body.ts';

/**
 * A lead from the CRM: the body that the premium webhook action sends, or the flat one of the free action. Refuses only
 * what is required; everything else is kept as text where it can be, and its field's name stands in `flagged`.
 */
export const CrmPayload = v.lazy((body) => (isFlatBody(body) ? FlatBody : SeedBody));
