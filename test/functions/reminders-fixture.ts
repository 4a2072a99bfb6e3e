import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createHandler } from '../../functions/reminders/handler.ts';
import { reminderStores } from '../../lib/aws/composition.ts';
import { createAccountReader } from '../../lib/aws/stores/account-reader.ts';
import type { RequestStore } from '../../lib/record/ports.ts';
import type { Providers } from '../../lib/touch/providers/provider.ts';
import { whereMessagesAreSeen } from '../../lib/touch/seen-at.ts';
import { lambdaContext } from '../support/events.ts';
import type { Service } from './service.ts';

/** Runs the function that the scheduler runs every minute; returns its log lines. `document` reads and writes its own items. */
export async function runReminders(
  service: Service,
  commit?: RequestStore['commit'],
  providers: Providers = {},
  document: DynamoDBDocumentClient = service.dependencies.document,
): Promise<object[]> {
  const { dependencies } = service;
  const { deps } = service.container();
  const lines: object[] = [];
  const handler = createHandler({
    ...deps,
    ...reminderStores({ ...dependencies, document }),
    requests: { ...deps.requests, commit: commit ?? deps.requests.commit },
    accounts: createAccountReader({ ...dependencies, withinMs: 1_000 }),
    ...{ baseUrl: 'https://pages.example', providers },
    seeAt: whereMessagesAreSeen({ boardUrl: 'https://board.example' }),
    log: (line) => lines.push(line),
  });
  await deps.rights.runAs('reminders', () => handler(undefined, lambdaContext()));
  return lines;
}
