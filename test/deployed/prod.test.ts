import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { realDependencies } from '../../lib/aws/composition.ts';
import { createAccountStore } from '../../lib/aws/stores/account-store.ts';
import { connectionsKey } from '../../lib/aws/stores/live-store.ts';
import { inIndex } from '../../lib/aws/table/operations.ts';
import { MINUTE_MS } from '../../lib/scheduling/time.ts';
import { demoAccount } from '../../local/demo/demo-account.ts';
import { ran } from '../cli/run-cli.ts';
import { SYNTHESIS_MS } from '../support/assembly.ts';
import { type Cloud, startCloud } from '../support/deployed/cloud.ts';
import { failedReport, useEverything } from '../support/deployed/everything.ts';
import {
  askBoard,
  DATE,
  openSocket,
  pageOf,
  reportByOwn,
  resultOf,
  send,
} from '../support/deployed/senders.ts';
import { waitingListOf, yes } from '../support/deployed/waiting-list.ts';

let cloud: Cloud;
beforeAll(async () => {
  cloud = await startCloud();
}, SYNTHESIS_MS);
afterAll(() => cloud.stop());

/** What reached the bus and the targets of its rules while something happened. */
async function during<T>(act: () => Promise<T>) {
  const { flow, aws } = cloud;
  const before = {
    events: flow.events.length,
    delivered: flow.delivered.length,
    published: aws.published.length,
  };
  const result = await act();
  await cloud.pass(MINUTE_MS);
  return {
    result,
    events: flow.events.slice(before.events),
    delivered: flow.delivered.slice(before.delivered),
    messages: aws.published.slice(before.published),
  };
}

const connectionsOf = (accountId: string) =>
  new QueryCommand({
    TableName: cloud.table.tableName,
    ...inIndex('byAccount', connectionsKey(accountId)),
  });

