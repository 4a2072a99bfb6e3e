import { describe, expect, it } from '@jest/globals';
import { createHandler } from '../../functions/heartbeat/handler.ts';
import { routes } from '../../lib/routes.ts';
import { type Service, startService } from './service.ts';

const now = Date.UTC(2026, 5, 1, 12);
const context = { functionName: 'heartbeat' };
const urls = routes.map(({ path }) => `https://hooks.example.com${path}`);

/** The log line of a heartbeat, with `answer` for each URL. */
async function beat(answer: (url: string) => Promise<{ status: number; body: unknown }>) {
  const lines: object[] = [];
  const handler = createHandler({
    urls,
    topics: ['page', 'ticket'],
    isConfirmed: async (topic) => (topic === 'page' ? true : Promise.reject(new Error('Throttled'))),
    fetch: async (url) => {
      const { status, body } = await answer(url);
      return { status, json: async () => body };
    },
    now: () => now,
    log: (line) => lines.push(line),
  });
  await handler({}, context);
  return lines;
}

const sent = (service: Service) => async (url: string) => {
  const route = routes.find(({ path }) => url.endsWith(path));
  if (route === undefined) throw new Error('No such route');
  return await service.send(route.id, '{}', {});
};

describe('the heartbeat', () => {
  it('finds that every route refuses unsigned requests', async () => {
    const service = await startService();
    const lines = await beat(sent(service));
    await service.stop();

    expect(lines).toEqual([
      {
        FunctionName: 'heartbeat',
        SilentRoutes: 0,
        UnconfirmedTopics: 1,
        silent: [],
        unconfirmed: ['ticket'],
        _aws: {
          Timestamp: now,
          CloudWatchMetrics: [
            {
              Namespace: 'Dispatch',
              Dimensions: [['FunctionName']],
              Metrics: [
                { Name: 'SilentRoutes', Unit: 'Count' },
                { Name: 'UnconfirmedTopics', Unit: 'Count' },
              ],
            },
          ],
        },
      },
    ]);
  });

  it.each([
    ['no answer', () => Promise.reject(new Error('ECONNREFUSED'))],
    ['a secret that cannot be had', async () => ({ status: 503, body: { code: 'secrets_unavailable' } })],
    ['a page in its place', async () => ({ status: 401, body: 'Unauthorized' })],
    ['a request that is let in', async () => ({ status: 202, body: {} })],
  ])('counts a route with %s as silent, and names it', async (_, answer) => {
    const [crm, ...others] = urls;
    const refused = async () => ({ status: 401, body: { code: 'signature_missing' } });
    const [line] = await beat((url) => (url === crm ? answer() : refused()));
    expect(line).toMatchObject({ SilentRoutes: 1, silent: [crm] });
    expect(others).toHaveLength(routes.length - 1);
  });
});
