/** The systems that send webhooks; each has its own secret, its own origins and its own signature header. */
export type Integration = 'crm' | 'voiceone' | 'voicetwo';

export const integrations = ['crm', 'voiceone', 'voicetwo'] as const satisfies readonly Integration[];

/** The header of an integration's signature where its key names no other. Lower case. */
export const signatureHeaderOf: Readonly<Record<Integration, string>> = {
  crm: 'x-wh-signature',
  voiceone: 'x-voiceone-signature',
  voicetwo: 'x-voicetwo-signature',
};

/** One endpoint of the service. The CDK stack, the local gateway and the tests loop over this list. */
export interface Route {
  /** Also the name of its folder in `functions/`. */
  readonly id: 'crm' | 'voiceone-function-call' | 'voiceone-call-complete' | 'voicetwo';
  readonly method: 'POST';
  readonly path: string;
  readonly integration: Integration;
  /** Largest body in bytes that is accepted, after base64 is undone. */
  readonly maxBodyBytes: number;
  /** Whether someone is on the line while it runs: faults are answered with 200 and a message to say. */
  readonly live: boolean;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export const routes = [
  {
    id: 'crm',
    method: 'POST',
    path: '/api/webhooks/crm',
    integration: 'crm',
    maxBodyBytes: 256 * KIB,
    live: false,
  },
  {
    id: 'voiceone-function-call',
    method: 'POST',
    path: '/api/webhooks/voiceone/function-call',
    integration: 'voiceone',
    maxBodyBytes: 4 * MIB,
    live: true,
  },
  {
    id: 'voiceone-call-complete',
    method: 'POST',
    path: '/api/webhooks/voiceone/call-complete',
    integration: 'voiceone',
    maxBodyBytes: 4 * MIB,
    live: false,
  },
  {
    id: 'voicetwo',
    method: 'POST',
    path: '/api/webhooks/voicetwo',
    integration: 'voicetwo',
    maxBodyBytes: 4 * MIB,
    live: true,
  },
] as const satisfies readonly Route[];

export type RouteId = (typeof routes)[number]['id'];

/** The route of that id. Every id of the type exists, so there is no "not found". */
export function routeById(id: RouteId): Route {
  const route = routes.find((candidate) => candidate.id === id);
  if (route === undefined) throw new Error(`No route ${id}`);
  return route;
}
