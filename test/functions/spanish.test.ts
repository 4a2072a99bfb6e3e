import { describe, expect, it } from '@jest/globals';
import { accountDocument, booking } from './service.ts';
import { servicePerTest } from './service-per-test.ts';

const called = '+12125550100';
const origins = { crm: ['loc_acme'], voiceone: ['agent_acme'], voicetwo: ['asst_acme'], numbers: [called] };
const es = { language: 'es' };
const english = servicePerTest(() => accountDocument({ origins }));
const spanish = servicePerTest(() => accountDocument({ origins, ...es }));

const asked = { serviceType: 'AC Repair', date: '2026-06-10' };
const number = { number: '+12125550123' };
const onPlatformTwo = (functionCall: object) => ({
  message: {
    type: 'function-call',
    call: { id: 'call_2', metadata: { assistantId: 'asst_acme' }, customer: number },
    functionCall,
  },
});

describe('a call in Spanish', () => {
  it('is answered so on platform one, from the first question to the cancellation', async () => {
    const { call } = spanish();
    const say = async (name: string, args: object = {}) => (await call(name, { ...args })).message;

    expect(await say('check_availability', { serviceType: 'AC Repair' })).toBe(
      'Lo más pronto es hoy, lunes primero de junio, a las diez de la mañana. También tengo a las tres de la tarde, o mañana, martes 2 de junio, a las ocho de la mañana. ¿Cuál le conviene más?',
    );
    expect(await say('check_availability', asked)).toBe(
      'Para AC Repair puedo ofrecerle el miércoles 10 de junio a las ocho de la mañana, a la una o a las tres de la tarde. ¿Cuál le conviene más?',
    );
    expect(await say('book_job', { ...booking(), customerName: undefined })).toBe(
      '¿Me da su nombre, por favor?',
    );
    expect(await say('book_job', { ...booking(), time: '06:00' })).toMatch(
      /^No trabajamos el miércoles 10 de junio a las seis de la mañana\. Puedo ofrecerle a las ocho/,
    );
    expect(await say('book_job', booking())).toBe(
      'Listo, su cita de AC Repair es el miércoles 10 de junio a las nueve de la mañana con Ana.',
    );
    expect(await say('reschedule_job', { date: '2026-06-02', time: '10:00' })).toBe(
      'Cambié su cita de AC Repair del miércoles 10 de junio a las nueve de la mañana para mañana, martes 2 de junio, a las diez de la mañana con Ana.',
    );
    expect(await say('get_business_hours', { date: '2026-06-06' })).toBe(
      'Este sábado 6 de junio no abrimos.',
    );
    expect(await say('cancel_job')).toBe(
      'Su cita de AC Repair de mañana, martes 2 de junio, a las diez de la mañana queda cancelada. ¿Algo más en que le pueda ayudar?',
    );
  });

  it('is answered so on platform two, with facts for the model in English', async () => {
    const send = async (name: string, parameters: object) =>
      (await spanish().send('voicetwo', onPlatformTwo({ name, parameters }))).body.result;

    expect(await send('checkAvailability', asked)).toMatchObject({
      message: expect.stringMatching(/^Para AC Repair puedo ofrecerle el miércoles 10 de junio/),
      weekday: 'Wednesday',
    });
    expect(await send('bookAppointment', booking())).toMatchObject({
      confirmed: true,
      weekday: 'Wednesday',
      time: '9:00 AM',
      message: 'Listo, su cita de AC Repair es el miércoles 10 de junio a las nueve de la mañana con Ana.',
    });
    expect((await send('makeCoffee', {})).error.message).toBe(
      'Eso no lo puedo hacer desde aquí. ¿Quiere hablar con alguien?',
    );
  });

  it('says in Spanish what to do in a danger', async () => {
    const { message, danger } = await spanish().call('book_job', {
      serviceType: 'Heating Repair',
      urgency: 'emergency',
      danger: 'gas',
      notes: 'strong smell of gas in the kitchen',
    });
    expect(danger).toBe('gas');
    expect(message).toBe(
      'Salgan todos ahora mismo y llamen al 911 desde afuera. Antes de comunicarle, ¿me podría decir la dirección?',
    );
  });

  it('is greeted with its appointment in Spanish', async () => {
    const service = spanish();
    await service.call('book_job', booking({ date: '2026-06-02' }));
    const { body } = await service.send('voiceone-call-inbound', {
      event: 'call_inbound',
      call_inbound: { agent_id: 'agent_acme', from_number: number.number, to_number: called },
    });
    expect(body.call_inbound.dynamic_variables).toMatchObject({
      now: 'las ocho de la mañana',
      today: 'lunes primero de junio de 2026',
      upcoming_appointment:
        'Tiene una cita de AC Repair mañana, martes 2 de junio, a las nueve de la mañana con Ana.',
    });
  });
});

