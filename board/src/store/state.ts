import type { RequestAction } from '../../../lib/board/routes.ts';
import type {
  AccountView,
  BoardAppointmentView,
  BoardView,
  CallView,
  CustomerView,
  LaneView,
  PlacesView,
  QueueView,
  RequestView,
  RequestWithCallsView,
  SearchView,
  StartsView,
  WaitingView,
} from '../../../lib/board/views.ts';
import type { Alternative, Api, ApiFault } from './api.ts';
import type { Settings } from './settings.ts';
import { addDays } from './time.ts';

/** A card of a job, with the id of the technician in whose lane it is. */
export type Placed = BoardAppointmentView & { readonly lane: string };

/** A request that the page changes: what it takes to send the change and to take it back. */
export interface Subject
  extends Pick<
    RequestView,
    'dispatchRequestId' | 'version' | 'status' | 'urgency' | 'kind' | 'serviceTypeId'
  > {
  /** What the page calls it. */
  readonly label: string;
  readonly appointment?: Start | undefined;
  /** If it is the card of one of several visits, the number of that. */
  readonly visit?: number | undefined;
  /** Who leads the visit, if it is the card of somebody else who comes. */
  readonly leader?: string | undefined;
}

type Appointment = NonNullable<RequestView['appointment']>;
type Start = Pick<Appointment, 'date' | 'time' | 'startsAt' | 'technicianId' | 'technician'> & {
  /** Present if others come as well. */
  readonly crew?: unknown;
  /** Present if the job goes on at another visit. */
  readonly visits?: unknown;
};

/** What the page shows over the board. */
export type Dialog =
  | { readonly kind: 'block'; readonly technicianId?: string; readonly from?: string; readonly to?: string }
  /** `key` is the same for each attempt to send the form, so that a repeated one stores no second job. */
  | {
      readonly kind: 'job';
      readonly key: string;
      /** What the caller of `call` said, or what else is known before. */
      readonly known?: CallView['known'];
      /** The call from which the job is taken down. */
      readonly call?: { readonly platform: string; readonly callId: string };
      /** What is known of the number that was typed. */
      readonly found?: CustomerView;
    }
  | { readonly kind: 'edit'; readonly id: string }
  /** Who comes to which visits. Each visit is a row with a number of its own; those that stand have their indexes. */
  | { readonly kind: 'visits'; readonly id: string; readonly rows: readonly number[] }
  /** Which blocks of a series to remove. */
  | { readonly kind: 'unblock'; readonly block: OwnBlock }
  /** What a customer waits for. */
  | { readonly kind: 'wait'; readonly id: string }
  /** Who waits for an earlier time; undefined until that is read. */
  | { readonly kind: 'waiting'; readonly requests?: WaitingView['requests'] }
  /** Where the jobs of a date are; `places` is undefined until that is read. */
  | { readonly kind: 'map'; readonly date: string; readonly places?: PlacesView }
  | { readonly kind: 'help' }
  | { readonly kind: 'reason'; readonly action: 'hold' | 'cancel' | 'decline'; readonly id: string }
  /** With `noteId`, changes a note. */
  | { readonly kind: 'note'; readonly id: string; readonly noteId?: string; readonly text?: string }
  | { readonly kind: 'call'; readonly call: CallView }
  /** Asks before a change that nobody can take back. `title` says what it does, like its button. */
  | {
      readonly kind: 'confirm';
      readonly subject: Subject;
      readonly action: Action;
      readonly title: string;
    }
  /** Asks why a start is taken in spite of the rules. */
  | { readonly kind: 'override'; readonly subject: Subject; readonly action: Action; readonly body: object }
  | StartSheet
  | Palette;

/** A block with the technician whose time it is. */
export type OwnBlock = LaneView['blocks'][number] & { readonly technicianId: string };

/** The search over everything of the account. */
export interface Palette {
  readonly kind: 'palette';
  readonly text: string;
  /** The index of the choice that Enter takes. */
  readonly at: number;
  /** Undefined until the service has answered. */
  readonly found?: SearchView | undefined;
}

/** The sheet on which a request gets another start. */
export interface StartSheet {
  readonly kind: 'starts';
  readonly subject: Subject;
  readonly date: string;
  /** Undefined until the dispatcher chooses a service. */
  readonly serviceTypeId?: string | undefined;
  /** Undefined for anyone who can do the job. */
  readonly technicianId?: string | undefined;
  /** Undefined until the starts are read. */
  readonly starts?: StartsView | undefined;
  /** Why the starts can't be read. */
  readonly problem?: string | undefined;
}

/** A request that gets another start, the starts where it may go, and the one that is chosen now. */
export interface Placing {
  readonly subject: Subject;
  readonly starts: StartsView;
  /** The date whose starts are being read. */
  readonly asked?: string;
  /** The indexes of the technician and the start that are chosen. */
  readonly at: readonly [number, number];
}

/** A job that gets another length, and how it was. */
export interface Sizing {
  readonly subject: Subject;
  readonly job: Placed;
  readonly before: Placed;
}

/** A message in a corner of the page. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  readonly buttons: readonly NoticeButton[];
  /** The change that it tells of, if that can be taken back. */
  readonly done?: Done | undefined;
}

export interface NoticeButton {
  readonly label: string;
  readonly run: () => void;
}

