import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { booking, type Service, startService } from '../functions/service.ts';
import { cliOf } from './run-cli.ts';

describe('customers delete', () => {
  let service: Service;
  let run: ReturnType<typeof cliOf>['run'];
  beforeAll(async () => {
    service = await startService();
    run = cliOf(service).run;
  });
  afterAll(() => service.stop());

  it('prints what it did, for a number in any spelling', async () => {
    const { dispatchRequestId } = await service.call('book_job', booking());
    const { code, out } = await run(
      'customers',
      'delete',
      '--account',
      'acme-hvac',
      '--phone',
      '(212) 555-0123',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ customerDeleted: true, requestsRedacted: [dispatchRequestId] });
  });

  it('says what is wrong and repeats no number', async () => {
    const unknown = await run('customers', 'delete', '--account', 'nobody', '--phone', '+12125550123');
    expect([unknown.code, unknown.err]).toEqual([1, 'There is no account nobody.']);
    const odd = await run('customers', 'delete', '--account', 'acme-hvac', '--phone', '5550123');
    expect([odd.code, odd.err]).toEqual([1, '--phone: expected a valid phone number.']);
    expect((await run('customers', 'delete')).code).toBe(2);
  });
});