const linesOf = (stdout: string): readonly object[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const tokenFor = (accounts: string) =>
  cloud.signIn.accessToken({ email: 'robin@dispatch.test', 'custom:accounts': accounts });

describe('a booking on the phone', () => {
  it('becomes an event for other systems, and a message to nobody', async () => {
    const { result, events, delivered } = await during(() => send(cloud, 'voicetwo/book-appointment'));

    const { dispatchRequestId } = resultOf(result);
    expect(resultOf(result)).toMatchObject({ confirmed: true, date: DATE });
    expect(events).toEqual([
      {
        source: 'dispatch',
        'detail-type': 'dispatch-request.scheduled',
        detail: expect.objectContaining({ accountId: 'acme-hvac', dispatchRequestId, version: 1 }),
      },
    ]);
    expect(delivered).toEqual([]);
  });
});

describe('an emergency', () => {
  it('is told to people at once, and again when nobody acknowledges it', async () => {
    const sent = {
      call: 'call_gas',
      from: '+12125550188',
      args: { urgency: 'emergency', notes: 'It smells of gas.' },
    };
    const reported = await during(() => send(cloud, 'voiceone/book-job', sent));
    const id = resultOf(reported.result).dispatchRequestId;
    const later = await during(() => cloud.pass(12 * MINUTE_MS));

    expect(reported.events.map((event) => event['detail-type'])).toContain('dispatch-request.needs-review');
    expect(reported.delivered).toMatchObject([
      { input: { 'detail-type': 'dispatch-request.needs-review', detail: { dispatchRequestId: id } } },
    ]);
    expect(reported.messages).toMatchObject([
      {
        Subject: 'Emergency: Acme Heating and Air',
        'MessageAttributes.entry.1.Name': 'accountId',
        'MessageAttributes.entry.1.Value.StringValue': 'acme-hvac',
      },
    ]);
    expect(reported.messages[0]?.Message).toMatch(/Ana .*\+12125550151/);
    expect(reported.messages[0]?.Message).toMatch(/^Customer: .*\+12125550188$/m);
    expect(later.events).toMatchObject([
      {
        'detail-type': 'dispatch-request.escalated',
        detail: { dispatchRequestId: id, escalatedTo: 'backup' },
      },
    ]);
    expect(later.messages[0]?.Message).toMatch(/Ben .*\+12125550152/);
    const { stdout, stderr } = await cloud.writtenBy('Events/Urgent/Telling/Function');
    const types = ['dispatch-request.needs-review', 'dispatch-request.escalated'];
    expect(linesOf(stdout)).toEqual(types.map((type) => ({ outcome: 'told', account: 'acme-hvac', type })));
    expect(stderr).toBe('');
  });
});

describe('the end of a call', () => {
  it('becomes an event with its outcome', async () => {
    const { result, events, delivered } = await during(() => send(cloud, 'voiceone/call-ended'));

    expect(result.status).toBe(204);
    expect(events).toMatchObject([
      {
        'detail-type': 'call.completed',
        detail: { accountId: 'acme-hvac', callId: 'call_1', event: 'call_ended' },
      },
    ]);
    expect(delivered).toEqual([]);
  });
});

describe('a lead', () => {
  it('becomes an event', async () => {
    const { result, events } = await during(() => send(cloud, 'crm/lead', { from: '+12125550171' }));

    expect(result).toEqual({ status: 202, body: { dispatchRequestId: expect.stringMatching(/^dr_/) } });
    expect(events[0]).toMatchObject({ 'detail-type': 'dispatch-request.requested', detail: result.body });
  });
});

describe('a lead that is refused', () => {
  it('becomes an event, of which the office is told', async () => {
    const changed = { from: '+12125550173', args: { serviceRequested: '' } };
    const { result, events, messages } = await during(() => send(cloud, 'crm/lead', changed));

    expect(result).toMatchObject({ status: 422, body: { code: 'payload_invalid' } });
    expect(events).toMatchObject([{ 'detail-type': 'leads.refused', detail: { accountId: 'acme-hvac' } }]);
    expect(messages).toMatchObject([{ Subject: 'Leads refused: Acme Heating and Air' }]);
  });
});

describe('an incoming call', () => {
  it('is answered with who calls', async () => {
    const { body } = await send(cloud, 'voiceone/call-inbound');

    expect(body.call_inbound.dynamic_variables).toMatchObject({ company_name: 'Acme Heating and Air' });
  });
});

describe('a dispatcher', () => {
  it('signs in, sees only their accounts, and cancels a visit, which becomes an event', async () => {
    const lead = await send(cloud, 'crm/lead', { from: '+12125550172' });
    const token = await tokenFor('acme-hvac');
    const path = `/accounts/acme-hvac/requests/${lead.body.dispatchRequestId}`;
    const accounts = await askBoard(cloud, token, ['GET', '/accounts']);
    const decline = ['POST', `${path}/decline`, { reason: 'Too far' }, { 'if-match': '1' }] as const;
    const { result, events } = await during(() => askBoard(cloud, token, decline));

    expect(accounts.body).toMatchObject({ accounts: [{ accountId: 'acme-hvac' }] });
    expect(result.status).toBe(200);
    expect(events.at(-1)).toMatchObject({
      'detail-type': 'dispatch-request.status-changed',
      detail: { status: 'declined', source: 'crm' },
    });
  });

  it('sees where the jobs of a day are, by a table that lies beside the bundle', async () => {
    const token = await tokenFor('acme-hvac');
    const job = {
      ...{ name: 'Dana Miller', phone: '+12125550171', zip: '10014', serviceTypeId: 'ac-repair' },
      start: { date: DATE, time: '15:00', technicianId: 'ben' },
    };
    const made = await askBoard(cloud, token, ['POST', '/accounts/acme-hvac/requests', job]);
    const { body } = await askBoard(cloud, token, ['GET', `/accounts/acme-hvac/places/${DATE}`]);

    expect(body.jobs).toContainEqual({
      dispatchRequestId: made.body.dispatchRequestId,
      ...{ latitude: 40.734, longitude: -74.005 },
    });
  });

  it('is refused without a token, the scope or the account', async () => {
    const ask = async (token: string) =>
      (await askBoard(cloud, token, ['GET', '/accounts/acme-hvac/queue'])).status;
    const attributes = { email: 'sam@dispatch.test', 'custom:accounts': 'acme-hvac' };

    expect(await ask('')).toBe(401);
    expect(await ask(await cloud.signIn.accessToken(attributes, ['dispatch/write']))).toBe(403);
    expect(await ask(await tokenFor('another-company'))).toBe(404);
    expect(await ask(await tokenFor('acme-hvac'))).toBe(200);
  });
});

describe('the page of a dispatcher', () => {
  it('gets a hint at each change of its account, until its network breaks', async () => {
    const socket = await openSocket(cloud, await tokenFor('acme-hvac'));
    await cloud.flow.drain();
    const before = socket?.messages.length ?? 0;
    // Later tests need the times of the day for which samples book.
    const args = { date: '2026-06-12' };
    await during(() => send(cloud, 'voiceone/book-job', { call: 'call_live', from: '+12125550191', args }));
    expect(socket?.messages.slice(before)).toContainEqual({
      account: 'acme-hvac',
      dates: ['2026-06-12'],
      queue: expect.any(Boolean),
    });
    cloud.sockets.breakOff();
    await during(() => send(cloud, 'crm/lead', { from: '+12125550192' }));
    const { Count } = await cloud.table.document.send(connectionsOf('acme-hvac'));

    expect(Count).toBe(0);
  });

  it('connects once with an address, and not without the scope or the account', async () => {
    const token = await tokenFor('acme-hvac');
    const { body } = await askBoard(cloud, token, ['GET', '/accounts/acme-hvac/live']);
    const attributes = { email: 'sam@dispatch.test', 'custom:accounts': 'acme-hvac' };

    expect(await cloud.sockets.connect(body.url)).toBeDefined();
    expect(await cloud.sockets.connect(body.url)).toBeUndefined();
    expect(await openSocket(cloud, token, 'another-company')).toBeUndefined();
    const writer = await cloud.signIn.accessToken(attributes, ['dispatch/write']);
    expect(await openSocket(cloud, writer)).toBeUndefined();
  });

  it('connects for no longer than its token is valid', async () => {
    const token = await tokenFor('acme-hvac');
    cloud.setAhead(13 * MINUTE_MS);
    const { body } = await askBoard(cloud, token, ['GET', '/accounts/acme-hvac/live']);

    expect(body.seconds).toBe(2 * 60);
  });
});

describe('a release', () => {
  it('is checked before it gets requests', async () => {
    expect(await cloud.release('crm')).toBe('Succeeded');
  });
});

describe('the heartbeat', () => {
  it('finds every route at its public address', async () => {
    await cloud.pass(31 * MINUTE_MS);
    const { stdout } = await cloud.writtenBy('Heartbeat/Knocker/Function');

    expect(linesOf(stdout).at(-1)).toMatchObject({ SilentRoutes: 0 });
  });

  it('names topics that nobody has confirmed', async () => {
    const [topic] = cloud.stack.ofType('AWS::SNS::Subscription').map((one) => one.properties.TopicArn);
    cloud.aws.subscriptions.set(topic, { confirmed: 0, pending: 1 });
    await cloud.pass(6 * MINUTE_MS);
    cloud.aws.subscriptions.clear();
    const { stdout } = await cloud.writtenBy('Heartbeat/Knocker/Function');

    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({
      UnconfirmedTopics: 1,
      unconfirmed: [topic],
    });
  });
});

describe('a lost race', () => {
  it('escalates an emergency once', async () => {
    const args = { urgency: 'emergency', notes: 'It smells of gas.' };
    const reported = await send(cloud, 'voiceone/book-job', {
      call: 'call_race',
      from: '+12125550189',
      args,
    });
    await cloud.flow.drain();
    cloud.loseRace('Reminders/Due/Function');
    const { events } = await during(() => cloud.pass(12 * MINUTE_MS));

    const { dispatchRequestId } = resultOf(reported);
    const own = events.filter(({ detail }) => Object(detail).dispatchRequestId === dispatchRequestId);
    expect(own).toMatchObject([{ 'detail-type': 'dispatch-request.escalated' }]);
  });

  it("adds the callback for a failed transfer once to the call's message", async () => {
    const call = { call: 'call_race_2', from: '+12125550190' };
    const taken = await send(cloud, 'voiceone/take-message', call);
    await cloud.flow.drain();
    cloud.loseRace('voiceone-call-complete/Function');
    const { result, events } = await during(() =>
      send(cloud, 'voiceone/call-ended', { ...call, edit: failedReport }),
    );

    const { dispatchRequestId } = resultOf(taken);
    const own = events.filter(({ detail }) => 'dispatchRequestId' in Object(detail));
    expect(result.status).toBe(204);
    expect(own.map(({ detail }) => detail)).toMatchObject(own.map(() => ({ dispatchRequestId, version: 2 })));
    expect(own).not.toEqual([]);
  });
});

describe('a page by link', () => {
  it('opens at an address of its own, and changes its visit', async () => {
    const sent = { call: 'call_of_page', from: '+12125554001', args: { time: '13:00' } };
    const { dispatchRequestId } = resultOf(await send(cloud, 'voiceone/book-job', sent));
    const page = await pageOf(cloud, { kind: 'visit', accountId: 'acme-hvac', dispatchRequestId });
    const shown = await page.open();

    expect(shown).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(shown.body).toContain('Your visit is booked');
    expect(await page.send({ action: 'cancel', version: '1' })).toMatchObject({
      ...{ status: 200, body: { ok: true, status: 'canceled' } },
    });
  });
});

describe('a text by AWS', () => {
  const company = '+12125553091';
  const from = '+12125554002';
  /** What AWS took for the customer. */
  const sent = () => cloud.messaging.taken.filter(({ fields }) => fields.DestinationPhoneNumber === from);
  const accounts = () => createAccountStore(realDependencies(cloud.table));
  beforeAll(async () => {
    const senders = { sms: { provider: 'aws', from: company } };
    await accounts().put({ ...demoAccount, notify: { senders, customer: {} } });
    // Functions keep an account for a minute.
    await cloud.pass(2 * MINUTE_MS);
  });
  afterAll(async () => {
    cloud.messaging.fate = undefined;
    await accounts().put(demoAccount);
  });

  it('is handed over once AWS takes it, and arrives, whatever the order of the reports', async () => {
    const args = { time: '10:00', date: '2026-06-11', textConsent: 'true' };
    const booked = resultOf(await send(cloud, 'voiceone/book-job', { call: 'call_of_aws', from, args }));
    expect(booked).toMatchObject({ confirmed: true });
    cloud.messaging.fate = () => ({ kind: 'refused', status: 400, type: 'ThrottlingException' });
    await cloud.pass(2 * MINUTE_MS);
    cloud.messaging.fate = undefined;
    await cloud.pass(MINUTE_MS);
    const [text, ...others] = sent();
    if (text === undefined) throw new Error('Nothing was sent');
    const done = [];
    for (const type of ['TEXT_DELIVERED', 'TEXT_PENDING', 'TEXT_DELIVERED'])
      done.push(await cloud.messages.report(text, type));
    const path = `/accounts/acme-hvac/outbox?request=${booked.dispatchRequestId}`;
    const { body } = await askBoard(cloud, await tokenFor('acme-hvac'), ['GET', path]);

    expect(others).toEqual([]);
    expect(text.fields).toMatchObject({ OriginationIdentity: company, MessageType: 'TRANSACTIONAL' });
    expect(done).toEqual([true, true, true]);
    expect(body.messages).toContainEqual(
      expect.objectContaining({ template: 'booked', status: 'delivered', provider: 'aws', attempts: 3 }),
    );
  });

  it('can be answered with STOP, which AWS may say twice', async () => {
    const before = sent().length;
    const stop = { id: 'aws_stop', from, to: company, text: 'Stop' };
    const done = [await cloud.messages.receive(stop), await cloud.messages.receive(stop)];
    await cloud.pass(2 * MINUTE_MS);
    const { stdout, stderr } = await cloud.writtenBy('Messages/Hearing/Function');

    expect(done).toEqual([true, true]);
    const answers = sent().slice(before);
    expect(answers.map(({ fields }) => fields.MessageBody)).toEqual([
      expect.stringContaining('You will get no more texts from us.'),
    ]);
    expect(linesOf(stdout).slice(-2)).toEqual([
      { outcome: 'updated', account: 'acme-hvac' },
      { outcome: 'duplicate', account: 'acme-hvac' },
    ]);
    expect(`${stdout}${stderr}`).not.toContain(from);
  });

  it('that cannot be handled is kept, and somebody is told', async () => {
    const [queue] = cloud.stack
      .ofType('AWS::Lambda::Function')
      .filter(({ path }) => path === 'Messages/Hearing/Function')
      .map(({ properties }) => properties.DeadLetterConfig.TargetArn);
    await cloud.messages.receiveBroken();

    const dead = [...cloud.aws.queue].filter(([id]) => id.startsWith(queue));
    expect(dead.map(([, body]) => JSON.parse(body))).toMatchObject([
      { Records: [{ Sns: { Message: '{"inboundMessageId":"broken"}' } }] },
    ]);
    cloud.aws.queue.clear();
  });
});

describe('a time that becomes free', () => {
  const [CANCELING, TAKING, ERASED, LAST] = [
    { phone: '+12125554011' },
    { phone: '+12125554012' },
    { phone: '+12125554013' },
    { phone: '+12125554014' },
  ] as const;
  const DAY = '2026-06-17';
  afterAll(() => createAccountStore(realDependencies(cloud.table)).put(demoAccount));

  it('is taken by a reply, and what that frees goes to the next, and on when they are erased', async () => {
    const { book, wait, cancel, offered } = await waitingListOf(cloud);
    const token = await tokenFor('acme-hvac');
    const stored = async (id: string) =>
      (await askBoard(cloud, token, ['GET', `/accounts/acme-hvac/requests/${id}`])).body.request;
    await book(CANCELING, DAY, '08:00');
    const taking = await book(TAKING, DAY, '11:00');
    await wait(TAKING);
    const erased = await book(ERASED, DAY, '14:00');
    await wait(ERASED);
    const last = await wait(LAST);
    await cancel(CANCELING);
    await offered(TAKING);
    expect(await cloud.messages.receive(yes(TAKING))).toBe(true);
    await offered(ERASED);
    const who = ['--account', 'acme-hvac', '--phone', ERASED.phone];
    const { endpoint, tableName } = cloud.table;
    const deleted = await ran(
      ['--endpoint', endpoint, '--table', tableName, 'customers', 'delete', ...who, '--keep-visits', '--yes'],
      {
        environment: { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
        root: process.cwd(),
        now: () => new Date(cloud.now()),
      },
    );
    await offered(LAST);
    expect(await reportByOwn(cloud, yes(LAST))).toBe(204);

    expect(deleted).toMatchObject({ code: 0 });
    expect(await stored(taking)).toMatchObject({ appointment: { startsAt: `${DAY}T12:00:00.000Z` } });
    expect(await stored(taking)).not.toHaveProperty('waitlist');
    expect(await stored(erased)).toMatchObject({ appointment: { startsAt: `${DAY}T18:00:00.000Z` } });
    expect(await stored(erased)).not.toHaveProperty('waitlist');
    expect(await stored(last)).toMatchObject({
      ...{ status: 'scheduled', appointment: { startsAt: `${DAY}T15:00:00.000Z` } },
    });
  });
});

describe('all of it', () => {
  it('ran every function', () => {
    expect(cloud.functions.map(({ path }) => path).filter((path) => !cloud.invoked.has(path))).toEqual([]);
  });

  it('needed every right that it has, and none that it has not', async () => {
    await useEverything(cloud);

    expect(cloud.rights.refused).toEqual([]);
    expect([...cloud.rights.dispensable(), ...cloud.rights.unusedPermissions()]).toEqual([]);
    // It tries again without each right, which takes minutes on a busy machine.
  }, 900_000);
});
