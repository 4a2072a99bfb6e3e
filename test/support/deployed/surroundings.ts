// Loaded into the process of a function before anything else. Its clock stands where the test sets it, so that no
// deadline passes however busy the machine is, and the hosts that the test names are on this machine.
import { mock } from 'node:test';

const { now, hosts } = JSON.parse(process.env.TEST_SURROUNDINGS ?? '{}');
delete process.env.TEST_SURROUNDINGS;

mock.timers.enable({ apis: ['Date'], now });
process.on('message', (instant: number) => {
  mock.timers.setTime(instant);
  process.send?.('set');
});

const outside = fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const here = Reflect.get(hosts, url.host);
  if (typeof here !== 'string') return outside(input, init);
  const headers = new Headers(init?.headers);
  headers.set('x-original-host', url.host);
  return outside(new URL(`${url.pathname}${url.search}`, here), { ...init, headers });
};
