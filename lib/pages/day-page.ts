import * as v from 'valibot';
import { visitsOn } from '../booking/dispatchers/day-board.ts';
import type { AnswerKey } from '../record/calls.ts';
import { addNote } from '../record/dispatcher-changes.ts';
import { type JobProblem, problems } from '../record/history.ts';
import { derivedId } from '../record/ids.ts';
import type { StatusResult } from '../record/lifecycle.ts';
import { type ChangedBy, type DispatchRequest, remembers } from '../record/request.ts';
import { type Progress, recordProblem, recordProgress } from '../record/technician-changes.ts';
import { dayText } from '../wording/pages/days-and-times.ts';
import { goesOnAfter, showDay, visitsOf } from './day-view.ts';
import { type Form, noteIn, pressedAtIn, versionIn } from './form.ts';
import { onVersion } from './on-version.ts';
import { type Outcome, refused } from './outcome.ts';
import type { Act, Answered, OpenedAs, Page, PageDependencies, PageVisit } from './page.ts';

type Opened = OpenedAs<'day'>;

/** The page of a technician, about the visits of one day. */
export const dayPage: Page<'day'> = {
  actions: ['onMyWay', 'arrived', 'done', 'couldNot', 'note'],
  read(action, form, opened, visit) {
    switch (action) {
      case 'couldNot': {
        const problem = problems.find((one) => one === form('reason'));
        const words = noteIn(form);
        if (problem === undefined) return refused('empty');
        if ('reason' in words && words.reason === 'too_long') return refused('too_long');
        return press(form, opened, visit, reportProblem(problem, 'value' in words ? words.value : undefined));
      }
      case 'note': {
        const note = noteIn(form);
        return 'reason' in note ? refused(note.reason) : press(form, opened, visit, addToNotes(note.value));
      }
      default:
        return press(form, opened, visit, makeProgress(progressIn(action, form)));
    }
  },
  before: async (form, opened, { deps, deadline }) => {
    const key = keyOf(form, opened);
    const kept = key && (await deps.answers.get(key, deadline));
    return kept ? v.parse(Kept, JSON.parse(kept)) : undefined;
  },
  after: async (answered, form, opened, { deps, deadline }) => {
    const key = keyOf(form, opened);
    if (key === undefined) return answered;
    return v.parse(Kept, JSON.parse(await deps.answers.keep(key, JSON.stringify(answered), deadline)));
  },
  show: showDay,
  facts: async (opened, visit) => ({
    message: visit.words.day.title(opened.link.date),
    visits: (await visitsOf(opened, visit)).map(({ request: { dispatchRequestId, status, version } }) => ({
      ...{ request: dispatchRequestId, status, version },
    })),
  }),
};

const Kept = v.object({
  httpStatus: v.number(),
  body: v.object({
    ok: v.boolean(),
    reason: v.optional(v.string()),
    message: v.string(),
    status: v.optional(v.string()),
    version: v.optional(v.number()),
  }),
}) satisfies v.GenericSchema<unknown, Answered>;

/** Names a press, whichever link of the technician it came by; undefined if the form has no key. */
function keyOf(form: Form, { link: { accountId, technicianId } }: Opened): AnswerKey | undefined {
  const key = form('key');
  if (key === '') return undefined;
  const presser = derivedId('te', [accountId, technicianId]);
  return {
    accountId,
    callerId: presser,
    invocationId: derivedId('in', [form('request'), form('action'), key]),
  };
}

interface Pressed {
  readonly request: DispatchRequest;
  readonly who: ChangedBy;
  readonly deps: PageDependencies;
  readonly deadline: number;
}

/** What a button does, and what makes it unnecessary. */
interface Button {
  readonly isDone?: (request: DispatchRequest) => boolean;
  /** True if it ends the job, for which its last visit must have come. */
  readonly isEnd?: boolean;
  readonly change: (pressed: Pressed) => Promise<Pick<StatusResult, 'kind' | 'request'>>;
}

/** Returns what pressing a button does to the visit that the form names. */
const press =
  (form: Form, opened: Opened, visit: PageVisit, { isDone = () => false, isEnd, change }: Button): Act =>
  async () => {
    const { deps, deadline, words, now } = visit;
    const found = await deps.requests.get(form('request'), deadline);
    // What was given to somebody else, and what never was on the list, look alike.
    const listed =
      found?.accountId === opened.link.accountId ? visitsOn(found, opened.link).at(-1) : undefined;
    if (found === undefined || listed === undefined) return refused('changed', undefined, words.day.gone);
    const next = isEnd && goesOnAfter(listed);
    if (next) {
      const text = words.day.goesOn(dayText(visit.account.language, next));
      return refused('invalid_transition', found, text);
    }
    const invocation = keyOf(form, opened)?.invocationId;
    const pressedAt = pressedAtIn(form) ?? now;
    const who: ChangedBy = {
      by: `technician:${opened.link.technicianId}`,
      now: Math.min(now, Math.max(pressedAt, Date.parse(found.updatedAt))),
      invocation,
    };
    const done = (request: DispatchRequest): Outcome => ({
      ...{ kind: 'done', request, message: words.day.saved },
      logged: 'updated',
    });
    const alreadyDone = (request: DispatchRequest) => {
      const isOwn = request.history.at(-1)?.by === who.by;
      return remembers(request, who) || (isOwn && isDone(request)) ? done(request) : undefined;
    };
    return await onVersion(found, versionIn(form), alreadyDone, visit, async (own) => {
      const result = await change({ request: found, who, deps: { ...deps, ...own }, deadline });
      const { kind, request } = result;
      if (kind === 'changed' || kind === 'stands') return done(request);
      return alreadyDone(request) ?? refused('invalid_transition', request);
    });
  };

const statusAfter = { onMyWay: 'en_route', arrived: 'in_progress', done: 'completed' } as const;

const MAX_MINUTES = 600;

function progressIn(action: string, form: Form): Progress {
  const to = Object.entries(statusAfter).find(([name]) => name === action)?.[1] ?? statusAfter.onMyWay;
  const minutes = /^\d{1,3}$/.test(form('minutes')) ? Number(form('minutes')) : 0;
  return { to, minutes: minutes > 0 && minutes <= MAX_MINUTES ? minutes : undefined };
}

const makeProgress = (progress: Progress): Button => ({
  isDone: ({ status }) => status === progress.to,
  isEnd: progress.to === 'completed',
  change: ({ request, who, deps, deadline }) => recordProgress(request, progress, who, deps, deadline),
});

const reportProblem = (problem: JobProblem, words: string | undefined): Button => ({
  isDone: ({ history }) => history.at(-1)?.kind === 'could_not',
  change: ({ request, who, deps, deadline }) =>
    recordProblem(request, { problem, words }, who, deps, deadline),
});

const addToNotes = (note: string): Button => ({
  change: ({ request, who, deps, deadline }) => addNote(request, note, {}, who, deps, deadline),
});
