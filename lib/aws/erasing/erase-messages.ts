import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { OutboxMessage } from '../../record/outbox/message.ts';
import type { Outbox } from '../../record/outbox/outbox.ts';
import { fromMessageItem, recipientKey } from '../items/message-item.ts';
import { offeredKey } from '../stores/freed-time-store.ts';
import { createOutbox, textedKey } from '../stores/outbox-store.ts';
import { inIndex, queryPage, type StoreDependencies } from '../table/operations.ts';

/** So many messages to a number are erased at once. */
const PAGE = 50;

/** Reading or changing the messages of one request or number may take this many milliseconds. */
const STEP_MS = 10_000;

/**
 * Removes a person from the outbox: the words of what was sent about their requests or to their numbers (E.164), and
 * the numbers and addresses that it went to. What is due is not sent. Messages stay, without them, until they expire.
 */
export async function eraseMessages(
  accountId: string,
  about: { readonly requestIds: readonly string[]; readonly phones: readonly string[] },
  deps: StoreDependencies,
): Promise<void> {
  const outbox = createOutbox(deps);
  for (const id of about.requestIds)
    for (const { messageId } of await outbox.ofRequest(accountId, id, deps.now() + STEP_MS))
      await eraseMessage(messageId, outbox, deps);
  for (const phone of about.phones) {
    const query = inIndex('byCustomer', recipientKey(accountId, phone));
    // Erased messages may or may not have left the list by the next page, which begins after a key whatever became of it.
    let from: Record<string, unknown> | undefined;
    do {
      const page = await queryPage(query, { limit: PAGE, from }, deps, deps.now() + STEP_MS);
      await Promise.all(
        page.items.map((item) => eraseMessage(fromMessageItem(item).messageId, outbox, deps)),
      );
      from = page.next;
    } while (from !== undefined);
  }
  for (const phone of about.phones) {
    for (const Key of [textedKey({ accountId, to: phone }), offeredKey(accountId, phone)])
      await deps.document.send(new DeleteCommand({ TableName: deps.tableName, Key }));
  }
}

/** Erases a message and those that its failure led to. */
async function eraseMessage(
  messageId: string,
  outbox: Outbox,
  deps: Pick<StoreDependencies, 'now'>,
): Promise<void> {
  // The index may be behind, and the message may be handed over meanwhile.
  for (;;) {
    const found = await outbox.get(messageId, deps.now() + STEP_MS);
    if (found === undefined || isErased(found)) return;
    for (const id of found.ledTo ?? []) await eraseMessage(id, outbox, deps);
    const change = { next: erased(found), previous: found, messages: [] };
    if ((await outbox.change(change, deps.now() + STEP_MS)) === 'stored') return;
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
