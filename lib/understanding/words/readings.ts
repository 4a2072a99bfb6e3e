export { dangerSeen } from './danger.ts';
export { comparedDays, daysInWords, timeInWords } from './days.ts';
export { addressInWords, phoneInWords, postalCodeInWords } from './numbers.ts';
export { describedServices, servicesAlike } from './services/described-services.ts';
export { matchPhrase, servicesMeant } from './services/service-phrases.ts';
export { techniciansInWords } from './technicians.ts';
export { weekdaysNamed } from './weekday.ts';
export { chosenBy } from './which-appointment.ts';
