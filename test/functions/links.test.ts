import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createLinkStore } from '../../lib/aws/stores/link-store.ts';
import { type LinkFacts, newLink } from '../../lib/record/link.ts';
import { cliOf } from '../cli/run-cli.ts';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() => accountDocument());
const links = () => createLinkStore(service().dependencies);
const deadline = () => service().clock.now + 1_000;

async function stored(facts: LinkFacts) {
  const { link } = newLink(facts, { baseUrl: '', token: randomBytes(16), now: service().clock.now });
  await links().put(link, deadline());
  return link;
}

const book = async (
  over: Record<string, unknown> = {},
  call: Record<string, unknown> = {},
): Promise<string> => (await service().call('book_job', booking(over), call)).dispatchRequestId;

const accountId = 'acme-hvac';
const visit = (dispatchRequestId: string) => ({ kind: 'visit', accountId, dispatchRequestId }) as const;
const revoke = (...args: string[]) =>
  cliOf(service()).json('links', 'revoke', '--account', accountId, ...args);

describe('links', () => {
  it('of a request are revoked, those of others stay', async () => {
    const dispatchRequestId = await book();
    const own = [
      await stored(visit(dispatchRequestId)),
      await stored({ kind: 'alert', accountId, dispatchRequestId, name: 'Ana' }),
    ];
    const other = await stored(visit('dr_0123456789abcdefghjk'));

    expect(await revoke('--request', dispatchRequestId)).toEqual({ revoked: 2 });
    for (const { linkId } of own) expect(await links().get(linkId, deadline())).toBeUndefined();
    expect(await links().get(other.linkId, deadline())).toEqual(other);
    expect(await revoke('--request', dispatchRequestId)).toEqual({ revoked: 0 });
  });

  it('of a technician are revoked', async () => {
    const day = { kind: 'day', accountId, date: '2026-06-01' } as const;
    const own = await stored({ ...day, technicianId: 'ana' });
    const other = await stored({ ...day, technicianId: 'ben' });

    expect(await revoke('--technician', 'ana')).toEqual({ revoked: 1 });
    expect(await links().get(own.linkId, deadline())).toBeUndefined();
    expect(await links().get(other.linkId, deadline())).toEqual(other);
  });

  it('are revoked by a command that says whose', async () => {
    const cli = cliOf(service());
    const command = ['links', 'revoke', '--account', accountId];
    expect(await cli.run(...command)).toMatchObject({ code: 1, err: expect.stringContaining('--request') });
    const both = await cli.run(...command, '--request', 'dr_0123456789abcdefghjk', '--technician', 'ana');
    expect(both.code).toBe(2);
  });

  it('die with the person', async () => {
    const own = await stored(visit(await book()));
    const other = await stored(
      visit(
        await book(
          { customerName: 'Lee Park', customerPhone: '+12125550177', time: '13:00' },
          { call_id: 'call_2', from_number: '+12125550177' },
        ),
      ),
    );
    const person = ['--account', accountId, '--phone', '+12125550123'];
    await cliOf(service()).json('customers', 'delete', ...person, '--keep-visits', '--yes');

    expect(await links().get(own.linkId, deadline())).toBeUndefined();
    expect(await links().get(other.linkId, deadline())).toEqual(other);
  });

  it('allow as many changes as asked, however many come at once', async () => {
    const { linkId } = await stored(visit(await book()));
    const counted = await Promise.all(
      Array.from({ length: 8 }, () => links().countChange(linkId, 5, deadline())),
    );

    expect(counted.filter((one) => one === 'counted')).toHaveLength(5);
    expect(counted.filter((one) => one === 'too_many')).toHaveLength(3);
    await revoke('--request', (await stored(visit('dr_0123456789abcdefghjk'))).linkId);
    expect(await links().countChange('unknown', 5, deadline())).toBe('gone');
  });
});