/** Something to send that the service may refuse. */
export interface Attempt {
  /** The id of the request that it changes. */
  readonly id?: string;
  /** The version that it takes back. */
  readonly version?: number;
  /** Resolves with what to tell the dispatcher, and with what takes the change back. */
  readonly send: (api: Api) => Promise<{ readonly text: string; readonly undo?: Attempt | undefined }>;
  /** What to send if the dispatcher takes an alternative that a refusal offers, for the visit that it is about. */
  readonly instead?: (alternative: Alternative, visit: number | undefined) => Attempt | undefined;
  /** Asks why to do it all the same, if a rule refused it that people may break. */
  readonly anyway?: NoticeButton | undefined;
  /** What the page shows until the answer comes. */
  readonly expected?: (state: State) => Partial<State>;
}

/** A change that can be taken back. */
export interface Done {
  readonly text: string;
  readonly undo: Attempt;
}

/** What is shown of the days. Every list is empty for everything. */
export interface Filter {
  /** Skills of which a technician has one. */
  readonly skills: readonly string[];
  readonly services: readonly string[];
  readonly towns: readonly string[];
  readonly statuses: readonly string[];
}

export const noFilter: Filter = { skills: [], services: [], towns: [], statuses: [] };

/** The menus of the page, of which one is open at a time. */
export type Menu = 'days' | 'filters' | 'undo' | 'person' | 'more';

/** More about the job under the pointer. */
export interface Glance {
  readonly id: string;
  /** Where the job is, in pixels of the window. */
  readonly box: Readonly<Record<'left' | 'right' | 'top' | 'bottom', number>>;
  readonly request: RequestView;
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** An action on a request, as the last parts of its path. */
export type Action = RequestAction | `notes/${string}`;

export interface State {
  /** Undefined until the accounts are read. */
  readonly accounts?: readonly AccountView[];
  readonly account?: AccountView | undefined;
  readonly date?: string | undefined;
  readonly view: View;
  /** The days of the view that are read, by date. */
  readonly boards: ReadonlyMap<string, BoardView>;
  readonly queue?: QueueView | undefined;
  /** What was read of the queue beyond its first part. */
  readonly further?:
    | {
        readonly requests: QueueView['requests'];
        readonly next?: string | undefined;
        readonly isReading?: boolean;
      }
    | undefined;
  readonly selected?: string | undefined;
  readonly detail?: RequestWithCallsView | undefined;
  readonly customer?: CustomerView | undefined;
  readonly dialog?: Dialog | undefined;
  readonly placing?: Placing | undefined;
  readonly sizing?: Sizing | undefined;
  readonly notices: readonly Notice[];
  /** The last changes of this page that can be taken back, newest first. */
  readonly done: readonly Done[];
  /** The ids of emergencies whose message nobody has closed. */
  readonly alarms: readonly string[];
  /** True while the page asks whether to drop what was typed. */
  readonly isLeaving?: boolean;
  readonly menu?: Menu | undefined;
  readonly glance?: Glance | undefined;
  /** A date of the month that the calendar shows. */
  readonly month?: string | undefined;
  /** The ids of the technicians whose lanes are shown; empty for all. */
  readonly shown: readonly string[];
  readonly filter: Filter;
  readonly settings: Settings;
  /** What the days have room in. */
  readonly size: Size;
  /** True while the page is printed. */
  readonly isPrinting?: boolean;
  /** The requests of a day that is printed, by id. */
  readonly printed?: ReadonlyMap<string, RequestView>;
  /** True while the hours outside of working time are shown. */
  readonly isUnfolded: boolean;
  /** The id of the request that is being changed. */
  readonly pending?: string | undefined;
  readonly fault?: ApiFault | undefined;
  /** Whether the service hints at changes; undefined until that is known. */
  readonly live?: boolean;
  readonly tab: 'lanes' | 'queue';
  /** True for one technician's day at a time, and a sheet in place of dragging. */
  readonly isPhone: boolean;
}

/** Returns the day that is shown or, until it is read, another day of the view. */
export function boardOf({ boards, date = '' }: State): BoardView | undefined {
  return boards.get(date) ?? boards.values().next().value;
}

/** The date if the page shows no other, so that messages need not say it. */
export const onlyDate = ({ view, date }: State): string | undefined => (view === 'day' ? date : undefined);

/** How many days each view of the board shows. */
export const views = { day: 1, three: 3, week: 7 } as const;
export type View = keyof typeof views;

export const viewNames: Readonly<Record<View, string>> = { day: 'Day', three: '3 days', week: 'Week' };

export const isView = (name: string | undefined): name is View =>
  name !== undefined && Object.hasOwn(views, name);

/** The dates that a view shows: from the given date on, or the week of that date from Monday on. */
export function datesOf(view: View, date: string): readonly string[] {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  const first = view === 'week' ? addDays(date, -((weekday + 6) % 7)) : date;
  return Array.from({ length: views[view] }, (_, days) => addDays(first, days));
}

/** True if nothing is planned on a day. */
export const isEmpty = ({ lanes }: BoardView): boolean =>
  lanes.every((lane) => lane.appointments.length + lane.blocks.length + lane.held.length === 0);

/** How many choices narrow what is shown. */
export const filtersOn = ({ shown, filter }: State): number =>
  shown.length + Object.values(filter).reduce((sum, values) => sum + values.length, 0);
