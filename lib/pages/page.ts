import type { Account } from '../accounts/account.ts';
import type { BookingDependencies } from '../booking/booking-facts.ts';
import type { LinkKind, PageLink } from '../record/link.ts';
import type { AnswerStore, ConsentStore, DayReader, Deadline, LinkStore } from '../record/ports.ts';
import type { DispatchRequest } from '../record/request.ts';
import type { Technician } from '../scheduling/calendar.ts';
import type { PageWords } from '../wording/pages/index.ts';
import type { Form } from './form.ts';
import type { Html } from './html.ts';
import type { Outcome } from './outcome.ts';

export interface PageDependencies extends BookingDependencies {
  readonly accounts: { byId(accountId: string): Promise<Account | undefined> };
  readonly links: LinkStore;
  readonly days: DayReader;
  readonly answers: AnswerStore;
  readonly consents: ConsentStore;
}

type LinkOf<Kind extends LinkKind> = Extract<PageLink, { readonly kind: Kind }>;

/** What a link that still works leads to. */
export type Opened =
  | { readonly kind: 'visit'; readonly link: LinkOf<'visit'>; readonly request: DispatchRequest }
  | { readonly kind: 'day'; readonly link: LinkOf<'day'>; readonly technician: Technician }
  | { readonly kind: 'alert'; readonly link: LinkOf<'alert'>; readonly request: DispatchRequest };

export type OpenedAs<Kind extends LinkKind> = Extract<Opened, { readonly kind: Kind }>;

/** Somebody opens a page or sends a form of it. */
export interface PageVisit {
  readonly account: Account;
  readonly words: PageWords;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly deadline: Deadline;
  readonly deps: PageDependencies;
}

/** What became of the form that was just sent, said at the top of the page. */
export interface Said {
  readonly isRefusal: boolean;
  readonly text: string;
}

/** What is within the frame of a page. */
export interface Content {
  readonly title: string;
  readonly body: Html;
}

/** One kind of page. */
export interface Page<Kind extends LinkKind> {
  /** The names of what its forms may ask for. */
  readonly actions: readonly string[];
  /** Checks a form, and returns what to do about it, or why it is refused. Nothing is changed before that is called. */
  read(action: string, form: Form, opened: OpenedAs<Kind>, visit: PageVisit): Act | Outcome;
  /** The answer of a form that was sent before with the same key. */
  before?(form: Form, opened: OpenedAs<Kind>, visit: PageVisit): Promise<Answered | undefined>;
  /** Keeps the answer of a form. Returns the one to give. */
  after?(answered: Answered, form: Form, opened: OpenedAs<Kind>, visit: PageVisit): Promise<Answered>;
  /** Writes the page. */
  show(opened: OpenedAs<Kind>, query: Query, visit: PageVisit): Promise<Content>;
  /** What a program reads of the page. */
  facts(opened: OpenedAs<Kind>, visit: PageVisit): Promise<object>;
}

export type Act = () => Promise<Outcome>;

export type Query = Readonly<Record<string, string | undefined>>;

/** The answer to a program. */
export interface Answered {
  readonly httpStatus: number;
  readonly body: {
    readonly ok: boolean;
    readonly reason?: string | undefined;
    readonly message: string;
    readonly status?: string | undefined;
    readonly version?: number | undefined;
  };
}
