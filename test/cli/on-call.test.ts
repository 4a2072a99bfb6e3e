import { describe, expect, it } from '@jest/globals';
import { onCallWarnings } from '../../cli/accounts.ts';
import { parseAccount } from '../../lib/accounts/document/account-document.ts';
import { accountDocument } from '../functions/service.ts';
import { everyDay, onCallDocument } from '../lib/accounts/on-call-document.ts';
import { withCommandLine } from './command-line-fixture.ts';

const ana = {
  technicianId: 'ana',
  phone: '+12125550101',
  role: 'first',
  hours: everyDay(['17:00', '08:00']),
};
const kim = { name: 'Kim', phone: '+12125550103', role: 'manager', hours: everyDay(['00:00', '24:00']) };
const fixture = withCommandLine({ onCall: [kim, ana] });
const oncall = ['technicians', 'oncall', '--account', 'acme-hvac'];

const channels = ['sms', 'voice'];

describe('technicians oncall', () => {
  it('lists who is on call now, in order', async () => {
    expect(await fixture.cli.json(...oncall)).toEqual([
      { name: 'Kim', phone: kim.phone, role: 'manager', channels },
    ]);
    expect((await fixture.cli.run(...oncall)).out).toMatch(/manager +│ Kim +│ \+12125550103/);
  });

  it("lists them at a time on the account's clocks", async () => {
    expect(await fixture.cli.json(...oncall, '--at', '2026-06-05T02:00')).toEqual([
      { name: 'Ana', phone: ana.phone, role: 'first', technicianId: 'ana', channels },
      { name: 'Kim', phone: kim.phone, role: 'manager', channels },
    ]);
    expect((await fixture.cli.run(...oncall, '--at', '2026-06-05')).err).toContain('YYYY-MM-DDTHH:MM');
  });

  it('says that nobody is', async () => {
    await fixture.service.accounts.put(accountDocument({ onCall: [] }));
    expect((await fixture.cli.run(...oncall)).out).toContain('Nobody is on call');
  });
});

describe('warnings about people on call', () => {
  const warningsOf = (over: object, now = '2026-06-01T12:00:00Z') =>
    onCallWarnings(parseAccount(onCallDocument(over)), Date.parse(now));
  const { onCall } = onCallDocument();
  const isTechnician = ({ technicianId }: { technicianId?: string }) => technicianId === 'ana';

  it('are none for the example, and none without anyone', () => {
    expect(warningsOf({ emergency: { book: true } })).toEqual([]);
    expect(warningsOf({ onCall: undefined })).toEqual([]);
  });

  it('name services that nobody can take', () => {
    expect(warningsOf({ onCall: onCall.filter(isTechnician) })).toEqual([
      "Warning: nobody on call has the skills for Drain Cleaning: its emergencies go to the account's number.",
    ]);
  });

  it('name shifts that are over', () => {
    expect(warningsOf({}, '2026-06-15T12:00:00Z')).toEqual(['Warning: onCall[1].shifts are all over.']);
  });

  it('say that nothing can be booked without a technician', () => {
    expect(warningsOf({ onCall: onCall.slice(0, 1), emergency: { book: true } })).toEqual([
      'Warning: emergency.book has no effect: onCall names no technician.',
    ]);
  });
});

describe('requests acknowledge', () => {
  it('acknowledges an emergency once, and shows who was notified', async () => {
    const { dispatchRequestId: id } = await fixture.service.call('book_job', { urgency: 'emergency' });
    const { out: shown } = await fixture.cli.run('requests', 'show', id);
    expect(shown).toMatch(/acknowledge by +│ 2026-06-01 8:10 AM/);
    expect(shown).toMatch(/notified +│ Kim \(manager, 2026-06-01 8:00 AM/);
    expect(await fixture.cli.json('requests', 'acknowledge', id, '--by', 'Robin')).toMatchObject({
      acknowledgedAt: '2026-06-01T12:00:00.000Z',
      history: [{}, { by: 'dispatcher:Robin', why: 'acknowledged' }],
    });
    expect((await fixture.cli.run('requests', 'acknowledge', id)).out).toContain('Nothing to change');
  });
});
