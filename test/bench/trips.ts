import { createServer, type Server, request as send } from 'node:http';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createSecretLoader } from '../../lib/aws/secrets.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import type { HttpHandler } from '../../lib/http/pipeline.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { startSecretsStandIn } from '../../local/stand-ins.ts';
import { accountDocument, clientOf, dependenciesOver, withDatabase } from './database.ts';
import { context, handlersOver } from './handlers.ts';
import { type Group, type Row, row } from './report.ts';
import {
  availabilityEvent,
  bookingEvent,
  callEndedEvent,
  callInboundEvent,
  leadEvent,
  lookUpEvent,
  secretText,
} from './requests.ts';

const ANSWER_MS = 100;

/** Requests that overlap are one round trip: counts how often one begins while none is under way. */
export function createWire() {
  let open = 0;
  let trips = 0;
  const servers: Server[] = [];
  return {
    count: () => trips,
    reset() {
      trips = 0;
    },
    /** An address that forwards requests to the endpoint and counts them. */
    async to(endpoint: string): Promise<string> {
      const { hostname, port, host, pathname } = new URL(endpoint);
      const server = createServer((incoming, outgoing) => {
        if (open === 0) trips++;
        open++;
        const { method, headers, url } = incoming;
        const onward = send(
          { hostname, port, method, path: url, headers: { ...headers, host } },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk) => chunks.push(chunk));
            answer.on('end', () => {
              // Delays each request, so that requests sent together arrive together.
              setTimeout(() => {
                open--;
                outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
                outgoing.end(Buffer.concat(chunks));
              }, ANSWER_MS);
            });
          },
        );
        incoming.pipe(onward);
      });
      servers.push(server);
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const address = server.address();
      return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}${pathname}`;
    },
    stop() {
      for (const server of servers) server.closeAllConnections();
      for (const server of servers) server.close();
    },
  };
}

const ACCOUNT = 'bench';

/** Counts round trips in sequence on the wire. */
export const trips: Group = {
  name: 'trips',
  title: 'Round trips in sequence, counted on the wire',
  measure: () =>
    withDatabase(async (endpoint, tableName) => {
      const wire = createWire();
      const standIn = await startSecretsStandIn(() => secretText);
      const url = await wire.to(endpoint);
      process.env.AWS_ENDPOINT_URL_SECRETS_MANAGER = await wire.to(standIn.endpoint);
      Object.assign(process.env, {
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'bench',
        AWS_SECRET_ACCESS_KEY: 'bench',
      });
      const document = clientOf(endpoint);
      await createAccountStore(realDependencies({ document, tableName })).put(accountDocument(ACCOUNT));

      async function tripsOf(handler: HttpHandler, event: APIGatewayProxyEventV2): Promise<number> {
        wire.reset();
        const { statusCode = 0 } = await handler(event, context);
        if (statusCode >= 300) throw new Error(`Answered ${statusCode}`);
        return wire.count();
      }
      /** A new container without cached secret and account. */
      const container = () => {
        const secrets = createSecretCache({ load: createSecretLoader('voiceone'), now: Date.now });
        return handlersOver(dependenciesOver(url, tableName), secrets);
      };
      const rows: Row[] = [];
      const expect = (what: string, count: number, allowed: number) =>
        rows.push(row(what, 'allowed', 'trips', [count, allowed], { atMost: 1 }));

      const cold = 'cold: secret, origin and account first';
      expect(`lead, ${cold}`, await tripsOf(container().crm, leadEvent(ACCOUNT, 'cold')), 4);
      expect(`booking, ${cold}`, await tripsOf(container().functionCall, bookingEvent(ACCOUNT, 'cold')), 5);
      const warm = container();
      await tripsOf(warm.functionCall, availabilityEvent(ACCOUNT, 'first'));
      await tripsOf(warm.crm, leadEvent(ACCOUNT, 'first'));
      expect('availability', await tripsOf(warm.functionCall, availabilityEvent(ACCOUNT, 'a')), 1);
      expect('inbound greeting', await tripsOf(warm.callInbound, callInboundEvent(ACCOUNT)), 1);
      expect('look-up', await tripsOf(warm.functionCall, lookUpEvent(ACCOUNT, 'a')), 1);
      expect('booking', await tripsOf(warm.functionCall, bookingEvent(ACCOUNT, 'b', '10:00')), 2);
      expect('a booking repeated', await tripsOf(warm.functionCall, bookingEvent(ACCOUNT, 'b', '10:00')), 1);
      expect('lead', await tripsOf(warm.crm, leadEvent(ACCOUNT, 'c')), 1);
      await tripsOf(warm.callComplete, callEndedEvent(ACCOUNT, 'd1'));
      expect('call-complete', await tripsOf(warm.callComplete, callEndedEvent(ACCOUNT, 'd2')), 1);
      standIn.stop();
      wire.stop();
      return rows;
    }),
};
