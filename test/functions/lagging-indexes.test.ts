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

  it('an appointment that was canceled and booked again is canceled', async () => {
    const fallBehind = lagging();
    const booked = await call('book_job', nine);
    await call('cancel_job');
    expect(await call('cancel_job')).toMatchObject({ canceled: true });
    await call('book_job', nine);
    fallBehind();
    expect(await call('cancel_job')).toMatchObject({ canceled: true });
    expect(await stored(booked)).toMatchObject({ status: 'canceled' });
  });
});
