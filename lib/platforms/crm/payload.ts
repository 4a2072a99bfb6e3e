import * as v from 'valibot';
import { FlatBody, isFlatBody } from './flat-body.ts';
import { NestedBody } from './nested-body.ts';

/**
 * A lead from the CRM, as the premium webhook action or the free action sends it. Refuses only missing required fields;
 * everything else is stored as text if possible, and `flagged` names the fields that a person should check.
 */
export const CrmPayload = v.lazy((body) => (isFlatBody(body) ? FlatBody : NestedBody));
