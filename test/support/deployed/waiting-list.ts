import { realDependencies } from '../../../lib/aws/composition.ts';
import { createAccountStore } from '../../../lib/aws/stores/account-store.ts';
import type { VoicePlatform } from '../../../lib/platforms/index.ts';
import { MINUTE_MS } from '../../../lib/scheduling/time.ts';
import { demoAccount } from '../../../local/demo/demo-account.ts';
import type { Cloud } from './cloud.ts';
import { askBoard, pageAt, pageOf, reportByOwn, reportByTwilio, resultOf, send } from './senders.ts';

/** The number that the company of the waiting list texts from. */
export const COMPANY = '+12125553095';

const SECOND_MS = 1_000;

/** Only one technician does this work, for 90 minutes, so that they all want the same times. */
const args = { serviceType: 'Electrical Repair' };

const names = {
  voiceone: { book: 'book-job', wait: 'wait-list', cancel: 'cancel-job' },
  voicetwo: { book: 'book-appointment', wait: 'join-waitlist', cancel: 'cancel-appointment' },
} as const satisfies Readonly<Record<VoicePlatform, object>>;

/** Somebody with a number of their own, who calls on a platform. */
export interface Person {
  readonly phone: string;
  readonly platform?: VoicePlatform;
}

/** A company that texts its customers by AWS, and what its customers do. */
export async function waitingListOf(cloud: Cloud) {
  const notify = { senders: { sms: { provider: 'aws', from: COMPANY } }, customer: {} };
  await createAccountStore(realDependencies(cloud.table)).put({ ...demoAccount, notify });
  // Functions keep an account for a minute.
  await cloud.pass(2 * MINUTE_MS);
  const call = (
    { phone, platform = 'voiceone' }: Person,
    name: keyof (typeof names)[VoicePlatform],
    more: Readonly<Record<string, string>> = {},
  ) =>
    send(cloud, `${platform}/${names[platform][name]}`, {
      ...{ call: `call_of_${phone}`, from: phone },
      args: { ...args, ...more },
    });
  return {
    /** Books a visit for somebody who may be texted, and returns its id. */
    async book(person: Person, date: string, time: string): Promise<string> {
      const booked = resultOf(await call(person, 'book', { date, time, textConsent: 'true' }));
      if (booked.confirmed !== true) throw new Error(`Nothing was booked on ${date} at ${time}`);
      return booked.dispatchRequestId;
    },
    /** Puts the caller's visit on the waiting list or, without one, a request for the service, and returns its id. */
    async wait(person: Person): Promise<string> {
      const { waiting, dispatchRequestId } = resultOf(await call(person, 'wait'));
      if (waiting !== true) throw new Error(`${person.phone} doesn't wait`);
      // Whoever waits next has waited less.
      cloud.setAhead(SECOND_MS);
      return dispatchRequestId;
    },
    cancel: (person: Person) => call(person, 'cancel'),
    /** Lets minutes pass, and returns the link of the only offer that was texted meanwhile; throws if it is not to them. */
    async offered({ phone }: Person, minutes = 2): Promise<string> {
      const before = cloud.messaging.taken.length;
      await cloud.pass(minutes * MINUTE_MS);
      const texts = cloud.messaging.taken
        .slice(before)
        .map(({ fields }) => ({ to: fields.DestinationPhoneNumber, text: String(fields.MessageBody) }));
      const [offer, ...others] = texts.filter(({ text }) => text.includes('An earlier time'));
      const [link] = /https:\/\/\S+/.exec(offer?.text ?? '') ?? [];
      if (offer?.to !== phone || others.length > 0 || link === undefined)
        throw new Error(`${phone} was not offered the time`);
      return link;
    },
  };
}

/** A Tuesday and a Thursday on which nothing else happens. */
const [DAY, LATER_DAY] = ['2026-06-16', '2026-06-18'];

const people = {
  canceling: { phone: '+12125553020' },
  byOwn: { phone: '+12125553021' },
  byTwilio: { phone: '+12125553022', platform: 'voicetwo' },
  byLink: { phone: '+12125553023' },
  byAws: { phone: '+12125553024' },
  passing: { phone: '+12125553025' },
} as const satisfies Readonly<Record<string, Person>>;

/**
 * The time of a canceled visit is passed on: each of those who wait takes it in another way, which frees their own time for
 * the next. They are on the list by phone on both platforms, at the board and by their page. The last one lets it pass.
 */
export async function onWaitingList(cloud: Cloud): Promise<void> {
  const { book, wait, cancel, offered } = await waitingListOf(cloud);
  await book(people.canceling, DAY, '08:00');
  await book(people.byOwn, DAY, '10:00');
  await wait(people.byOwn);
  await book(people.byTwilio, DAY, '12:00');
  await wait(people.byTwilio);
  await waitAtBoard(cloud, await book(people.byLink, DAY, '14:00'));
  cloud.setAhead(SECOND_MS);
  const dispatchRequestId = await book(people.byAws, LATER_DAY, '08:00');
  const own = await pageOf(cloud, { kind: 'visit', accountId: demoAccount.accountId, dispatchRequestId });
  await own.send({ action: 'earlier', on: 'yes' });
  cloud.setAhead(SECOND_MS);
  // Without a visit.
  await wait(people.passing);

  await cancel(people.canceling);
  await offered(people.byOwn);
  await reportByOwn(cloud, yes(people.byOwn));
  await offered(people.byTwilio);
  await reportByTwilio(cloud, yes(people.byTwilio));
  const page = pageAt(cloud, await offered(people.byLink));
  await page.send(offerIn((await page.open()).body));
  await offered(people.byAws);
  await cloud.messages.receive(yes(people.byAws));
  await offered(people.passing);
  // What was held for them is released.
  await cloud.pass(12 * MINUTE_MS);
}

/** Says yes to what somebody was offered, as a text. */
export const yes = ({ phone }: Person) => ({ id: `yes_${phone}`, from: phone, to: COMPANY, text: 'Yes' });

/** A dispatcher puts a visit on the waiting list, and looks at the list. */
async function waitAtBoard(cloud: Cloud, id: string): Promise<void> {
  const token = await cloud.signIn.accessToken({ 'custom:accounts': '*' });
  const path = `/accounts/${demoAccount.accountId}`;
  const { body } = await askBoard(cloud, token, ['GET', `${path}/requests/${id}`]);
  const version = { 'if-match': String(body.request.version) };
  await askBoard(cloud, token, ['POST', `${path}/requests/${id}/wait`, { on: true }, version]);
  await askBoard(cloud, token, ['GET', `${path}/waiting`]);
}

/** Returns the form of a page that takes the time on offer. */
function offerIn(page: string) {
  const [, version, start] =
    /name="version" value="(\d+)"><input type="hidden" name="start" value="([^"]+)"><button[^>]* value="take"/.exec(
      page,
    ) ?? [];
  if (version === undefined || start === undefined) throw new Error('The page offers no time');
  return { action: 'take', version, start };
}