describe('the language that a function call asks for', () => {
  it.each(['es', 'ES', 'es-MX', 'Spanish', 'español'])('is Spanish: %s', async (language) => {
    const { message } = await english().call('get_service_types', { language });
    expect(message).toBe('Ofrecemos AC Repair y Heating Repair. ¿Cuál necesita?');
  });

  it('is English in a company whose calls are in Spanish', async () => {
    const { message } = await spanish().call('get_service_types', { language: 'en' });
    expect(message).toBe('We offer AC Repair and Heating Repair. Which do you need?');
  });

  it('is noted for the technician if it is not the language of the company', async () => {
    const { dispatchRequestId } = await english().call('book_job', { ...booking(), ...es });
    expect(await english().requests.get(dispatchRequestId)).toMatchObject({
      notes: expect.stringMatching(/^Speaks Spanish\./),
    });
    const own = await spanish().call('book_job', { ...booking(), ...es });
    expect((await spanish().requests.get(own.dispatchRequestId))?.notes ?? '').not.toMatch(/Spanish/);
  });

  it('is ignored if it has no words, and the answer says so', async () => {
    const { message, ignored } = await english().call('get_service_types', { language: 'Klingon' });
    expect(message).toMatch(/^We offer/);
    expect(ignored).toEqual([{ argument: 'language', why: 'not_understood' }]);
  });
});

describe('services and fees with names of their own in Spanish', () => {
  const { serviceTypes } = accountDocument();
  const named = servicePerTest(() =>
    accountDocument({
      serviceTypes: serviceTypes.map((service) =>
        service.id === 'ac-repair' ? { ...service, spanish: 'reparación de aire acondicionado' } : service,
      ),
      fees: [
        { id: 'visit', says: 'an 89 dollar visit fee', spanish: 'una tarifa de visita de 89 dólares' },
        { id: 'urgent', says: 'a 149 dollar fee', urgency: 'urgent' },
      ],
    }),
  );

  it('are called so in messages in Spanish only', async () => {
    const { call } = named();
    expect(await call('check_availability', { ...asked, ...es })).toMatchObject({
      serviceType: 'AC Repair',
      message: expect.stringMatching(
        /^Para reparación de aire acondicionado puedo .* Hay una tarifa de visita de 89 dólares\. /,
      ),
    });
    expect((await call('book_job', { ...booking(), ...es })).message).toMatch(
      /^Listo, su cita de reparación de aire acondicionado es /,
    );
    const { message } = await call('check_availability', { ...asked, urgency: 'urgent' });
    expect(message).toMatch(/AC Repair .* There's a 149 dollar fee\. /);
  });

  it('keep their own words without one', async () => {
    const { call } = named();
    const { message } = await call('check_availability', {
      ...asked,
      ...{ ...es, serviceType: 'Heating Repair', urgency: 'urgent' },
    });
    expect(message).toMatch(/^Para Heating Repair .* Hay a 149 dollar fee\. /);
  });
});
