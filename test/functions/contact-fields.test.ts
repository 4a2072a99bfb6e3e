import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { personFields, placeFields } from '../../lib/record/customers/contact.ts';
import { cliOf } from '../cli/run-cli.ts';
import { erasingOf, PHONE } from '../lib/aws/erasing/fixture.ts';
import { booking, type Service, startService } from './service.ts';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.stop());

const shown = async (id: string) => (await cliOf(service).run('requests', 'show', id)).out;

// Listed by name, so that a missing field fails, and an added one is tested, too.
const listed = ['email', 'address', 'city', 'state', 'zip', 'gateCode'];
describe.each([...new Set([...listed, ...personFields, ...placeFields])])('%s', (field) => {
  const isOfPerson = personFields.some((name) => name === field);

  it('is in the body of the workflow that the guide shows', () => {
    expect(readFileSync('docs/connect-crm.md', 'utf8')).toContain(`"${field}": "{{contact.`);
  });

  it('arrives with a lead, and is shown', async () => {
    const id = await erasingOf(service).lead({ phone: PHONE }, { [field]: 'Qvxz 1' });
    expect((await service.requests.get(id))?.customer).toMatchObject({ [field]: 'Qvxz 1' });
    expect(await shown(id)).toContain('Qvxz 1');
  });

  it("arrives with the CRM's flat body", async () => {
    const body = { contact_id: 'c1', phone: PHONE, location: { id: 'loc_acme' } };
    const customData = { serviceRequested: 'AC Repair', [field]: 'Qvxz 1' };
    const { dispatchRequestId } = (await service.send('crm', { ...body, customData })).body;
    expect((await service.requests.get(dispatchRequestId))?.customer).toMatchObject({ [field]: 'Qvxz 1' });
  });

  it('is accepted with a booking, corrected by it, stored with the customer, and erased', async () => {
    const place = { address: '1 Main St' };
    const { dispatchRequestId, ...answer } = await service.call(
      'book_job',
      booking({ ...place, [field]: 'Qvxz 1' }),
    );
    await service.call('book_job', booking({ ...place, [field]: 'Qvxz 2', additionalVisit: false }));
    const request = await service.requests.get(dispatchRequestId);
    expect(request?.customer).toMatchObject({ [field]: 'Qvxz 2' });
    expect(request?.history.at(-1)?.why).toMatch(new RegExp(`^corrected: ${field} \\(was .+\\)$`));
    const customer = await service.customer(PHONE);
    const kept = isOfPerson ? [customer] : customer?.sites;
    expect(kept).toContainEqual(expect.objectContaining({ [field]: 'Qvxz 2' }));
    expect(JSON.stringify(answer)).not.toContain('Qvxz');
    await erasingOf(service).erase('--phone', PHONE);
    expect(await erasingOf(service).stored()).not.toContain('Qvxz');
  });
});
