import { expect, it } from '@jest/globals';
import { accountDocument, booking } from '../../../functions/service.ts';
import { servicePerTest } from '../../../functions/service-per-test.ts';
import { erasingOf, PHONE } from './fixture.ts';

const service = servicePerTest(accountDocument);
const erasing = () => erasingOf(service());
const other = { call_id: 'call_2', from_number: '+12125550199' };

it.each([
  ['their number', {}],
  ['a withheld number', { from_number: 'anonymous' }],
])('erasing leaves of a refusal, heard from %s, only what keeps its repeat from booking', async (_, from) => {
  await service().call('book_job', booking({ customerPhone: other.from_number }), other);
  const sent = {
    name: 'book_job',
    args: booking({ notes: 'marked' }),
    call: { ...{ call_id: 'marked_9', agent_id: 'agent_acme', from_number: PHONE }, ...from },
  };
  const ask = async () => (await service().send('voiceone-function-call', sent)).body;
  expect(await ask()).toMatchObject({ confirmed: false, alternatives: [{}, {}, {}] });
  await erasing().ended({ ...sent.call, transcript: 'User: 212 555 0123' });
  await erasing().erase('--phone', PHONE);
  const kept = (await erasing().items()).filter((item) => item.includes('ANSWER#'));
  expect(kept).toHaveLength(1);
  expect(kept.join()).not.toMatch(/message|June/);
  await service().call('cancel_job', {}, other);
  expect(await ask()).toEqual({
    message: "I haven't changed anything.",
    confirmed: false,
    reason: 'slot_taken',
    alternatives: [],
  });
  expect(await service().customer(PHONE)).toBeUndefined();
});
