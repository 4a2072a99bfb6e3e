import { kits } from '../../lib/kits/index.ts';
import type { RouteId } from '../../lib/routes.ts';

/** The endpoint of a body, by its shape; undefined if it matches none. */
export function routeOfBody(body: Uint8Array): RouteId | undefined {
  const fields = fieldsOf(body);
  if (fields === undefined) return undefined;
  const has = (name: string) => Object.hasOwn(fields, name);
  const [found] = Object.values(kits).flatMap(({ routeOf }) => routeOf(has) ?? []);
  return found;
}

function fieldsOf(body: Uint8Array): object | undefined {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}
