import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { BoardAppointmentView, PlacesView } from '../../lib/board/views.ts';
import { styled } from './lanes/directives.ts';
import { FAMILIES } from './lanes/services.ts';
import { shownLanes } from './lanes/technicians.ts';
import { select } from './store/reading.ts';
import { boardOf, type Dialog } from './store/state.ts';
import type { Store } from './store/store.ts';
import { dayName } from './store/time.ts';

/** Shows where the jobs of the day are. */
export async function openMap(store: Store): Promise<void> {
  const { date = store.today } = store.state;
  store.set({ dialog: { kind: 'map', date } });
  const isOpen = () => store.state.dialog?.kind === 'map';
  try {
    const places = await store.api.places(store.accountId, date);
    if (isOpen()) store.set({ dialog: { kind: 'map', date, places } });
  } catch (error) {
    if (isOpen()) store.set({ dialog: undefined });
    store.refuse(error);
  }
}

/** The jobs of a technician that have a place, in order of time, and the home. */
interface Tour {
  readonly technician: string;
  /** The class of its color. */
  readonly family: string;
  readonly home: Spot | undefined;
  readonly stops: readonly (readonly [BoardAppointmentView, Spot])[];
}

/** Shares of the drawing's width and height, from its upper left corner. */
type Spot = readonly [x: number, y: number];

export function mapView(
  store: Store,
  { date, places }: Extract<Dialog, { kind: 'map' }>,
  close: () => void,
): TemplateResult {
  return html`<h2 id="dialog-title">Map of ${dayName(date)}</h2>
    ${places === undefined ? html`<p class="empty" role="status">Loading…</p>` : drawnPlaces(store, places, close)}
    <div class="actions"><button type="button" class="strong" autofocus @click=${close}>Close</button></div>`;
}

function drawnPlaces(store: Store, places: PlacesView, close: () => void): TemplateResult {
  const board = boardOf(store.state);
  const lanes = board === undefined ? [] : shownLanes(store, board);
  const spots = spotsOf(places, store.state.isPhone);
  const tours = lanes.map(
    ({ technicianId, technician, appointments }, at): Tour => ({
      technician,
      family: `of-${at % FAMILIES}`,
      home: spots.get(technicianId),
      stops: appointments.flatMap((job) => {
        const spot = spots.get(job.dispatchRequestId);
        return spot === undefined ? [] : [[job, spot] as const];
      }),
    }),
  );
  const missing = new Set(
    lanes.flatMap(({ appointments }) =>
      appointments.filter((job) => !spots.has(job.dispatchRequestId)).map(({ customer }) => customer),
    ),
  );
  const open = (id: string) => {
    close();
    void select(store, id);
  };
  const seen = tours.filter(({ stops }) => stops.length > 0);
  return html`${
    seen.length === 0
      ? html`<p class="empty">No job of the day has a known postal code.</p>`
      : html`<div class="map">
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">${seen.map(wayView)}</svg>
          ${seen.map((tour) => tourView(tour, open))}
        </div>
        <p class="legend">${seen.map(({ technician, family }) => html`<span><i class=${`swatch ${family}`}></i>${technician}</span>`)}</p>`
  }
  ${missing.size === 0 ? nothing : html`<p class="hint">Without a known postal code: ${[...missing].join(', ')}.</p>`}`;
}

const wayView = ({ family, home, stops }: Tour) => {
  const ends = home === undefined ? [] : [home];
  const points = [...ends, ...stops.map(([, spot]) => spot), ...ends].map((spot) => spot.join()).join(' ');
  return svg`<polyline class=${family} points=${points} />`;
};

const at = ([x, y]: Spot) => styled({ left: `${x * 100}%`, top: `${y * 100}%` });

/** The home and the jobs of a technician, numbered. */
function tourView({ technician, family, home, stops }: Tour, open: (id: string) => void) {
  return html`${home && html`<i class=${`home ${family}`} title=${`${technician}’s home`} ${at(home)}></i>`}${stops.map(
    ([job, spot], index) => {
      const name = `${index + 1}. ${job.customer}, ${job.time}, ${technician}`;
      return html`<button type="button" class=${family} aria-label=${name} title=${name} ${at(spot)} @click=${() => open(job.dispatchRequestId)}>${index + 1}</button>`;
    },
  )}`;
}

/** How many times as wide as high the drawing is, as in the style sheet. All that follows are shares of its width. */
const SHAPE = 1.6;
/** What stays free at its edges. */
const EDGE = 0.06;
/** How often numbers that are too near move away from each other, which is enough for those of a day. */
const ROUNDS = 100;
/** The least height of what is drawn, in degrees: about two miles. */
const LEAST = 0.03;

/**
 * Returns where jobs and homes are drawn, by their ids: north is up, a mile is as long in each direction, and what would
 * cover something else is moved beside it.
 */
function spotsOf({ jobs, homes }: PlacesView, isPhone: boolean): ReadonlyMap<string, Spot> {
  const all = [
    ...homes.map(({ technicianId, ...place }) => [technicianId, place] as const),
    ...jobs.map(({ dispatchRequestId, ...place }) => [dispatchRequestId, place] as const),
  ];
  const ups = all.map(([, { latitude }]) => latitude);
  const [south, north] = [Math.min(...ups), Math.max(...ups)];
  const narrowed = Math.cos(((south + north) / 2) * (Math.PI / 180));
  const overs = all.map(([, { longitude }]) => longitude * narrowed);
  const [west, east] = [Math.min(...overs), Math.max(...overs)];
  const width = Math.max(LEAST * SHAPE, (north - south) * SHAPE, east - west) / (1 - 2 * EDGE);
  const spots = all.map((_, at): [number, number] => [
    0.5 + ((overs[at] ?? 0) - (west + east) / 2) / width,
    0.5 / SHAPE - ((ups[at] ?? 0) - (south + north) / 2) / width,
  ]);
  // So that each can be pressed.
  spread(spots, isPhone ? 0.1 : 0.04);
  return new Map(all.map(([id], at) => [id, [spots[at]?.[0] ?? 0, (spots[at]?.[1] ?? 0) * SHAPE]]));
}

/** Moves spots away from each other that are nearer than `least`. */
function spread(spots: [number, number][], least: number): void {
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1)) {
        const [x, y] = [other[0] - one[0], other[1] - one[1]];
        const away = Math.hypot(x, y);
        if (away >= least) continue;
        // What is at the same place goes in different directions.
        const toward = away === 0 ? at : Math.atan2(y, x);
        const step = (least - away) / 2;
        const [overBy, downBy] = [step * Math.cos(toward), step * Math.sin(toward)];
        one[0] -= overBy;
        one[1] -= downBy;
        other[0] += overBy;
        other[1] += downBy;
      }
}
