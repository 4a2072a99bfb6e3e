import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const emergency = (args: object = {}, over: object = {}) =>
  service.call('book_job', { urgency: 'emergency', ...args }, { ...over });
const stored = (answer: { dispatchRequestId: string }) => service.requests.get(answer.dispatchRequestId);

describe('an emergency', () => {
  it('keeps the spoken number even if it is invalid', async () => {
    const answer = await service.call('book_job', {
      urgency: 'emergency',
      customerPhone: '555 0123',
      notes: 'gas',
    });
    expect(await service.requests.get(answer.dispatchRequestId)).toMatchObject({
      customer: { phone: '+12125550123' },
      notes: 'gas\nPhone as said: 555 0123',
      needsReview: expect.arrayContaining(['customerPhone']),
    });
  });

  it('is never booked: a person takes over, and "tomorrow is fine" turns it into an appointment', async () => {
    const emergency = await service.call('book_job', { urgency: 'Emergency', customerName: 'Dana' });
    expect(emergency).toMatchObject({ confirmed: false, reason: 'needs_human', transferTo: '+12125550100' });
    expect(await service.requests.get(emergency.dispatchRequestId)).toMatchObject({
      status: 'requested',
      urgency: 'emergency',
    });
    const booked = await service.call('book_job', booking());
    expect(booked).toMatchObject({ confirmed: true, dispatchRequestId: emergency.dispatchRequestId });
    const again = await service.call('book_job', booking({ urgency: 'emergency' }));
    expect(again).toMatchObject({ reason: 'needs_human', dispatchRequestId: emergency.dispatchRequestId });
    expect(await service.requests.get(emergency.dispatchRequestId)).toMatchObject({
      status: 'scheduled',
      urgency: 'emergency',
      needsReview: expect.arrayContaining(['urgency']),
      history: [
        'emergency',
        '2026-06-10 9:00 AM with Ana; urgency stays emergency',
        'more about the emergency',
      ].map((why) => expect.objectContaining({ by: 'caller', why, callId: 'voiceone:call_1' })),
    });
  });

  it('keeps earlier details when it is reported again with more', async () => {
    const first = await emergency({ notes: 'Smell of gas' });
    await emergency({ serviceType: 'the thing in the cellar' });
    expect(await stored(first)).toMatchObject({
      serviceType: 'the thing in the cellar',
      needsReview: ['danger', 'serviceType', 'address'],
    });
    const details = { customerName: 'Dana Miller', address: '7 Elm Street', notes: 'Two children' };
    const second = await emergency({ ...details, serviceType: 'furnace repair' });
    expect(second).toMatchObject({ dispatchRequestId: first.dispatchRequestId, reason: 'needs_human' });
    expect(await stored(first)).toMatchObject({
      status: 'requested',
      serviceTypeId: 'heating-repair',
      customer: { name: 'Dana Miller', address: '7 Elm Street', phone: '+12125550123' },
      notes: 'Smell of gas\nService as said: furnace repair\nTwo children',
      needsReview: ['danger'],
    });
  });

  it('that the call moves stays an emergency, flagged, with a line in its history', async () => {
    const booked = await service.call('book_job', booking());
    await emergency();
    const moved = await service.call('book_job', booking({ time: '1:00 PM' }));
    expect(moved).toMatchObject({ confirmed: true, time: '1:00 PM' });
    expect(await stored(booked)).toMatchObject({
      urgency: 'emergency',
      needsReview: expect.arrayContaining(['urgency']),
    });
    expect((await stored(booked))?.history.at(-1)?.why).toBe(
      '2026-06-10 1:00 PM with Ana; urgency stays emergency',
    );
  });

  it('stays an emergency if the call cancels it and books the service again', async () => {
    const told = await emergency({ serviceType: 'AC Repair' });
    await service.call('cancel_job');
    expect(await service.call('book_job', booking())).toMatchObject({
      confirmed: true,
      dispatchRequestId: told.dispatchRequestId,
    });
    expect(await stored(told)).toMatchObject({
      urgency: 'emergency',
      needsReview: expect.arrayContaining(['urgency']),
    });
    const [item] = await service.items(`REQUEST#${told.dispatchRequestId}`);
    expect(item?.events).toContain('dispatch-request.needs-review');
  });

  it('is flagged again if it is reported after a review', async () => {
    const told = await emergency();
    await service.call('book_job', booking());
    await service.review(told.dispatchRequestId);
    expect(await stored(told)).toMatchObject({ urgency: 'emergency', needsReview: [] });
    await emergency();
    expect(await stored(told)).toMatchObject({ needsReview: expect.arrayContaining(['urgency']) });
  });

  it('that is reported again unchanged stores nothing', async () => {
    const told = { customerName: 'Dana Miller', notes: 'Smell of gas', customerPhone: '555 0123' };
    const first = await emergency(told);
    const version = (await stored(first))?.version;
    const { dispatchRequestId } = first;
    expect(await emergency(told)).toMatchObject({ dispatchRequestId, reason: 'needs_human' });
    expect((await stored(first))?.version).toBe(version);
  });

  it('keeps the appointment whose urgency it raises, with the new details', async () => {
    const booked = await service.call('book_job', booking({ notes: 'It rattles' }));
    const raised = await emergency({ address: '7 Elm Street', notes: 'Now it smells of gas' });
    expect(raised.dispatchRequestId).toBe(booked.dispatchRequestId);
    expect(await stored(booked)).toMatchObject({
      status: 'scheduled',
      urgency: 'emergency',
      serviceTypeId: 'ac-repair',
      appointment: { minute: 9 * 60 },
      customer: { name: 'Dana Miller', address: '7 Elm Street' },
      notes: 'It rattles\nNow it smells of gas',
      needsReview: ['danger', 'urgency'],
    });
  });

  it('of an unknown service needs no review after it is booked as a service', async () => {
    const told = await emergency({ serviceType: 'the thing in the cellar' });
    const booked = await service.call('book_job', booking({ address: '7 Elm Street' }));
    expect(booked.dispatchRequestId).toBe(told.dispatchRequestId);
    expect(await stored(told)).toMatchObject({ serviceType: 'AC Repair', needsReview: ['urgency'] });
  });

  it('that became an appointment does not block other times for it', async () => {
    const asked = { date: '2026-06-10', serviceType: 'AC Repair' };
    const { availableSlots: before } = await service.call('check_availability', asked);
    await emergency({ notes: 'Smell of gas' });
    await service.call('book_job', booking());
    const { availableSlots } = await service.call('check_availability', asked);
    expect(availableSlots).toEqual(before);
    const heating = { ...asked, serviceType: 'Heating Repair' };
    const { availableSlots: others } = await service.call('check_availability', heating);
    expect(others).not.toContainEqual(expect.objectContaining({ time: '9:00 AM' }));
    expect(await service.call('book_job', booking({ time: '9:30 AM' }))).toMatchObject({ confirmed: true });
  });

  it('is not raised or reported again by a late retry', async () => {
    const invoked = (id: string) => ({ transcript_with_tool_calls: [{ tool_call_id: id }] });
    const told = await emergency({}, invoked('tool_1'));
    await service.call('book_job', booking(), invoked('tool_2'));
    expect(await emergency({}, invoked('tool_1'))).toMatchObject({
      dispatchRequestId: told.dispatchRequestId,
    });
    expect(await stored(told)).toMatchObject({ status: 'scheduled', urgency: 'emergency', version: 2 });
    await service.call('cancel_job', {}, invoked('tool_3'));
    await emergency({}, invoked('tool_1'));
    expect(await stored(told)).toMatchObject({ status: 'canceled', version: 3 });
    await emergency({}, invoked('tool_4'));
    expect(await stored(told)).toMatchObject({ status: 'requested', urgency: 'emergency' });
  });

  it('that was a false alarm is canceled in the same call without its id', async () => {
    const told = await emergency({ notes: 'Smell of gas' });
    expect(await service.call('cancel_job', { reason: 'It was the stove' })).toEqual({
      canceled: true,
      dispatchRequestId: told.dispatchRequestId,
      message: 'Your visit is canceled. Is there anything else?',
    });
    expect(await stored(told)).toMatchObject({ status: 'canceled' });
    expect(await service.call('cancel_job')).toMatchObject({ canceled: true });
  });

  it('is not canceled from another call without its id', async () => {
    const told = await emergency();
    expect(await service.call('cancel_job', {}, { call_id: 'call_2' })).toMatchObject({
      reason: 'no_appointment',
    });
    expect(await stored(told)).toMatchObject({ status: 'requested' });
  });

  it('is canceled by its service or id beside an appointment, which is canceled by default', async () => {
    const booked = await service.call('book_job', booking(), { call_id: 'call_0' });
    const told = await emergency({ serviceType: 'furnace repair' });
    expect(await service.call('cancel_job', { serviceType: 'furnace' })).toMatchObject({
      canceled: true,
      dispatchRequestId: told.dispatchRequestId,
    });
    expect(await emergency({ serviceType: 'furnace repair' })).toMatchObject(told);
    expect(await service.call('cancel_job')).toMatchObject({
      canceled: true,
      dispatchRequestId: booked.dispatchRequestId,
    });
    expect(await stored(told)).toMatchObject({ status: 'requested' });
  });

  it('of several is selected by its service', async () => {
    const first = await emergency({ serviceType: 'furnace repair' });
    const second = await emergency({ serviceType: 'AC repair' });
    const answer = await service.call('cancel_job');
    const ids = answer.appointments.map((one: { dispatchRequestId: string }) => one.dispatchRequestId);
    expect(new Set(ids)).toEqual(new Set([first.dispatchRequestId, second.dispatchRequestId]));
    expect(answer).toMatchObject({ canceled: false, reason: 'ambiguous_appointment' });
    expect(answer.message).toContain('the Heating Repair that has no time yet');
  });

  it('cannot be moved: it has no appointment', async () => {
    const told = await emergency({ serviceType: 'furnace repair' });
    const when = { date: '2026-06-10', time: '9:00 AM' };
    for (const args of [when, { ...when, dispatchRequestId: told.dispatchRequestId }])
      expect(await service.call('reschedule_job', args)).toMatchObject({
        confirmed: false,
        reason: 'no_appointment',
      });
    expect(await stored(told)).toMatchObject({ status: 'requested' });
  });
});
