import type { Account } from '../../lib/accounts/account.ts';
import { oneLine } from '../../lib/normalized.ts';
import { MINUTE_MS } from '../../lib/scheduling/time-units.ts';
import { timeOffSpans } from '../../lib/scheduling/work-time.ts';

/**
 * Probable mistakes in a valid document: emergencies that nobody on call can take, or that never get a start, and
 * shifts that are all over.
 * @param now epoch milliseconds
 */
export function onCallWarnings(account: Account, now: number): readonly string[] {
  const { onCall = [], technicians, serviceTypes, emergency } = account;
  const skillsOf = ({ technicianId, skills }: (typeof onCall)[number]) =>
    skills ?? technicians.find(({ id }) => id === technicianId)?.skills;
  const unserved =
    onCall.length === 0
      ? []
      : serviceTypes.filter(
          (service) =>
            !onCall.some((entry) => {
              const skills = skillsOf(entry);
              return skills === undefined || service.skills.every((skill) => skills.includes(skill));
            }),
        );
  const over = onCall.flatMap(({ shifts }, index) => {
    const isOver =
      shifts !== undefined &&
      timeOffSpans(account, { timeOff: shifts }).every(({ to }) => to * MINUTE_MS <= now);
    return isOver ? [`Warning: onCall[${index}].shifts are all over.`] : [];
  });
  const isUseless = emergency.book && !onCall.some(({ technicianId }) => technicianId !== undefined);
  return [
    ...unserved.map(
      ({ name }) =>
        `Warning: nobody on call has the skills for ${oneLine(name)}: its emergencies go to the account's number.`,
    ),
    ...over,
    ...(isUseless ? ['Warning: emergency.book has no effect: onCall names no technician.'] : []),
  ];
}
