import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type ContainerDependencies, reminderStores } from '../../lib/aws/composition.ts';
import { toRequestItem } from '../../lib/aws/items/request-item.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { sendDueReminders } from '../../lib/intake/send-due.ts';
import { dispatchRequestIdFrom } from '../../lib/record/ids.ts';
import type { DispatchRequest } from '../../lib/record/request.ts';
import { HOUR_MS } from '../../lib/scheduling/time.ts';
import { lambdaContext } from '../support/events.ts';
import { functionCallEvent } from '../support/race-account.ts';
import { accountDocument, dependenciesOver, withDatabase } from './database.ts';
import { handlersOver } from './handlers.ts';
import { progress } from './progress.ts';
import { alternate, type Row, row } from './report.ts';
import { leadEvent, lookUpEvent } from './requests.ts';

/** The most items that DynamoDB takes in one batch. */
const BATCH = 25;
/** Another account may change what an account's requests take by a tenth. */
const FAIR = { atMost: 1.1 };
const [OWN, OTHER] = ['bench-0', 'bench-1'];

/** An emergency of an account that should have been escalated an hour ago, or one of its leads. */
function requestOf(accountId: string, number: number, isLead: boolean): DispatchRequest {
  const due = new Date(Date.now() - HOUR_MS).toISOString();
  const alert = { urgency: 'emergency', alertedAt: due, dueAt: due, escalatesAt: due } as const;
  return {
    ...{ dispatchRequestId: dispatchRequestIdFrom(['fairness', accountId, String(number)]), accountId },
    ...{ status: 'requested', urgency: 'routine', source: isLead ? 'crm' : 'voiceone', version: 1 },
    ...{ createdAt: due, updatedAt: due, needsReview: [], customer: { phone: '+12125550199' } },
    ...{ invocations: [], history: [{ at: due, to: 'requested', by: isLead ? 'crm' : 'caller' }] },
    ...(isLead ? {} : alert),
  };
}

/**
 * A table with one due emergency of an account, and requests of another, half of them due; or as many requests of as many
 * accounts, one of them due.
 */
async function serve(deps: ContainerDependencies, count: number, isSpread: boolean) {
  const accounts = createAccountStore(deps);
  for (const accountId of [OWN, OTHER]) await accounts.put(accountDocument(accountId));
  const own = requestOf(OWN, 0, false);
  const others = Array.from({ length: count }, (_, number) =>
    isSpread && number > 0
      ? requestOf(`${OTHER}-${number}`, number, true)
      : requestOf(OTHER, number, number % 2 === 1),
  );
  const items = [own, ...others].map((request) => toRequestItem(request, undefined));
  for (let from = 0; from < items.length; from += BATCH) {
    const puts = items.slice(from, from + BATCH).map((Item) => ({ PutRequest: { Item } }));
    await deps.document.send(new BatchWriteCommand({ RequestItems: { [deps.tableName]: puts } }));
    progress('storing requests', from, items.length);
  }
  progress('storing requests', items.length, items.length);
  const { crm, functionCall } = handlersOver(deps);
  const reminders = reminderStores(deps);
  let calls = 0;
  return {
    lead: () => crm(leadEvent(OWN, `contact_${++calls}`), lambdaContext()),
    lookUp: () => functionCall(lookUpEvent(OWN, `look_${++calls}`), lambdaContext()),
    emergency: () =>
      functionCall(
        functionCallEvent({
          accountId: OWN,
          callId: `emergency_${++calls}`,
          time: '',
          args: { urgency: 'emergency' },
        }),
        lambdaContext(),
      ),
    /** Until the account's emergency would be written: nothing is, so that it stays due. */
    escalation: () =>
      new Promise<void>((resolve) => {
        let isOver = false;
        const commit = async ({ next }: { next: DispatchRequest }) => {
          if (next.accountId === OWN) {
            isOver = true;
            resolve();
          }
          return { kind: 'stored' } as const;
        };
        const now = () => (isOver ? Number.MAX_SAFE_INTEGER : Date.now());
        const requests = { ...reminders.requests, commit };
        void sendDueReminders({ ...reminders, requests, now }, Date.now() + HOUR_MS);
      }),
  };
}

/** What an account waits for beside thousands of leads and due emergencies of one other, against those of thousands. */
export function fairnessRows(quick: boolean): Promise<readonly Row[]> {
  const many = quick ? 1_000 : 10_000;
  return withDatabase((endpoint, tableName) =>
    withDatabase(async (otherEndpoint, otherTable) => {
      const beside = await serve(dependenciesOver(endpoint, tableName), many, false);
      const alone = await serve(dependenciesOver(otherEndpoint, otherTable), many, true);
      const rounds = quick ? 51 : 201;
      const rows: Row[] = [];
      for (const what of ['lead', 'lookUp', 'emergency', 'escalation'] as const) {
        const times = await alternate(rounds, beside[what], alone[what]);
        rows.push(
          row(`${what} beside ${many} requests of one account`, 'of many accounts', 'ms', times, FAIR),
        );
      }
      return rows;
    }),
  );
}
