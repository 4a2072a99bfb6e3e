import { describe, expect, it } from '@jest/globals';
import { createApi } from '../../../../board/src/store/api.ts';

const session = {
  token: async () => 'token',
};

/** The API over a service that gives these answers in turn; an error simulates a failed connection. */
function apiOver(...answers: readonly (Response | Error)[]) {
  const sent: Headers[] = [];
  const rest = [...answers];
  const api = createApi(session, async (_, init) => {
    sent.push(new Headers(init?.headers));
    const answer = rest.shift() ?? new Error('Nothing more is answered');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { api, sent };
}

const queue = { requests: [], unbookedCalls: [] };
const answered = (body: unknown) => Response.json(body, { headers: { etag: '"one"' } });
const brokenOff = () => new Response('{"requests":[', { headers: { etag: '"one"' } });
const unchanged = () => new Response(null, { status: 304, headers: { etag: '"one"' } });

const noConnection = { status: 0, message: 'There is no connection to the service.' };
const unknownOutcome = {
  status: 0,
  message: 'The connection failed. Check whether the change went through before you try again.',
};

describe("the page's requests", () => {
  it('answer a 304 from the cache', async () => {
    const { api, sent } = apiOver(answered(queue), unchanged());

    const first = await api.queue('acme');

    expect(await api.queue('acme')).toBe(first);
    expect(sent.map((headers) => headers.get('if-none-match'))).toEqual([null, '"one"']);
  });

  it('keep what did not change of an answer that did', async () => {
    const calls = [{ callId: 'call_1' }];
    const changed = { requests: [{ version: 2 }], unbookedCalls: calls };
    const { api } = apiOver(answered({ requests: [], unbookedCalls: calls }), answered(changed));
    const first = await api.queue('acme');

    const second = await api.queue('acme');

    expect(second).toEqual(changed);
    expect(second.unbookedCalls).toBe(first.unbookedCalls);
  });

  it('cache no incomplete answer', async () => {
    const { api, sent } = apiOver(brokenOff(), answered(queue));

    await expect(api.queue('acme')).rejects.toMatchObject(noConnection);

    expect(await api.queue('acme')).toEqual(queue);
    expect(sent.map((headers) => headers.get('if-none-match'))).toEqual([null, null]);
  });

  it('read of days that are known only those whose tag has changed', async () => {
    const dayOf = (date: string, etag: string) => Response.json({ date }, { headers: { etag } });
    const days = [
      { date: '2026-11-23', etag: '"one"' },
      { date: '2026-11-24', etag: '"three"' },
    ];
    const paths: string[] = [];
    const answers = [
      ...[dayOf('2026-11-23', 'W/"one"'), dayOf('2026-11-24', '"two"')],
      ...[Response.json({ days }), dayOf('2026-11-24', '"three"')],
    ];
    const api = createApi(session, async (input) => {
      paths.push(String(input).replace('/api/v1/accounts/acme/', ''));
      return answers.shift() ?? new Response(null, { status: 500 });
    });
    const dates = days.map(({ date }) => date);
    const before = await api.boards('acme', dates);

    const after = await api.boards('acme', dates);

    expect(paths.slice(2)).toEqual(['board?from=2026-11-23&days=2', 'board/2026-11-24']);
    expect([...after.keys()]).toEqual(dates);
    expect(after.get('2026-11-23')).toBe(before.get('2026-11-23'));
  });

  it('report a lost connection if a read fails', async () => {
    const { api } = apiOver(new TypeError('fetch failed'));

    await expect(api.queue('acme')).rejects.toMatchObject(noConnection);
  });

  it.each([
    ['that gets no answer', () => new TypeError('fetch failed')],
    ['whose answer breaks off', brokenOff],
  ])('report an unknown outcome for a change %s', async (_, answer) => {
    const { api } = apiOver(answer());

    await expect(api.change('acme', 'dr_1', 1, 'hold', {})).rejects.toMatchObject(unknownOutcome);
  });

  it('name what is in the way of a block', async () => {
    const detail = 'There are jobs or blocks in that time.';
    const jobs = [{ customer: 'Grace Kim', time: '8:00 AM' }];
    const { api } = apiOver(
      Response.json({ detail, jobs, blocks: [{ reason: 'Dentist' }] }, { status: 409 }),
    );

    const message = `${detail} It conflicts with Grace Kim at 8:00 AM, “Dentist”.`;
    await expect(api.block('acme', {})).rejects.toMatchObject({ status: 409, message });
  });

  it('report a service that fails without a reason', async () => {
    const { api } = apiOver(new Response('Bad gateway', { status: 502 }));

    const fault = { status: 502, message: 'The service failed. Try again.' };
    await expect(api.change('acme', 'dr_1', 1, 'hold', {})).rejects.toMatchObject(fault);
  });
});
