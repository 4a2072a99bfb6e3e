import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { writeLogLine } from '../../lib/http/metrics.ts';
import { platforms } from '../../lib/platforms/index.ts';
import { createSecretCache } from '../../lib/secrets/secret-cache.ts';
import { catalog } from '../../lib/voice/catalog.ts';
import { apiKeys, retellSecret, secretDocument, secrets, standardSecret } from './accounts.ts';
import {
  callCompleteBody,
  crmBody,
  functionCallBody,
  monday,
  type Service,
  startService,
  voicetwoBody,
} from './fixture.ts';

// Every text that a sender chooses contains this word, including what a library may quote in an error.
const MARK = 'Qvxz';
const phone = '+12125550163';
const marked = (text: string) => `${MARK} ${text}`;
const marks = [
  ...[MARK, '2125550163', '5550163', retellSecret, standardSecret, 'whsec_'],
  ...[...Object.values(secrets), ...Object.values(apiKeys)],
];

let service: Service;
let written: string[];
beforeEach(async () => {
  service = await startService();
  written = [];
  const take = (chunk: unknown) => {
    written.push(chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk));
    return true;
  };
  for (const stream of [process.stdout, process.stderr]) jest.spyOn(stream, 'write').mockImplementation(take);
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    jest.spyOn(console, level).mockImplementation((...args) => void written.push(args.map(String).join(' ')));
  }
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.destroy();
});

const facts = { callId: marked('call'), from: phone };
const args = {
  date: monday,
  time: '9:00 AM',
  serviceType: 'repair',
  customerName: marked('name'),
  customerPhone: phone,
  technician: marked('technician'),
  address: marked('address'),
  email: `${MARK}@example.com`,
  notes: marked('notes'),
  reason: marked('reason'),
  [marked('argument')]: marked('value'),
};

const functionNames = [...catalog.map(({ voiceone }) => voiceone), marked('function')];

/** Requests to all four endpoints, valid and invalid. */
async function sendAll(): Promise<void> {
  const crm = crmBody(
    {},
    { firstName: marked('first'), phone, email: `${MARK}@x.y` },
    { notes: marked('notes') },
  );
  const bad = { ...args, date: marked('date'), time: marked('time'), serviceType: marked('service') };
  const tools = functionNames.map((name, index) => ({ id: `${MARK}${index}`, name, arguments: args }));
  await service.send('crm', crm);
  await service.send('crm', crmBody({}, { phone: marked('phone') }, { serviceRequested: marked('service') }));
  await service.send('crm', crmBody({}, { phone: null, id: marked('id') }));
  await service.send('crm', crmBody({ account: MARK }));
  await service.send('crm', crm, { headers: { 'x-api-key': apiKeys.acme } });
  await service.send('crm', crm, { headers: { 'x-api-key': `${MARK}-key` } });
  await service.send('crm', crm, {
    headers: { [platforms.crm.signatureHeader]: MARK, authorization: `Bearer ${MARK}` },
  });
  await service.send('crm', `{"contact":"${MARK}`);
  await service.send('crm', `{"__proto__":{"x":"${MARK}"}}`);
  await service.send('crm', crm, { key: 'nobody' });
  for (const name of functionNames) {
    for (const sent of [args, bad, { ...args, urgency: 'emergency' }, marked('text')]) {
      await service.send('voiceone-function-call', functionCallBody(name, sent, facts));
      const functionCall = { name, parameters: sent };
      await service.send('voicetwo', voicetwoBody('function-call', { functionCall }, facts));
    }
  }
  await service.send(
    'voiceone-function-call',
    functionCallBody('book_job', args, { ...facts, account: MARK }),
  );
  await service.send('voiceone-function-call', functionCallBody('book_job', args, facts), { key: 'zenith' });
  await service.send('voicetwo', voicetwoBody('tool-calls', { toolCallList: tools }, facts));
  await service.send('voicetwo', voicetwoBody(marked('type'), {}, facts));
  await service.send('voicetwo', voicetwoBody('transfer-destination-request', {}, facts));
  const call = {
    transcript: marked('words'),
    recording_url: `https://${MARK}.example/?token=${MARK}`,
    from_number: phone,
  };
  await service.send('voiceone-call-complete', callCompleteBody(facts, call));
  await service.send('voiceone-call-complete', callCompleteBody({ ...facts, account: 'zenith' }, call));
  await service.send('voiceone-call-complete', { event: marked('event') });
  const report = { transcript: marked('words'), summary: marked('summary'), endedReason: marked('reason') };
  await service.send('voicetwo', voicetwoBody('end-of-call-report', report, facts));
}

