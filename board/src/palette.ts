import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SearchView } from '../../lib/board/views.ts';
import type { IconName } from '../icons.ts';
import { icon } from './icon.ts';
import { openMap } from './map.ts';
import { turnTo } from './placing.ts';
import { go, openCall, openOn, openWaiting, printSheets } from './store/reading.ts';
import { boardOf, type Palette, viewNames } from './store/state.ts';
import type { Store } from './store/store.ts';
import { dayName, shortDayName } from './store/time.ts';
import { phoneName, statusName } from './store/words.ts';
import { dateIn } from './typed-date.ts';

/** Something that the palette offers. */
interface Choice {
  readonly group: string;
  readonly name: IconName;
  readonly text: string;
  readonly more?: string | undefined;
  readonly run: () => unknown;
}

/** How long the dispatcher rests before the page asks the service, and the fewest characters that it accepts. */
const REST_MS = 150;
const FEWEST = 2;

const nothingFound: SearchView = { requests: [], customers: [], calls: [], isMore: false };

let cancel: () => void = () => undefined;

/** Reads what matches the text, once the dispatcher rests. */
function search(store: Store, text: string): void {
  cancel();
  const isNewest = store.reads.search();
  store.set({ dialog: { kind: 'palette', text, at: 0, found: undefined } });
  if (text.trim().length < FEWEST) return;
  cancel = store.host.after(REST_MS, async () => {
    const found = await store.api.search(store.accountId, text.trim()).catch((error) => {
      store.refuse(error);
      return nothingFound;
    });
    const { dialog } = store.state;
    if (isNewest() && dialog?.kind === 'palette') store.set({ dialog: { ...dialog, found } });
  });
}

/** @param close closes the palette */
export function paletteView(store: Store, palette: Palette, close: () => void): TemplateResult {
  const choices = choicesFor(store, palette);
  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return;
    close();
    choice.run();
  };
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(choices[palette.at]);
    else if (step === undefined) return;
    else store.set({ dialog: { ...palette, at: (palette.at + step + choices.length) % choices.length } });
    event.preventDefault();
    event.stopPropagation();
    document.querySelector('.palette [aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  };
  const { text, found } = palette;
  const isReading = text.trim().length >= FEWEST && found === undefined;
  return html`<div class="palette">
    <h2 class="unseen" id="dialog-title">Search</h2>
    <div class="find">
      ${icon('search')}
      <input id="palette" type="text" role="combobox" autofocus autocomplete="off" aria-expanded="true" aria-controls="choices"
        aria-label="Search everything" aria-activedescendant=${choices.length === 0 ? nothing : `choice-${palette.at}`}
        placeholder="Name, number, street, date, or what to do" .value=${text} @keydown=${walk}
        @input=${({ target }: Event) => target instanceof HTMLInputElement && search(store, target.value)} />
    </div>
    <div id="choices" role="listbox" aria-label="Found">
      ${choices.map((choice, at) => choiceView(choice, at, palette.at, choices[at - 1]?.group, () => run(choice)))}
    </div>
    <p class="hint" role="status">${
      isReading
        ? 'Searching…'
        : choices.length === 0
          ? 'Nothing matches. Try part of a name, a street, or the end of a number.'
          : found?.isMore
            ? 'More may match: type more.'
            : ''
    }</p>
  </div>`;
}

function choiceView(
  { group, name, text, more }: Choice,
  at: number,
  chosen: number,
  groupBefore: string | undefined,
  run: () => void,
): TemplateResult {
  return html`${group === groupBefore ? nothing : html`<p class="heading" role="presentation">${group}</p>`}
    <div class="choice" role="option" id=${`choice-${at}`} aria-selected=${at === chosen} @click=${run}>
      ${icon(name)}<span>${text}</span><small>${more}</small>
    </div>`;
}

/** What matches the text: first what the service has found, then what the page can do. */
function choicesFor(store: Store, { text, found }: Palette): readonly Choice[] {
  return [...(found === undefined ? [] : foundChoices(store, found)), ...actionsFor(store, text)];
}

