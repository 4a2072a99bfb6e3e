import type { AccountView, BoardView } from '../../../lib/board/views/day.ts';
import type {
  CustomerView,
  QueueView,
  RequestView,
  RequestWithCallsView,
  StartsView,
} from '../../../lib/board/views/requests.ts';
import type { ApiFault } from './api.ts';

/** What the page shows over the board. */
export type Dialog =
  | { readonly kind: 'block'; readonly technicianId?: string; readonly from?: string; readonly to?: string }
  /** `key`: the same for each attempt to send the form, so that a repeated one stores no second job. */
  | { readonly kind: 'job'; readonly key: string }
  | { readonly kind: 'help' }
  | { readonly kind: 'reason'; readonly action: 'hold' | 'cancel' | 'decline'; readonly id: string }
  | { readonly kind: 'note'; readonly id: string };

/** A request that gets another start: where it may go, and the start that is chosen now. */
export interface Placing {
  readonly request: Pick<RequestView, 'dispatchRequestId' | 'version'> & { readonly label: string };
  readonly action: 'schedule' | 'move';
  readonly starts: StartsView;
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
  readonly accounts: readonly AccountView[];
  readonly account?: AccountView | undefined;
  readonly date?: string | undefined;
  readonly board?: BoardView | undefined;
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
}
