import { type Account, dangers, type ServiceType } from '../../accounts/account.ts';
import { oneLine } from '../../normalized.ts';
import { safety } from '../../wording/en/dangers.ts';

/** Platforms take at most this many characters in the description of a tool or an argument. */
const MAX_DESCRIPTION = 999;

type Company = Pick<Account, 'serviceTypes' | 'notOffered' | 'emergency'>;

const dangerNames = {
  gas: 'gas',
  carbon_monoxide: 'carbon monoxide',
  fire: 'fire or smoke',
  electric: 'sparks or electric shock',
  water: 'water that cannot be stopped',
  no_heat: 'no heat for someone who is very young, old or ill',
} as const;

/** Lists the services of a company with the words of callers who need them. */
export function servicesText({ serviceTypes, notOffered = [] }: Company): string {
  const lead =
    'The service of the company that fits. Leave it out if none fits, and tell in notes what is wrong, in the words of the caller.';
  const none = notOffered.length === 0 ? [] : [`Not offered: ${notOffered.join(', ')}.`];
  return fitting(`${lead} Callers say:`, [...serviceTypes.flatMap(symptomsOf), ...none]) ?? lead;
}

function symptomsOf({ name, symptoms = [] }: ServiceType): readonly string[] {
  return symptoms.length === 0 ? [] : [`${name}: ${symptoms.join(', ')}.`];
}

/** Says what a caller in danger hears first, in the company's words. */
export function emergencyText(before: string, { emergency }: Company): string {
  const rules = dangers.map(
    (danger) => `${dangerNames[danger]}: "${emergency.instructions[danger] ?? safety[danger]}"`,
  );
  return fitting(`${before} In danger, say first:`, rules) ?? before;
}

/** Returns the lead with as many of the parts as fit; undefined if none fits. */
function fitting(lead: string, parts: readonly string[]): string | undefined {
  let text = lead;
  for (const part of parts) {
    const longer = `${text} ${withoutBraces(part)}`;
    if (longer.length > MAX_DESCRIPTION) break;
    text = longer;
  }
  return text === lead ? undefined : text;
}

/** Braces mark variables at the platforms. */
const withoutBraces = (text: string): string => oneLine(text.replace(/[{}]+/g, ' '));
