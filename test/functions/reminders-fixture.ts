import { createHandler } from '../../functions/reminders/handler.ts';
import { createAccountReader } from '../../lib/aws/stores/account-reader.ts';
import { createReminderReader } from '../../lib/aws/stores/reminder-reader.ts';
import type { RequestStore } from '../../lib/record/ports.ts';
import { lambdaContext } from '../support/events.ts';
import type { Service } from './service.ts';

/** Runs the function that the scheduler runs every minute; returns its log lines. */
export async function runReminders(service: Service, commit?: RequestStore['commit']): Promise<object[]> {
  const { dependencies } = service;
  const { deps } = service.container();
  const lines: object[] = [];
  const handler = createHandler({
    ...deps,
    requests: { ...deps.requests, commit: commit ?? deps.requests.commit },
    reminders: createReminderReader(dependencies),
    accounts: createAccountReader({ ...dependencies, withinMs: 1_000 }),
    log: (line) => lines.push(line),
  });
  await deps.rights.runAs('reminders', () => handler(undefined, lambdaContext()));
  return lines;
}