/** The lines as the deployed functions write them, and any other output. */
function everythingWritten(): string {
  for (const line of service.lines) writeLogLine(line);
  return written.join('\n');
}

function expectNoMarks(text: string): void {
  expect(marks.filter((mark) => text.toLowerCase().includes(mark.toLowerCase()))).toEqual([]);
}

describe('logs', () => {
  it('contain nothing that was sent', async () => {
    await sendAll();
    const text = everythingWritten();
    expect(service.lines.length).toBeGreaterThan(60);
    expect(new Set(service.lines.map(({ status }) => status))).toEqual(
      new Set([200, 202, 204, 400, 401, 403, 422]),
    );
    expectNoMarks(text);
    expect(text).toContain('"route":"crm"');
  });

  const failures = {
    refused: () => Object.assign(new Error(marked('throttled')), { name: 'ThrottlingException' }),
    unanswered: () => Object.assign(new Error(marked('lost')), { name: 'TimeoutError' }),
    unforeseen: () => Object.assign(new Error(marked('bug')), { item: marked('item') }),
    'with a cause': () => new TypeError(marked('bug'), { cause: new Error(phone) }),
  };

  it.each(Object.entries(failures))('contain nothing if the database is %s', async (how, failure) => {
    // Succeeds once before it fails, so that later failures also occur behind the cache of accounts.
    await sendAll();
    service.storage.failure = failure;
    await sendAll();
    service.storage.failure = undefined;
    const text = everythingWritten();
    const hasCause = how !== 'unforeseen';
    expect(text).toMatch(hasCause ? /"error":"\w+( < \w+)+"/ : /"error":"Error"/);
    expectNoMarks(text);
  });

  it.each([`${MARK} is no JSON`, secretDocument.replace('"acme"]', '7]')])(
    'contain nothing of a faulty secret (%#)',
    async (text) => {
      const cache = createSecretCache({ load: async () => text, now: () => service.clock.time });
      const error: unknown = await cache.current().catch((thrown: unknown) => thrown);
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
      expect(cause?.message).toContain('The secret document is faulty');
      expectNoMarks(`${String(error)} ${cause?.stack}`);
    },
  );
});

describe('answers to errors', () => {
  it('contain nothing that was sent either', async () => {
    const sent = [
      crmBody({ account: MARK }, { phone: marked('phone') }),
      { type: marked('type'), [marked('key')]: 1, contact: marked('contact') },
      { type: 'WorkflowWebhook', locationId: MARK.repeat(200), contact: { id: { [MARK]: MARK } } },
      `{"contact":"${MARK}`,
    ];
    const answers = await Promise.all(sent.map((body) => service.send('crm', body)));
    answers.push(await service.send('crm', sent[0], { headers: { [platforms.crm.signatureHeader]: MARK } }));
    service.storage.failure = failuresOf;
    answers.push(await service.send('crm', crmBody({}, { id: MARK })));
    service.storage.failure = undefined;
    for (const { statusCode, body = '' } of answers) {
      expect(statusCode).toBeGreaterThanOrEqual(400);
      expectNoMarks(body);
    }
  });
});

const failuresOf = () => new Error(marked('a stack and a text of a library'));
