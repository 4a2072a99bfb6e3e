import { describe, expect, it } from '@jest/globals';
import { type HistoryFacts, historyKinds } from '../../../lib/record/history.ts';
import { historyText } from '../../../lib/wording/en/history.ts';

const visit = { date: '2026-06-10', minute: 9 * 60, technicianId: 'ana' };
const otherId = 'dr_0123456789abcdefghjk';

const lines: readonly (readonly [HistoryFacts, string])[] = [
  [{ kind: 'booked', visit }, '2026-06-10 9:00 AM with ana'],
  [
    { kind: 'booked', visit: { ...visit, from: '08:00', to: '10:00' }, urgency: 'emergency' },
    '2026-06-10 9:00 AM (08:00 to 10:00) with ana; urgency stays emergency',
  ],
  [{ kind: 'moved', visit }, '2026-06-10 9:00 AM with ana'],
  [{ kind: 'adjusted', visit }, 'by the plan of the day: 2026-06-10 9:00 AM with ana'],
  [{ kind: 'adjusted' }, 'by the plan of the day: another time'],
  [
    { kind: 'corrected', corrected: [{ field: 'address', was: '9 Oak Avenue' }, { field: 'notes' }] },
    'corrected: address (was 9 Oak Avenue), notes',
  ],
  [{ kind: 'details' }, 'details of the caller'],
  [{ kind: 'answered', otherId }, `booked as ${otherId}`],
  [{ kind: 'outside_area' }, 'outside_area'],
  [{ kind: 'emergency' }, 'emergency'],
  [{ kind: 'emergency', visit }, 'emergency: 2026-06-10 9:00 AM with ana'],
  [{ kind: 'more_about_emergency' }, 'more about the emergency'],
  [{ kind: 'asked_to_cancel' }, 'asked to cancel'],
  [{ kind: 'asked_to_cancel', words: 'sick' }, 'asked to cancel: sick'],
  [{ kind: 'asked_to_move', visit: { date: '2026-06-11' } }, 'asked to move to 2026-06-11'],
  [
    { kind: 'asked_to_move', visit: { date: '2026-06-11', minute: 600 } },
    'asked to move to 2026-06-11 10:00 AM',
  ],
  [{ kind: 'waits' }, 'on the waiting list'],
  [{ kind: 'waits_no_more' }, 'off the waiting list'],
  [{ kind: 'offered', visit }, 'offered to the customer: 2026-06-10 9:00 AM with ana'],
  [{ kind: 'message' }, 'message'],
  [{ kind: 'more_in_message' }, 'more in the message'],
  [{ kind: 'lead_added' }, 'a lead of the same number and service was added'],
  [{ kind: 'further_lead' }, 'another lead of the same number was added'],
  [{ kind: 'split', otherId }, `split: the other request is ${otherId}`],
  [{ kind: 'split_from', otherId }, `split from ${otherId}`],
  [{ kind: 'several_open', flags: ['merge'] }, 'the number booked, and has several open requests: merge'],
  [{ kind: 'ruled_out', flags: ['hours', 'technician'] }, 'ruled out by the account: hours, technician'],
  [{ kind: 'reason', words: 'parts' }, 'parts'],
  [{ kind: 'reason' }, 'no reason given'],
  [{ kind: 'reviewed', flags: ['phone', 'address'] }, 'reviewed: phone, address'],
  [{ kind: 'urgency', urgency: 'routine', formerUrgency: 'emergency' }, 'urgency: emergency to routine'],
  [{ kind: 'note' }, 'note added'],
  [{ kind: 'acknowledged' }, 'acknowledged'],
  [{ kind: 'acknowledged_together' }, 'acknowledged with the alert that stands for it'],
  [{ kind: 'escalated', role: 'manager' }, 'nobody has acknowledged it: manager on call is notified'],
  [{ kind: 'nobody_on_call' }, 'nobody has acknowledged it, and nobody is left to notify'],
  [{ kind: 'alert_ended' }, 'the alert that stood for it has ended'],
  [{ kind: 'alerts_joined', most: 60 }, 'over 60 emergencies in a minute'],
  [{ kind: 'overdue' }, 'nobody has called back in time'],
  [{ kind: 'unreached', person: 'Ana', reason: 'landline' }, 'Ana could not be reached: landline'],
  [{ kind: 'confirmed' }, 'confirmed by the customer'],
  [{ kind: 'on_my_way' }, 'on the way'],
  [{ kind: 'on_my_way', minutes: 20 }, 'on the way, arrives in 20 minutes'],
  [{ kind: 'could_not', problem: 'nobody_home' }, 'nobody was home'],
  [{ kind: 'could_not', problem: 'no_access', words: 'dog in the yard' }, 'no access: dog in the yard'],
  [{ kind: 'could_not', problem: 'parts' }, 'parts are missing'],
  [{ kind: 'could_not', problem: 'other' }, 'could not be done'],
  [{ kind: 'unscheduled' }, 'to be scheduled again'],
  [
    {
      kind: 'unscheduled',
      visit: { date: '2026-06-10', minute: 540, technicianId: 'ana', technician: 'Ana' },
    },
    'to be scheduled again: 2026-06-10 9:00 AM with Ana',
  ],
  [{ kind: 'note_changed' }, 'note changed'],
  [{ kind: 'note_removed' }, 'note removed'],
  [{ kind: 'undone' }, 'the last change was undone'],
  [{ kind: 'taken_down' }, 'taken down from a call'],
];

describe('a line of history', () => {
  it.each(lines)('with the facts %j reads %j', (facts, text) => {
    expect(historyText(facts)).toBe(text);
  });

  it('of each kind is among them', () => {
    expect(new Set(lines.map(([{ kind }]) => kind))).toEqual(new Set(historyKinds));
  });
});
