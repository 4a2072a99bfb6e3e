import type { RouteId } from '../../lib/routes.ts';

/** The endpoint that a body was sent to, by its shape; undefined where it has none of their shapes. */
export function routeOfBody(body: Uint8Array): RouteId | undefined {
  const fields = fieldsOf(body);
  if (fields === undefined) return undefined;
  const has = (name: string) => Object.hasOwn(fields, name);
  if (has('message')) return 'voicetwo';
  if (has('event')) return 'voiceone-call-complete';
  if (has('name') && (has('args') || has('call'))) return 'voiceone-function-call';
  return has('locationId') || has('contact_id') || has('location') ? 'crm' : undefined;
}

function fieldsOf(body: Uint8Array): object | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
