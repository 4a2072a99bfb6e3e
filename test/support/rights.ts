import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  boardGrants,
  boardUpdateGrants,
  type Grant,
  grantsOf,
  liveGrants,
  messageEventGrants,
  pageGrants,
  reminderGrants,
} from '../../infra/grants.ts';
import { type RouteId, routes } from '../../lib/routes.ts';

/** One operation, as DynamoDB checks permissions for it. */
interface Operation {
  readonly action: string;
  readonly index: string | undefined;
  readonly key: string;
}

// Commands contain values as the service has them, or in DynamoDB's own form, depending on where they are
// intercepted.
const Text = v.union([
  v.string(),
  v.pipe(
    v.object({ S: v.string() }),
    v.transform(({ S }) => S),
  ),
]);
const Keyed = v.object({ pk: Text });
const Single = v.union([
  v.pipe(
    v.object({ Key: Keyed }),
    v.transform(({ Key }) => Key.pk),
  ),
  v.pipe(
    v.object({ Item: Keyed }),
    v.transform(({ Item }) => Item.pk),
  ),
]);
const Query = v.object({
  IndexName: v.optional(v.string()),
  KeyConditionExpression: v.string(),
  ExpressionAttributeValues: v.record(v.string(), v.unknown()),
});
const Written = v.object({
  RequestItems: v.record(
    v.string(),
    v.array(
      v.object({
        PutRequest: v.optional(v.object({ Item: Keyed })),
        DeleteRequest: v.optional(v.object({ Key: Keyed })),
      }),
    ),
  ),
});
const Batch = v.object({ RequestItems: v.record(v.string(), v.object({ Keys: v.array(Keyed) })) });
const Transaction = v.object({ TransactItems: v.array(v.record(v.string(), v.unknown())) });
const actionNames: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** What DynamoDB checks permissions for in a command, given as its client or its HTTP API takes it. */
export function operationsOf(command: string, input: unknown): readonly Operation[] {
  if (command === 'TransactWriteItemsCommand' || command === 'TransactWriteCommand') {
    return v.parse(Transaction, input).TransactItems.flatMap((item) =>
      Object.entries(item).map(([kind, operation]) => ({
        action: actionNames[kind] ?? kind,
        index: undefined,
        key: v.parse(Single, operation),
      })),
    );
  }
  if (command === 'BatchGetCommand' || command === 'BatchGetItemCommand') {
    return Object.values(v.parse(Batch, input).RequestItems).flatMap(({ Keys }) =>
      Keys.map(({ pk }) => ({ action: 'BatchGetItem', index: undefined, key: pk })),
    );
  }
  if (command === 'BatchWriteCommand' || command === 'BatchWriteItemCommand') {
    return Object.values(v.parse(Written, input).RequestItems)
      .flat()
      .flatMap(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? [])
      .map(({ pk }) => ({ action: 'BatchWriteItem', index: undefined, key: pk }));
  }
  if (command === 'QueryCommand') {
    const { IndexName, KeyConditionExpression, ExpressionAttributeValues } = v.parse(Query, input);
    const [name = ''] = /:\w+/.exec(KeyConditionExpression) ?? [];
    return [{ action: 'Query', index: IndexName, key: v.parse(Text, ExpressionAttributeValues[name]) }];
  }
  const action = `${command.replace(/(Item)?Command$/, '')}Item`;
  return [{ action, index: undefined, key: v.parse(Single, input) }];
}

/** A function over the table. */
type Served = RouteId | 'board' | 'board-live' | 'board-updates' | 'messages' | 'pages' | 'reminders';

const withExpressions = (grants: readonly Grant[]) =>
  grants.map((grant) => ({ ...grant, keys: expressionOf(grant.keys) }));

/** The grants of each function, with one expression for the keys of each. */
const rights = new Map<Served, ReturnType<typeof withExpressions>>([
  ...routes.map((route) => [route.id, withExpressions(grantsOf(route))] as const),
  ['board', withExpressions(boardGrants)],
  ['board-live', withExpressions(liveGrants)],
  ['board-updates', withExpressions(boardUpdateGrants)],
  ['messages', withExpressions(messageEventGrants)],
  ['pages', withExpressions(pageGrants)],
  ['reminders', withExpressions(reminderGrants)],
]);

/** Matches as IAM's `StringLike`, of whose wildcards only `*` is in use. */
function expressionOf(forms: readonly string[]): RegExp {
  const escaped = forms.map((form) =>
    form
      .split('*')
      .map((part) => part.replaceAll(/\W/g, '\\$&'))
      .join('.*'),
  );
  return new RegExp(`^(?:${escaped.join('|')})$`, 's');
}

const isGranted = (route: Served, { action, index, key }: Operation): boolean =>
  (rights.get(route) ?? []).some(
    (grant) =>
      grant.index === index &&
      grant.actions.some((name) => name === `dynamodb:${action}`) &&
      grant.keys.test(key),
  );

/** Limits a route to its permissions, as IAM does once it is deployed. */
export function holdToRights(document: DynamoDBDocumentClient) {
  const running = new AsyncLocalStorage<Served>();
  const refused = new Set<string>();
  document.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const route = running.getStore();
        if (route === undefined) return await next(args);
        for (const operation of operationsOf(commandName, args.input)) {
          if (isGranted(route, operation)) continue;
          const { action, index = 'the table', key } = operation;
          refused.add(`${route} may not do ${action} on ${key.replace(/#.*/s, '#')} of ${index}`);
          throw new Error('AccessDeniedException');
        }
        return await next(args);
      },
    { step: 'initialize', name: 'holdToRights' },
  );
  return {
    runAs: <T>(route: Served, run: () => T): T => running.run(route, run),
    /** What was refused: a permission that `infra/grants.ts` lacks, or a call that should not be made. */
    refused: (): readonly string[] => [...refused],
  };
}