function foundChoices(store: Store, { requests, customers, calls }: SearchView): readonly Choice[] {
  return [
    ...requests.map((one): Choice => {
      const { appointment, dispatchRequestId, serviceType, address, status, createdAt } = one;
      const when = appointment?.date ?? store.zone.date(createdAt);
      const isPlanned = appointment !== undefined && !['requested', 'on_hold', 'canceled'].includes(status);
      return {
        ...{ group: 'Requests', name: isPlanned ? 'calendar' : 'sticky-note', text: one.customer },
        more: [serviceType, address, `${statusName(status)} ${shortDayName(when)}`]
          .filter(Boolean)
          .join(' · '),
        run: () => openOn(store, dispatchRequestId, isPlanned ? when : undefined),
      };
    }),
    ...customers.map(
      ({ phone, name, sites }): Choice => ({
        ...{ group: 'Customers', name: 'user', text: name ?? phoneName(phone) ?? phone },
        more: [phoneName(phone), sites[0]?.address, 'new job'].filter(Boolean).join(' · '),
        run: () => store.openJob({ known: { phone, ...(name && { name }) } }),
      }),
    ),
    ...calls.map(
      ({ caller, outcome, createdAt, integration, callId }): Choice => ({
        ...{ group: 'Calls', name: 'phone', text: phoneName(caller) ?? 'Unknown number' },
        more: `${outcome} · ${store.zone.moment(createdAt)}`,
        run: () => openCall(store, integration, callId),
      }),
    ),
  ];
}

/** The actions whose words begin with the words of the text. */
function actionsFor(store: Store, text: string): readonly Choice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = ({ text: label }: Choice) => {
    const own = label.toLowerCase().split(/[\s’]+/);
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  const date = dateIn(text, store.today);
  const days: Choice[] =
    date === undefined
      ? []
      : [{ group: 'Go to', name: 'calendar', text: dayName(date), run: () => turnTo(store, date) }];
  return [
    ...days,
    ...allActions(store)
      .filter(isMeant)
      .slice(0, words.length === 0 ? 6 : 8),
  ];
}

function allActions(store: Store): readonly Choice[] {
  const group = 'Actions';
  const { date = store.today, settings } = store.state;
  const dialog = (kind: 'block' | 'help') => () => store.set({ dialog: { kind } });
  const lanes = boardOf(store.state)?.lanes ?? [];
  return [
    { group, name: 'plus', text: 'New job', run: () => store.openJob() },
    { group, name: 'ban', text: 'Block time', run: dialog('block') },
    { group, name: 'calendar', text: 'Today', run: () => turnTo(store, store.today) },
    { group, name: 'hourglass', text: 'Waiting list', run: () => openWaiting(store) },
    { group, name: 'map-pin', text: 'Map of the day', run: () => openMap(store) },
    { group, name: 'printer', text: 'Print route sheets', run: () => printSheets(store) },
    { group, name: 'keyboard', text: 'Keys', run: dialog('help') },
    ...Object.entries(viewNames).map(([name, label]): Choice => {
      const view = name === 'week' || name === 'three' ? name : 'day';
      return {
        group,
        name: 'calendar',
        text: `Show ${label.toLowerCase()}`,
        run: () => go(store, date, view),
      };
    }),
    ...lanes.flatMap(({ technicianId, technician }): Choice[] => [
      {
        ...{ group, name: 'ban', text: `Block ${technician}’s time` },
        run: () => store.set({ dialog: { kind: 'block', technicianId } }),
      },
      {
        ...{ group, name: 'user', text: `Show only ${technician}` },
        run: () => store.set({ shown: [technicianId] }),
      },
    ]),
    { group, name: 'users', text: 'Show everybody', run: () => store.set({ shown: [] }) },
    {
      ...{ group, name: settings.sound ? 'bell-off' : 'siren' },
      text: settings.sound ? 'Turn the sound off' : 'Turn the sound on',
      run: () => store.choose({ sound: !settings.sound }),
    },
  ];
}
