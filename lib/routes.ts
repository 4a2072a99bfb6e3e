import {
  type Integration,
  integrations,
  platforms,
  type WebhookSender,
  webhookSenderIds,
  webhookSenders,
} from './platforms/index.ts';
import type { RouteFacts, SenderFacts } from './platforms/platform.ts';

export type RouteId = (typeof webhookSenders)[WebhookSender]['routes'][number]['id'];
export type PlatformRouteId = (typeof platforms)[Integration]['routes'][number]['id'];

export interface Route
  extends RouteFacts,
    Pick<SenderFacts, 'signatureHeader' | 'acceptsApiKey' | 'retryStatus'> {
  readonly id: RouteId;
  readonly method: 'POST';
  readonly sender: WebhookSender;
  /** True if a caller waits: faults are then answered with 200, with a message if one can be said. */
  readonly live: boolean;
}

/** A route for leads or calls. */
export interface PlatformRoute extends Route {
  readonly id: PlatformRouteId;
  readonly integration: Integration;
}

/** The CDK stack, the local gateway and the tests loop over this list. */
export const routes: readonly Route[] = webhookSenderIds.flatMap((sender) => {
  const { routes: own } = webhookSenders[sender];
  return own.map((route) => ({ ...route, ...factsOf(sender, route) }));
});

export const platformRoutes: readonly PlatformRoute[] = integrations.flatMap((integration) => {
  const { routes: own } = platforms[integration];
  return own.map((route) => ({ ...route, ...factsOf(integration, route), integration }));
});

function factsOf(sender: WebhookSender, { handles }: RouteFacts) {
  const { signatureHeader, acceptsApiKey, retryStatus } = webhookSenders[sender];
  const live = handles.includes('functions') || handles.includes('greetings');
  return { method: 'POST', sender, signatureHeader, acceptsApiKey, retryStatus, live } as const;
}

export const platformRouteIds: readonly PlatformRouteId[] = platformRoutes.map(({ id }) => id);
export const routeIds: readonly RouteId[] = routes.map(({ id }) => id);

/** Returns the route with an id. Every id of the type exists. */
export const routeById = (id: RouteId): Route => theOne(routes, id);

export const platformRouteById = (id: PlatformRouteId): PlatformRoute => theOne(platformRoutes, id);

function theOne<Known extends Route>(among: readonly Known[], id: Known['id']): Known {
  const route = among.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`No route ${id}`);
  return route;
}
