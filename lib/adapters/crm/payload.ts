import * as v from 'valibot';
import { requiredText } from '../given-text.ts';
import { FlatBody, isFlatBody } from './flat-body.ts';
import { NestedBody } from './nested-body.ts';

/**
 * A lead from the CRM, as the premium webhook action or the free action sends it. Refuses only missing required fields;
 * everything else is stored as text if possible, and `flagged` names the fields that a person should check.
 */
export const CrmPayload = v.lazy((body) => (isFlatBody(body) ? FlatBody : NestedBody));

const Located = v.union([
  v.pipe(
    v.object({ locationId: requiredText() }),
    v.transform(({ locationId }) => locationId),
  ),
  v.pipe(
    v.object({ location: v.object({ id: requiredText() }) }),
    v.transform(({ location }) => location.id),
  ),
]);

/** The location that a body of any shape names; undefined if it names none. */
export function locationIn(body: object): string | undefined {
  const located = v.safeParse(Located, body);
  return located.success ? located.output : undefined;
}
