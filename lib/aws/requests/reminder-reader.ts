import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Reminders } from '../../dispatch/reminders/reminder.ts';
import { withinDeadline } from '../within-deadline.ts';
import { REMINDERS_KEY } from './request-item.ts';
import type { RequestDependencies } from './request-store.ts';

/** Requests per run; the next run continues. */
const MAX_PER_RUN = 100;
const Listed = v.object({ dispatchRequestId: v.string() });

/** Lists the requests that are due for a reminder. */
export function createReminderReader(deps: RequestDependencies): Reminders {
  const { document, tableName } = deps;
  return {
    async due(now, deadline) {
      const query = new QueryCommand({
        TableName: tableName,
        IndexName: 'byReminder',
        KeyConditionExpression: 'reminderKey = :all AND remindAt <= :now',
        ExpressionAttributeValues: { ':all': REMINDERS_KEY, ':now': now },
        Limit: MAX_PER_RUN,
      });
      const { Items = [] } = await withinDeadline(deadline, deps, (options) => document.send(query, options));
      return Items.map((item) => v.parse(Listed, item).dispatchRequestId);
    },
  };
}
