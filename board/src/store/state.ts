import type {
  AccountView,
  BoardView,
  CallView,
  CustomerView,
  QueueView,
  RequestView,
  RequestWithCallsView,
  StartsView,
} from '../../../lib/board/views.ts';
import type { ApiFault } from './api.ts';
import type { View } from './view.ts';

/** What the page knows of a request that it changes: enough to send the change and to take it back. */
export interface Subject
  extends Pick<
    RequestView,
    'dispatchRequestId' | 'version' | 'status' | 'urgency' | 'kind' | 'serviceTypeId'
  > {
  /** What the page calls it. */
  readonly label: string;
  readonly appointment?: Start | undefined;
}

type Appointment = NonNullable<RequestView['appointment']>;
type Start = Pick<Appointment, 'date' | 'time' | 'startsAt' | 'technicianId' | 'technician'>;

/** What the page shows over the board. */
export type Dialog =
  | { readonly kind: 'block'; readonly technicianId?: string; readonly from?: string; readonly to?: string }
  /** `key`: the same for each attempt to send the form, so that a repeated one stores no second job. */
  | { readonly kind: 'job'; readonly key: string; readonly phone?: string | undefined }
  | { readonly kind: 'help' }
  | { readonly kind: 'reason'; readonly action: 'hold' | 'cancel' | 'decline'; readonly id: string }
  | { readonly kind: 'note'; readonly id: string }
  | { readonly kind: 'call'; readonly call: CallView }
  /** `title`: what the change does, as its button says. */
  | {
      readonly kind: 'confirm';
      readonly subject: Subject;
      readonly action: string;
      readonly body: object;
      readonly title: string;
    }
  | StartSheet;

/** The sheet on which a request gets another start. */
export interface StartSheet {
  readonly kind: 'starts';
  readonly subject: Subject;
  readonly date: string;
  /** Undefined until one is chosen. */
  readonly serviceTypeId?: string | undefined;
  /** Anyone who can do it if undefined. */
  readonly technicianId?: string | undefined;
  /** Undefined until they are read. */
  readonly starts?: StartsView | undefined;
  /** Why they can't be read. */
  readonly problem?: string | undefined;
}

/** A request that gets another start: where it may go, and the start that is chosen now. */
export interface Placing {
  readonly subject: Subject;
  readonly starts: StartsView;
  /** The date whose starts are on their way. */
  readonly asked?: string;
  /** Index of the technician and of the start. */
  readonly at: readonly [number, number];
}

/** What is said at the top until it is closed. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
  readonly buttons: readonly { readonly label: string; readonly run: () => void }[];
}

export interface State {
  /** Undefined until they are read. */
  readonly accounts?: readonly AccountView[];
  readonly account?: AccountView | undefined;
  readonly date?: string | undefined;
  readonly view: View;
  /** What is read of the days that the view shows, by date. */
  readonly boards: ReadonlyMap<string, BoardView>;
  readonly queue?: QueueView | undefined;
  readonly selected?: string | undefined;
  readonly detail?: RequestWithCallsView | undefined;
  readonly customer?: CustomerView | undefined;
  readonly dialog?: Dialog | undefined;
  readonly placing?: Placing | undefined;
  readonly notice?: Notice | undefined;
  readonly search: string;
  /** Ids of technicians whose lanes are shown; all if empty. */
  readonly shown: readonly string[];
  /** A change is on its way for this request. */
  readonly pending?: string | undefined;
  readonly fault?: ApiFault | undefined;
  readonly tab: 'lanes' | 'queue';
  /** One technician's day at a time, and a sheet in place of dragging. */
  readonly isPhone: boolean;
}

/** The board of the date that is shown, or of another day of the view until that one is read. */
export function boardOf({ boards, date = '' }: State): BoardView | undefined {
  return boards.get(date) ?? boards.values().next().value;
}

/** The date that need not be said because no other is shown. */
export const onlyDate = ({ view, date }: State): string | undefined => (view === 'day' ? date : undefined);
