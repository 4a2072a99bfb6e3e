import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { OutboxMessage } from '../../record/outbox/message.ts';
import type { Outbox } from '../../record/outbox/outbox.ts';
import { offeredKey } from '../stores/freed-time-store.ts';
import { createOutbox, textedKey } from '../stores/outbox-store.ts';
import type { TableDependencies } from '../table/operations.ts';

/** Reading or changing the messages of one request or number may take this many milliseconds. */
const STEP_MS = 10_000;

/**
 * Removes a person from the outbox: the words of what was sent about their requests or to their numbers (E.164), and
 * the numbers and addresses that it went to. What is due is not sent. Messages stay, without them, until they expire.
 */
export async function eraseMessages(
  accountId: string,
  about: { readonly requestIds: readonly string[]; readonly phones: readonly string[] },
  deps: TableDependencies,
): Promise<void> {
  const outbox = createOutbox({ ...deps, newToken: randomUUID });
  for (const id of about.requestIds)
    for (const { messageId } of await outbox.ofRequest(accountId, id, deps.now() + STEP_MS))
      await eraseMessage(messageId, outbox, deps);
  for (const phone of about.phones) {
    // Messages without a number are in the list of none, so that each list begins with those that are left.
    for (let isLeft = true; isLeft; ) {
      const listed = await outbox.ofRecipient(accountId, phone, deps.now() + STEP_MS);
      const erasing = listed.map(({ messageId }) => eraseMessage(messageId, outbox, deps));
      isLeft = (await Promise.all(erasing)).some((isNew) => isNew);
    }
  }
  for (const phone of about.phones) {
    for (const Key of [textedKey({ accountId, to: phone }), offeredKey(accountId, phone)])
      await deps.document.send(new DeleteCommand({ TableName: deps.tableName, Key }));
  }
}

/** Erases a message and those that its failure led to. Returns whether it was not erased before. */
async function eraseMessage(
  messageId: string,
  outbox: Outbox,
  deps: Pick<TableDependencies, 'now'>,
): Promise<boolean> {
  // The index may be behind, and the message may be handed over meanwhile.
  for (;;) {
    const found = await outbox.get(messageId, deps.now() + STEP_MS);
    if (found === undefined || isErased(found)) return false;
    for (const id of found.ledTo ?? []) await eraseMessage(id, outbox, deps);
    const change = { next: erased(found), previous: found, messages: [] };
    if ((await outbox.change(change, deps.now() + STEP_MS)) === 'stored') return true;
  }
}

const isErased = ({ text, status }: OutboxMessage): boolean => text === '' && status !== 'due';

/** People on call and the office keep their numbers: only the words are about the person. */
function erased(message: OutboxMessage): OutboxMessage {
  const isTheirs = message.audience === 'customer';
  const kept = {
    ...message,
    ...{ text: '', subject: undefined, segments: undefined },
    ...(isTheirs && { to: '', name: undefined }),
  };
  return message.status === 'due' ? { ...kept, status: 'suppressed', reason: 'erased' } : kept;
}
