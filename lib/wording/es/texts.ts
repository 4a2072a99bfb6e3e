import type { Danger } from '../../accounts/account.ts';
import type { Template } from '../../record/outbox/message.ts';
import type { TextName, Texts } from '../en/texts.ts';

const customer: Readonly<Record<TextName, string>> = {
  booked: '{company}: Tiene una visita de {service} el {day}, {time}. Detalles y cambios: {link}',
  changed: '{company}: Su visita de {service} ahora es el {day}, {time}. Detalles y cambios: {link}',
  canceled:
    '{company}: Su visita de {service} del {day}, {time}, queda cancelada. Para hacer otra cita, llame al {phone}.',
  onHold:
    '{company}: Su visita de {service} del {day}, {time}, no se puede hacer. Llámenos para acordar otra hora.',
  reminder:
    '{company}: Le recordamos su visita de {service} el {day}, {time}. Responda C para confirmar. Detalles: {link}',
  onMyWay: '{company}: {technician} va en camino y llega en unos {minutes} minutos.',
  onMyWaySoon: '{company}: {technician} va en camino.',
  offer: '{company}: Hay una hora antes para {service}: {day}, {time}. Tómela en 10 minutos: {link}',
  confirmed: '{company}: Gracias. Su visita de {service} el {day}, {time}, está confirmada.',
  stopped: '{company}: Ya no le enviaremos mensajes. Responda START para recibirlos de nuevo.',
  started: '{company}: Le enviaremos mensajes sobre sus visitas de nuevo. Responda STOP para no recibirlos.',
  help: '{company}: Le escribimos sobre sus visitas. Para ayuda, llame al {phone}. Responda STOP para no recibir mensajes.',
  dayLink: '{company}: Sus trabajos del {day}: {link}',
  test: '{company}: Este es un mensaje de prueba.',
};

const subjects: Readonly<Record<Template, string>> = {
  alert: 'Emergencia: {company}',
  taken: 'Emergencia atendida: {company}',
  alarm: 'Nadie ha tomado una emergencia: {company}',
  office: '{company}',
  booked: 'Su visita de {company}',
  changed: 'Su visita de {company} cambió',
  canceled: 'Su visita de {company} queda cancelada',
  reminder: 'Su visita de {company}',
  onMyWay: '{company} va en camino',
  follow: 'Su visita de {company}',
  offer: 'Una hora antes con {company}',
  confirmed: 'Su visita de {company} está confirmada',
  stopped: 'No más mensajes de {company}',
  started: 'Mensajes de {company}',
  help: '{company}',
  safety: '{company}: qué hacer ahora',
  dayLink: 'Sus trabajos del {day}',
  test: 'Un mensaje de prueba de {company}',
};

const dangers: Readonly<Record<Danger, string>> = {
  gas: 'Olor a gas',
  carbon_monoxide: 'Monóxido de carbono',
  fire: 'Fuego o humo',
  electric: 'Chispas o descarga eléctrica',
  person_hurt: 'Hay alguien herido',
  water: 'Agua que no se puede cerrar',
  no_heat: 'Sin calefacción, con alguien en riesgo',
};

export const texts: Texts = {
  customer,
  subjects,
  dangers,
  emergency: 'Emergencia',
  stop: 'Responda STOP para no recibir mensajes.',
  safety: (company, whatToDo, { isAlerting, phone }) =>
    [
      `${company}: ${whatToDo}`,
      isAlerting && 'Estamos avisando a nuestro equipo de guardia.',
      phone && `${isAlerting ? 'También puede' : 'Puede'} llamarnos al ${phone}.`,
    ]
      .filter(Boolean)
      .join(' '),
  alert: (what, link) => `${what} Responda 1 para tomarla, o abra ${link}`,
  alertByMail: (what, link) => `${what} Tómela: ${link}`,
  alertSpoken: (company, what, how) =>
    [`Esta es una emergencia de ${company}.`, what, how, 'Otra vez:', what].filter(Boolean).join(' '),
  takeBy: {
    reply: 'Para tomarla, responda 1 al mensaje de texto que recibió.',
    email: 'Para tomarla, abra el enlace del correo que recibió.',
    text: (number) => `Para tomarla, envíe un mensaje de texto con el número 1 al ${number}.`,
  },
  takenByYou: (what) => `Es suya: ${what}`,
  takenBy: (name, what) => `La tiene ${name}: ${what}`,
  takenByOffice: (what) => `La tiene la oficina: ${what}`,
  hasIt: (name: string) => `${name} se encarga.`,
  officeHasIt: 'La oficina se encarga.',
  alarm: (what, seeAt) => `Nadie de guardia ha tomado esta emergencia: ${what} Véala: ${seeAt}`,
  office: {
    emergency: (what, seeAt) => `Emergencia: ${what} Véala: ${seeAt}`,
    message: (what, seeAt) => `Recado para la oficina: ${what} Véalo: ${seeAt}`,
    overdue: (what, seeAt) => `Una llamada prometida está atrasada. ${what} Véala: ${seeAt}`,
    failed: (what, seeAt) => `Un mensaje no llegó: ${what} Véalo: ${seeAt}`,
  },
};
