import { describe, expect, it } from '@jest/globals';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { oneSkilled, withCommandLine } from './command-line-fixture.ts';

const NUMBER = '+12125550123';
const fixture = withCommandLine(oneSkilled);
const { lead, booked } = fixture;
const show = (id: string) => fixture.cli.json('requests', 'show', id);

describe('split', () => {
  it('separates a lead from the appointment that it became', async () => {
    const id = await lead('AC Repair', { phone: NUMBER });
    expect(await booked()).toBe(id);
    const before = await show(id);
    expect(before).toMatchObject({ status: 'scheduled', merged: [{ source: 'crm' }] });
    const { code, out } = await fixture.cli.run('requests', 'split', id, '--by', 'Kim');
    expect(code).toBe(0);
    const [, separated = ''] = /^(dr_\w+) is a separate request again \(requested\)/.exec(out) ?? [];
    expect(await show(separated)).toMatchObject({
      status: 'requested',
      source: 'crm',
      serviceType: 'AC Repair',
      createdAt: before.createdAt,
      customer: before.merged[0].customer,
      history: [{ to: 'requested', by: 'dispatcher:Kim', why: `split from ${id}` }],
    });
    const after = await show(id);
    expect(after).toMatchObject({ status: 'scheduled', appointment: before.appointment });
    expect(after).not.toHaveProperty('merged');
    expect(after.history.at(-1)).toMatchObject({
      by: 'dispatcher:Kim',
      why: expect.stringContaining(separated),
    });
  });

  it('removes the note of a lead that came after the booking', async () => {
    await booked();
    const id = await lead('AC Repair', { phone: NUMBER });
    expect((await show(id)).leadNotes).toContain('From a lead');
    const { request, separated } = await fixture.cli.json('requests', 'split', id);
    expect(request).toMatchObject({ dispatchRequestId: id, status: 'scheduled' });
    expect(request).not.toHaveProperty('leadNotes');
    expect(separated).toMatchObject({ status: 'requested', source: 'crm' });
    expect(await show(separated.dispatchRequestId)).toEqual(separated);
  });

  it('changes nothing if nothing was merged', async () => {
    const id = await lead();
    const { code, out } = await fixture.cli.run('requests', 'split', id);
    expect([code, out]).toEqual([0, `Nothing to change: ${id} already has this state (requested).`]);
    expect(await show(id)).toMatchObject({ version: 1 });
  });
});

describe('an emergency that is split off', () => {
  const hours = everyDay(['00:00', '24:00']);
  const ana = { technicianId: 'ana', phone: '+12125550101', role: 'first', hours };
  const staffed = withCommandLine({ ...oneSkilled, onCall: [ana] });

  /** A booking that took up an emergency from a form. */
  async function bookedAfterEmergency(): Promise<string> {
    const body = {
      type: 'WorkflowWebhook',
      locationId: 'loc_acme',
      contact: { id: 'c1', firstName: 'Jo', phone: NUMBER },
      customData: { serviceRequested: 'AC Repair', urgency: 'emergency' },
    };
    const { dispatchRequestId } = (await staffed.service.send('crm', body)).body;
    expect(await staffed.booked()).toBe(dispatchRequestId);
    return dispatchRequestId;
  }

  it('must be acknowledged itself', async () => {
    const { request, separated } = await staffed.cli.json('requests', 'split', await bookedAfterEmergency());
    const { alertedAt, notified, escalatesAt } = request;
    expect(escalatesAt).toEqual(expect.any(String));
    expect(separated).toMatchObject({
      urgency: 'emergency',
      ...{ alertedAt, notified, escalatesAt, dueAt: escalatesAt },
    });
  });

  it('is not escalated if somebody has acknowledged it already', async () => {
    const id = await bookedAfterEmergency();
    await staffed.cli.run('requests', 'acknowledge', id);
    const { separated } = await staffed.cli.json('requests', 'split', id);
    expect(separated).toMatchObject({ urgency: 'emergency' });
    expect(separated).not.toHaveProperty('escalatesAt');
  });
});
