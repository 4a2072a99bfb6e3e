import type { ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const service = servicePerTest(() => accountDocument());
const nine = booking({ customerPhone: undefined });
const one = { ...nine, time: '13:00' };
const call = (name: string, args: object = {}) => service().call(name, { ...args });
const stored = ({ dispatchRequestId }: { dispatchRequestId: string }) =>
  service().requests.get(dispatchRequestId);

/** From now on no write of several items is stored; each attempt takes 600 ms of the clock. */
function refuseWrites(): () => void {
  let isRefusing = true;
  service().table.document.middlewareStack.add(
    (next) => async (args) => {
      if (!isRefusing || !('TransactItems' in args.input)) return await next(args);
      service().clock.now += 600;
      throw Object.assign(new Error('throttled'), { name: 'ThrottlingException' });
    },
    { step: 'initialize', name: 'refusing' },
  );
  return () => {
    isRefusing = false;
  };
}

/** Lets every query of an index answer as the last time, as if the index had not caught up since. */
function lagging(): () => void {
  const answers = new Map<string, { readonly response: unknown; readonly output: ServiceOutputTypes }>();
  let isBehind = false;
  service().table.document.middlewareStack.add(
    (next) => async (args) => {
      const key = JSON.stringify(args.input);
      const known = key.includes('"IndexName"') ? answers.get(key) : undefined;
      if (isBehind && known !== undefined) return known;
      const answer = await next(args);
      answers.set(key, answer);
      return answer;
    },
    { step: 'initialize', name: 'lagging' },
  );
  return () => {
    isBehind = true;
  };
}

/** A visit that was booked again after it was canceled, which the indexes don't know. */
async function bookedAgain() {
  const fallBehind = lagging();
  const booked = await call('book_job', nine);
  await call('cancel_job');
  expect(await call('cancel_job')).toMatchObject({ canceled: true });
  await call('book_job', nine);
  fallBehind();
  return booked;
}

describe('where an index has not caught up', () => {
  it('a lead that the call booked and moved is moved back', async () => {
    const fallBehind = lagging();
    const lead = { id: 'contact_1', firstName: 'Dana', phone: '+12125550123' };
    const { body } = await service().send('crm', {
      ...{ type: 'WorkflowWebhook', locationId: 'loc_acme', contact: lead },
      customData: { serviceRequested: 'AC Repair' },
    });
    service().clock.now += 600_000;
    expect(await call('book_job', nine)).toMatchObject({ dispatchRequestId: body.dispatchRequestId });
    expect(await call('book_job', one)).toMatchObject({ time: '1:00 PM' });
    fallBehind();
    const back = await call('book_job', nine);
    expect(back).toMatchObject({ confirmed: true, time: '9:00 AM' });
    expect(await stored(back)).toMatchObject({ appointment: { minute: 540 } });
  });

  it('an appointment that was moved is moved back', async () => {
    const fallBehind = lagging();
    const booked = await call('book_job', nine);
    const moved = await call('reschedule_job', { date: nine.date, time: '13:00' });
    expect(moved).toMatchObject({ time: '1:00 PM' });
    fallBehind();
    expect(await call('reschedule_job', { date: nine.date, time: '09:00' })).toMatchObject({
      time: '9:00 AM',
    });
    expect(await stored(booked)).toMatchObject({ appointment: { minute: 540 } });
  });

  it('and writes are refused, nothing is confirmed that was changed since', async () => {
    const fallBehind = lagging();
    const booked = await call('book_job', nine);
    const back = { date: nine.date, time: '09:00' };
    await call('reschedule_job', { date: nine.date, time: '13:00' });
    fallBehind();
    const allow = refuseWrites();
    expect(await call('reschedule_job', back)).toMatchObject({ error: { code: 'temporarily_unavailable' } });
    expect(await stored(booked)).toMatchObject({ appointment: { minute: 780 } });
    allow();
    expect(await call('reschedule_job', back)).toMatchObject({ confirmed: true, time: '9:00 AM' });
  });

  it('and writes are refused, a visit that stands is not said to be canceled', async () => {
    const booked = await bookedAgain();
    const allow = refuseWrites();
    expect(await call('cancel_job')).toMatchObject({ error: { code: 'temporarily_unavailable' } });
    expect(await stored(booked)).toMatchObject({ status: 'scheduled' });
    allow();
  });

  it('a late repeat is answered with what stands now', async () => {
    const fallBehind = lagging();
    const invoked = {
      call_id: 'call_2',
      transcript_with_tool_calls: [{ role: 'tool_call_invocation', tool_call_id: 'tool_1' }],
    };
    const booked = await call('book_job', nine);
    const first = { dispatchRequestId: booked.dispatchRequestId };
    await service().call('cancel_job', {}, invoked);
    expect(await service().call('cancel_job', {}, invoked)).toMatchObject({ canceled: true, ...first });
    await call('book_job', nine);
    fallBehind();
    expect(await service().call('cancel_job', {}, invoked)).toMatchObject({ canceled: false, ...first });
  });

  it('an appointment that was canceled and booked again is canceled', async () => {
    const booked = await bookedAgain();
    expect(await call('cancel_job')).toMatchObject({ canceled: true });
    expect(await stored(booked)).toMatchObject({ status: 'canceled' });
  });
});
