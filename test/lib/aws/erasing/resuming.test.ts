import { randomUUID } from 'node:crypto';
import { expect, it, jest } from '@jest/globals';
import { eraseLinks } from '../../../../lib/aws/erasing/erase.ts';
import { memoriesAbout, readTraces } from '../../../../lib/aws/erasing/read-traces.ts';
import { createAccountStore } from '../../../../lib/aws/stores/account-store.ts';
import { createRequestStore } from '../../../../lib/aws/stores/request-store.ts';
import { findLinks } from '../../../../lib/record/erasing/links.ts';
import { booking, type Service, startService } from '../../../functions/service.ts';
import { erasingOf, PHONE } from './fixture.ts';

jest.setTimeout(600_000);

/** A person whose data are a chain of links: number, contact of the CRM, other number, email, call. */
async function chained(service: Service): Promise<void> {
  const erasing = erasingOf(service);
  await erasing.lead({ id: 'marked_1', phone: PHONE, firstName: 'Marked' });
  await erasing.lead({ id: 'marked_1', phone: '+12125550188', lastName: 'Marked' });
  const date = new Date(service.clock.now + 9 * 24 * 3_600_000).toISOString().slice(0, 10);
  const details = { date, customerPhone: '+12125550188', email: 'marked@example.com' };
  await service.call('book_job', booking(details), { call_id: 'marked_2', from_number: 'anonymous' });
  await erasing.lead({ id: 'marked_3', email: 'marked@example.com' });
  const hidden = { call_id: 'marked_4', from_number: 'anonymous' };
  await service.call('book_job', { urgency: 'emergency', customerName: 'Marked' }, hidden);
  await erasing.ended({ ...hidden, transcript: 'Marked: two one two five five five oh one eight eight' });
}

/** Erases as the command does, with a database that fails after this many writes; whether it finished. */
async function eraseUntil(writes: number, { table, clock }: Service): Promise<boolean> {
  const now = () => clock.now;
  const dependencies = { ...table, now, pause: async () => {}, random: () => 0, newToken: randomUUID };
  let left = writes;
  const account = await createAccountStore(dependencies).byId('acme-hvac');
  if (account === undefined) throw new Error('No account');
  const deps = { ...dependencies, requests: createRequestStore(dependencies), onProgress: () => {} };
  table.document.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (/Put|Delete|Write/.test(commandName) && left-- === 0) throw new Error('cut off');
        return await next(args);
      },
    { step: 'initialize', name: 'cutOff' },
  );
  try {
    const traces = await readTraces('acme-hvac', deps);
    const { links, identity, ...found } = findLinks({ phone: PHONE }, traces, account.region);
    const who = { by: 'dispatcher:Robin', now: clock.now } as const;
    const { deliveries } = traces;
    const memories = memoriesAbout({ links, identity }, 'acme-hvac', traces.memories);
    const mentionedIn = { ...found.mentionedIn, calls: [] };
    await eraseLinks(
      { links, identity, mentionedIn, deliveries, memories, account, cancel: false, who },
      deps,
    );
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'cut off') return false;
    throw error;
  } finally {
    table.document.middlewareStack.remove('cutOff');
  }
}

it('an erasure that is interrupted after any write is completed by the next run', async () => {
  let isWhole = false;
  for (let writes = 0; !isWhole; writes++) {
    const service = await startService();
    const erasing = erasingOf(service);
    await chained(service);
    expect((await erasing.find('--phone', PHONE)).requests).toHaveLength(5);
    isWhole = await eraseUntil(writes, service);
    await erasing.erase('--phone', PHONE);
    expect(await erasing.stored()).not.toMatch(/marked|2125550(123|188)/i);
    await service.stop();
  }
});
