import { type Integration, integrations, platforms } from './platforms/index.ts';
import type { Platform, PlatformRoute } from './platforms/platform.ts';

export type RouteId = (typeof platforms)[Integration]['routes'][number]['id'];

export interface Route
  extends PlatformRoute,
    Pick<Platform, 'signatureHeader' | 'acceptsApiKey' | 'retryStatus'> {
  readonly id: RouteId;
  readonly method: 'POST';
  readonly integration: Integration;
  /** True if a caller waits: faults are then answered with 200, with a message if one can be said. */
  readonly live: boolean;
}

/** The CDK stack, the local gateway and the tests loop over this list. */
export const routes: readonly Route[] = integrations.flatMap((integration) => {
  const { signatureHeader, acceptsApiKey, retryStatus, routes: own } = platforms[integration];
  return own.map((route): Route => {
    const handles: readonly string[] = route.handles;
    return {
      ...route,
      method: 'POST',
      integration,
      signatureHeader,
      acceptsApiKey,
      retryStatus,
      live: handles.includes('functions') || handles.includes('greetings'),
    };
  });
});

export const routeIds: readonly RouteId[] = routes.map(({ id }) => id);

/** Returns the route with an id. Every id of the type exists. */
export function routeById(id: RouteId): Route {
  const route = routes.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`No route ${id}`);
  return route;
}
