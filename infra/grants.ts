import type { IndexName } from '../lib/aws/table.ts';
import type { RouteId } from '../lib/routes.ts';

/** A transaction needs the actions of its operations; it has none of its own. */
type TableAction = 'dynamodb:GetItem' | 'dynamodb:PutItem' | 'dynamodb:Query' | 'dynamodb:UpdateItem';

export interface Grant {
  readonly tableActions: readonly TableAction[];
  /** Indexes that the function may query. */
  readonly indexes: readonly IndexName[];
}

const live: Grant = {
  tableActions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
  // byAccount serves lists on the command line; no request of a function lists an account.
  indexes: ['byCustomer', 'byCall'],
};

const lead: Grant = { tableActions: ['dynamodb:GetItem', 'dynamodb:PutItem'], indexes: [] };

const callRecord: Grant = {
  // The update is the item through which calls are listed.
  tableActions: ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
  indexes: [],
};

/**
 * What each function may do with the table: only what its code calls. Beside this a function reads its own
 * integration's secret and writes its own log, nothing else.
 */
export const grants: Readonly<Record<RouteId, Grant>> = {
  crm: lead,
  'voiceone-function-call': live,
  'voiceone-call-complete': callRecord,
  voicetwo: live,
};
