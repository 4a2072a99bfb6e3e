import { expect, it } from '@jest/globals';
import { boardOf } from '../functions/board-fixture.ts';
import { startService } from '../functions/service.ts';
import { storedText } from '../support/stored.ts';
import { type Args, documentOf, planter } from './planted/planter.ts';
import { sources } from './planted/sources.ts';

/** Stored texts that nobody writes: a new field is either planted or belongs here. */
const structural = {
  keys: [
    'pk',
    'sk',
    'accountKey',
    'callKey',
    'callerKey',
    'customerKey',
    'dayKey',
    'queueKey',
    'reminderKey',
  ],
  orders: ['queueOrder', 'startsAt', 'remindAt'],
  ids: [
    ...[
      'accountId',
      'agentId',
      'blockId',
      'callId',
      'customerId',
      'dispatchRequestId',
      'invocations',
      'keyId',
      'noteId',
    ],
    ...['mayActFor', 'refusedLeadId', 'serviceTypeId', 'siteId', 'technicianId', 'dr', 'ac-repair', 'lead'],
    'warnedBy',
  ],
  numbers: ['caller', 'phone'],
  times: [
    ...['alertedAt', 'at', 'createdAt', 'date', 'dueAt', 'endedAt', 'endsAt', 'from', 'lastAt', 'receivedAt'],
    ...['lastCallAt', 'since', 'startedAt', 'to', 'updatedAt', 'written'],
  ],
  words: [
    ...[
      'emergency',
      'event',
      'events',
      'expected',
      'functions',
      'integration',
      'kind',
      'message',
      'needsReview',
    ],
    ...['path', 'field', 'fields', 'source', 'status', 'topic', 'urgency', 'alert_caller_none'],
  ],
  ofTheAccount: ['technician'],
};
/** The intervals of a day that a technician is booked for are names, too. */
const isStructural = (name: string) => /^\d+$/.test(name) || Object.values(structural).flat().includes(name);

it('every stored text is planted, or is none of a person', async () => {
  const [stored, planted] = [new Set<string>(), new Set<string>()];
  for (const { plant } of sources) {
    const one = await startService(documentOf('acme'));
    const { mark } = planter();
    await plant({ service: one, board: boardOf(one) }, mark);
    const items: readonly Args[] = JSON.parse(await storedText(one.table));
    for (const [name, value] of items
      .filter(({ sk }) => !notOfPeople.test(`${sk}`))
      .flatMap((item) => namedTexts(item))) {
      stored.add(name);
      if (/Qzx[a-j]+xzq/.test(value)) planted.add(name);
    }
    await one.stop();
  }
  expect([...stored].filter((name) => !planted.has(name) && !isStructural(name)).sort()).toEqual([]);
});

/** Items of the account's document, which its own people write. */
const notOfPeople = /^(?:ACCOUNT|ORIGIN)/;

/** The texts in a value with the names of their fields; those in lists have the name of the list. */
function namedTexts(value: unknown, name = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (Array.isArray(value)) return value.flatMap((one: unknown) => namedTexts(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => namedTexts(one, key.replace(/_[0-9a-z]{12,}$/, '')));
}
