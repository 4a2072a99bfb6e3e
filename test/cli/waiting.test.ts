import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addDays } from '../../lib/scheduling/time.ts';
import { accountDocument } from '../functions/service.ts';
import { everyDay } from '../lib/accounts/on-call-document.ts';
import { startCommandLine } from '../support/command-line.ts';

// It is never quiet in at least one of these zones. Outside of the United States, no zip code says another one.
const zones = ['America/New_York', 'Asia/Tokyo', 'Europe/Madrid'];
const hourIn = (timeZone: string): number =>
  Number(
    new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()),
  );
/** A zone in which texts are sent now, and for the next hour. */
const timezone = zones.find((zone) => hourIn(zone) >= 8 && hourIn(zone) < 20) ?? 'America/New_York';

const document = accountDocument({
  ...{ accountId: 'beta', region: 'CA', timezone, origins: { voiceone: ['agent_beta'] } },
  hours: everyDay(['00:00', '24:00']),
  notify: { senders: { sms: { provider: 'log', from: '+12125550100' } }, customer: {} },
});
const [HANK, DANA] = ['+12125550170', '+12125550171'];

let line: Awaited<ReturnType<typeof startCommandLine>>;
beforeAll(async () => {
  line = await startCommandLine();
  const put = await line.run(['accounts', 'put', line.file('beta.json', JSON.stringify(document))]);
  expect(put).toMatchObject({ code: 0, stderr: '' });
});
afterAll(() => line.stop());

async function book(from: string, ahead: number): Promise<string> {
  const date = addDays(new Date().toISOString().slice(0, 10), ahead);
  const args = { date, time: '10:00', serviceType: 'AC Repair', customerPhone: from, textConsent: 'true' };
  const given = Object.entries(args).flatMap(([name, value]) => ['--arg', `${name}=${value}`]);
  const { stdout } = await line.run([
    'send',
    'voiceone/book-job',
    '--account',
    'beta',
    '--from',
    from,
    ...given,
  ]);
  const [id = ''] = /dr_[a-z0-9]{20}/.exec(stdout) ?? [];
  return id;
}

it('a time that is canceled is offered by the running server to who waits', async () => {
  const hank = await book(HANK, 3);
  const dana = await book(DANA, 6);
  await line.json('requests', 'wait', dana, 'on');
  await line.json('requests', 'cancel', hank, '--reason', 'sick');
  const offers = async (): Promise<object[]> => {
    const all: { template: string }[] = await line.json('messages', 'outbox', '--account', 'beta');
    return all.filter(({ template }) => template === 'offer');
  };
  let found = await offers();
  while (!JSON.stringify(found).includes('"sent"')) {
    await pause(200);
    found = await offers();
  }

  expect(found).toMatchObject([{ to: DANA, status: 'sent', dispatchRequestId: dana }]);
});
