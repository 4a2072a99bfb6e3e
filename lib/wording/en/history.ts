import type { Urgency } from '../../accounts/account.ts';
import type { JobProblem, VisitFacts } from '../../record/history.ts';
import type { StatusChange } from '../../record/request.ts';
import { formatClockTime } from '../../scheduling/time-of-day.ts';

/** Says what a line of history reports. Undefined if the status says it all. */
export function historyText({ kind, ...facts }: Omit<StatusChange, 'at' | 'to' | 'by'>): string | undefined {
  const { words, visit, urgency, otherId = '', flags = [], corrected = [] } = facts;
  const about = (what: string) => (visit === undefined ? what : `${what}: ${visitText(visit)}`);
  switch (kind) {
    case undefined:
      return undefined;
    case 'booked':
    case 'moved': {
      const at = visit === undefined ? kind : visitText(visit);
      const where = words === undefined ? at : `${at}, in spite of the rules: ${words}`;
      return urgency === undefined ? where : `${where}; ${urgencyText(facts.formerUrgency, urgency)}`;
    }
    case 'adjusted':
      return `by the plan of the day: ${visit === undefined ? 'another time' : visitText(visit)}`;
    case 'corrected':
      return `corrected: ${corrected.map(({ field, was }) => (was === undefined ? field : `${field} (was ${was})`)).join(', ')}${urgency === undefined ? '' : `; ${urgencyText(facts.formerUrgency, urgency)}`}`;
    case 'details':
      return 'details of the caller';
    case 'answered':
      return `booked as ${otherId}`;
    case 'outside_area':
      return 'outside_area';
    case 'emergency':
      return about('emergency');
    case 'more_about_emergency':
      return about('more about the emergency');
    case 'asked_to_cancel':
      return words === undefined ? 'asked to cancel' : `asked to cancel: ${words}`;
    case 'asked_to_move':
      return visit === undefined ? 'asked to move' : `asked to move to ${visitText(visit)}`;
    case 'message':
      return 'message';
    case 'more_in_message':
      return 'more in the message';
    case 'lead_added':
      return 'a lead of the same number and service was added';
    case 'further_lead':
      return 'another lead of the same number was added';
    case 'split':
      return `split: the other request is ${otherId}`;
    case 'split_from':
      return `split from ${otherId}`;
    case 'several_open':
      return `the number booked, and has several open requests: ${flags.join(', ')}`;
    case 'ruled_out':
      return `ruled out by the account: ${flags.join(', ')}`;
    case 'reason':
      return words ?? 'no reason given';
    case 'reviewed':
      return `reviewed: ${flags.join(', ')}`;
    case 'urgency':
      return `urgency: ${facts.formerUrgency} to ${urgency}`;
    case 'note':
      return 'note added';
    case 'acknowledged':
      return 'acknowledged';
    case 'acknowledged_together':
      return 'acknowledged with the alert that stands for it';
    case 'escalated':
      return `nobody has acknowledged it: ${facts.role} on call is notified`;
    case 'nobody_on_call':
      return 'nobody has acknowledged it, and nobody is left to notify';
    case 'alert_ended':
      return 'the alert that stood for it has ended';
    case 'alerts_joined':
      return `over ${facts.most} emergencies in a minute`;
    case 'unreached':
      return `${facts.person} could not be reached: ${facts.reason}`;
    case 'overdue':
      return 'nobody has called back in time';
    case 'unscheduled':
      return about('to be scheduled again');
    case 'note_changed':
      return 'note changed';
    case 'note_removed':
      return 'note removed';
    case 'taken_down':
      return 'taken down from a call';
    case 'undone':
      return 'the last change was undone';
    case 'waits':
      return 'on the waiting list';
    case 'waits_no_more':
      return 'off the waiting list';
    case 'offered':
      return about('offered to the customer');
    case 'confirmed':
      return 'confirmed by the customer';
    case 'on_my_way':
      return facts.minutes === undefined ? 'on the way' : `on the way, arrives in ${facts.minutes} minutes`;
    case 'could_not': {
      const why = problemTexts[facts.problem ?? 'other'];
      return words === undefined ? why : `${why}: ${words}`;
    }
  }
}

const problemTexts: Readonly<Record<JobProblem, string>> = {
  nobody_home: 'nobody was home',
  no_access: 'no access',
  parts: 'parts are missing',
  other: 'could not be done',
};

const urgencyText = (former: Urgency | undefined, urgency: Urgency): string =>
  former === undefined ? `urgency stays ${urgency}` : `called off: urgency ${former} to ${urgency}`;

function visitText(visit: VisitFacts): string {
  const { date, minute, technicianId, technician = technicianId, from, to, crew = [], later = [] } = visit;
  const time = minute === undefined ? '' : ` ${formatClockTime(minute)}`;
  const promised = from === undefined ? '' : ` (${from} to ${to})`;
  const names = [...(technician === undefined ? [] : [technician]), ...crew].join(', ');
  const goesOn = later.map((one) => `, and ${visitText(one)}`).join('');
  return `${date}${time}${promised}${names === '' ? '' : ` with ${names}`}${goesOn}`;
}

export const lineAsRead = (line: StatusChange) => {
  const { at, from, to, by, folded, callId } = line;
  return { at, from, to, by, folded, why: historyText(line), callId };
};
