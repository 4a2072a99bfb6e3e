import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { routeById } from '../../lib/routes.ts';
import { DAY_MS } from '../../lib/scheduling/time.ts';
import { apiGatewayEvent } from './events.ts';
import { signHmac } from './signers.ts';

export const secret = 'a-secret-for-races-and-faults';
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const startedAt = Date.now();

/** A clock that stands still: no deadline passes, however busy the machine is. */
export const stoppedClock = (): number => startedAt;

/** Ten days from now in UTC, the zone of these accounts. */
export const date = new Date(startedAt + 10 * DAY_MS).toISOString().slice(0, 10);

export interface AccountOptions {
  readonly accountId: string;
  readonly technicians: number;
  readonly durationMinutes?: number;
  readonly hold?: { readonly seconds: number; readonly perNumber: number };
  readonly onCall?: readonly object[];
}

/** Stores an account that works from 8 to 18 every day; its agent's id equals its own. */
export async function storeAccount(
  where: { readonly document: DynamoDBDocumentClient; readonly tableName: string },
  { accountId, technicians, durationMinutes = 60, hold, onCall }: AccountOptions,
): Promise<void> {
  await createAccountStore({ ...realDependencies(where), now: stoppedClock }).put({
    accountId,
    name: 'Race',
    timezone: 'UTC',
    origins: { voiceone: [accountId] },
    hours: Object.fromEntries(days.map((day) => [day, [['08:00', '18:00']]])),
    booking: { gridMinutes: 30, bufferMinutes: 0, hold },
    onCall,
    serviceTypes: [{ id: 'ac', name: 'AC Repair', durationMinutes }],
    technicians: Array.from({ length: technicians }, (_, index) => ({
      id: `t${index}`,
      name: `Tech ${index}`,
    })),
  });
}

export interface Asked {
  readonly accountId: string;
  readonly callId: string;
  readonly time: string;
  readonly invocation?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  /** The call whose number it comes from; by default its own. */
  readonly sameNumberAs?: string;
}

/** A phone number for each call, so that no customer has too many appointments. */
export function phoneOf(callId: string): string {
  let sum = 0;
  for (const character of callId) sum = (sum * 31 + character.charCodeAt(0)) % 9000;
  return `+1212555${String(1000 + sum)}`;
}

/** A signed function call, by default a booking. */
export function functionCallEvent({
  accountId,
  callId,
  time,
  invocation,
  args,
  name = 'book_job',
  sameNumberAs = callId,
}: Asked) {
  const number = phoneOf(sameNumberAs);
  // A day and a time of a cancellation would have to be those of the visit.
  const when = name === 'cancel_job' ? {} : { date, time };
  const body = JSON.stringify({
    name,
    args: {
      ...when,
      serviceType: 'AC Repair',
      customerName: 'Jo',
      customerPhone: number,
      ...args,
    },
    call: {
      call_id: callId,
      agent_id: accountId,
      from_number: number,
      transcript_with_tool_calls: invocation === undefined ? [] : [{ tool_call_id: invocation }],
    },
  });
  const route = routeById('voiceone-function-call');
  const headers = signHmac(body, secret, { header: route.signatureHeader });
  return apiGatewayEvent({ route, body, headers });
}
