import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../../lib/scheduling/time.ts';
import { createSecretCache, SecretsUnavailable } from '../../../lib/secrets/secret-cache.ts';

/** A cache over a secret with one key whose id can be changed; `text` may be set to anything, or to an error. */
function setup() {
  const source: { text: string | Error; loads: number } = { text: textWith('first'), loads: 0 };
  const clock = { time: 1_795_188_661_000 };
  const load = async () => {
    source.loads++;
    await Promise.resolve();
    if (source.text instanceof Error) throw source.text;
    return source.text;
  };
  const cache = createSecretCache({ load, now: () => clock.time });
  const currentId = async () => (await cache.current()).keys[0]?.id;
  const reloadedId = async () => (await cache.reload())?.keys[0]?.id;
  return { source, clock, cache, currentId, reloadedId };
}

function textWith(id: string): string {
  return JSON.stringify({ keys: [{ id, secret: `secret-of-${id}-key`, accounts: ['*'] }] });
}

describe('the current secret', () => {
  it('is loaded once in five minutes', async () => {
    const { source, clock, currentId } = setup();
    expect(await currentId()).toBe('first');
    source.text = textWith('second');
    clock.time += 5 * MINUTE_MS - 1;
    expect(await currentId()).toBe('first');
    expect(source.loads).toBe(1);
    clock.time += 1;
    expect(await currentId()).toBe('second');
    expect(source.loads).toBe(2);
  });

  it('is loaded once for parallel requests', async () => {
    const { source, currentId } = setup();
    expect(await Promise.all([currentId(), currentId(), currentId()])).toEqual(['first', 'first', 'first']);
    expect(source.loads).toBe(1);
  });

  it.each([
    ['cannot be loaded', new Error('no network')],
    ['is malformed', '{"keys":[{}]}'],
    ['is no JSON', 'nothing'],
  ])('is the last good one if the new one %s', async (_what, text) => {
    const { source, clock, currentId } = setup();
    await currentId();
    source.text = text;
    clock.time += 29 * MINUTE_MS;
    expect(await currentId()).toBe('first');
    expect(await currentId()).toBe('first');
    expect(source.loads).toBe(2);
    clock.time += MINUTE_MS / 2;
    source.text = textWith('second');
    expect(await currentId()).toBe('second');
  });

  it.each([
    ['fails', new Error('no network')],
    ['finds it malformed', '{"keys":[{}]}'],
  ])('is used for at most 30 minutes after its load, if loading %s', async (_what, text) => {
    const { source, clock, currentId, reloadedId } = setup();
    await currentId();
    source.text = text;
    clock.time += 30 * MINUTE_MS - 1;
    expect(await currentId()).toBe('first');
    clock.time += 1;
    await expect(currentId()).rejects.toThrow(SecretsUnavailable);
    expect(await reloadedId()).toBeUndefined();
    // Nothing works by then, so the next attempt follows after one second instead of 30.
    source.text = textWith('second');
    clock.time += 999;
    expect(await currentId()).toBe('second');
  });

  it('counts its age from the start of the load', async () => {
    const { source, clock, cache, currentId } = setup();
    const loading = cache.current();
    clock.time += 2_000;
    await loading;
    source.text = new Error('no network');
    clock.time += 30 * MINUTE_MS - 2_000;
    await expect(currentId()).rejects.toThrow(SecretsUnavailable);
  });

  it.each([new Error('no network'), '{"keys":[{}]}'])(
    'is unavailable if none was ever loaded',
    async (text) => {
      const { source, currentId } = setup();
      source.text = text;
      const outcomes = await Promise.allSettled([currentId(), currentId(), currentId()]);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      await expect(currentId()).rejects.toThrow(SecretsUnavailable);
      expect(source.loads).toBe(1);
    },
  );

  it('is loaded again a second after the first load failed', async () => {
    const { source, clock, currentId } = setup();
    source.text = new Error('no network');
    await expect(currentId()).rejects.toThrow(SecretsUnavailable);
    source.text = textWith('first');
    clock.time += 1_000;
    expect(await currentId()).toBe('first');
  });
});

describe('a reload', () => {
  it('finds a key that was just added, and counts as a load', async () => {
    const { source, clock, currentId, reloadedId } = setup();
    await currentId();
    source.text = textWith('second');
    clock.time += 4 * MINUTE_MS;
    expect(await reloadedId()).toBe('second');
    clock.time += 4 * MINUTE_MS;
    expect(await currentId()).toBe('second');
    expect(source.loads).toBe(2);
  });

  it('happens at most once in 30 seconds', async () => {
    const { source, clock, currentId, reloadedId } = setup();
    await currentId();
    expect(await reloadedId()).toBe('first');
    clock.time += 29_999;
    expect(await reloadedId()).toBeUndefined();
    expect(source.loads).toBe(2);
    clock.time += 1;
    expect(await reloadedId()).toBe('first');
    expect(source.loads).toBe(3);
  });

  it('is shared by parallel requests', async () => {
    const { source, currentId, reloadedId } = setup();
    await currentId();
    source.text = textWith('second');
    expect(await Promise.all([reloadedId(), reloadedId()])).toEqual(['second', 'second']);
    expect(source.loads).toBe(2);
  });

  it('that fails keeps the last good copy, and is not retried early', async () => {
    const { source, clock, currentId, reloadedId } = setup();
    await currentId();
    source.text = new Error('no network');
    expect(await reloadedId()).toBeUndefined();
    expect(await currentId()).toBe('first');
    clock.time += 29_999;
    expect(await reloadedId()).toBeUndefined();
    expect(source.loads).toBe(2);
  });

  it('does not follow a refresh that just failed', async () => {
    const { source, clock, currentId, reloadedId } = setup();
    await currentId();
    source.text = new Error('no network');
    clock.time += 5 * MINUTE_MS;
    await currentId();
    expect(await reloadedId()).toBeUndefined();
    expect(source.loads).toBe(2);
  });
});

describe('a preloaded secret', () => {
  it('is available to the first request', async () => {
    const { source, cache, currentId } = setup();
    await cache.preload();
    expect(await currentId()).toBe('first');
    expect(source.loads).toBe(1);
  });

  it('is awaited by a request that arrives meanwhile', async () => {
    const { source, cache, currentId } = setup();
    const preload = cache.preload();
    expect(await currentId()).toBe('first');
    await preload;
    expect(source.loads).toBe(1);
  });

  it('that failed to load is loaded again by the first request, without a pause', async () => {
    const { source, cache, currentId } = setup();
    source.text = new Error('no network');
    await cache.preload();
    source.text = textWith('first');
    expect(await currentId()).toBe('first');
    expect(source.loads).toBe(2);
  });

  it('is not awaited after the container was frozen: its connection is dead', async () => {
    const clock = { time: 1_795_188_661_000 };
    const answers: (() => void)[] = [];
    const load = () => new Promise<string>((resolve) => answers.push(() => resolve(textWith('first'))));
    const cache = createSecretCache({ load, now: () => clock.time });
    void cache.preload();
    clock.time += 60 * MINUTE_MS;
    const current = cache.current();
    answers[1]?.();
    expect((await current).keys[0]?.id).toBe('first');
    expect(answers).toHaveLength(2);
  });
});
