import { plantCommands, plantDispatcher } from './people.ts';
import { HIDDEN, type Mark, OWNER, TELLER, type World } from './planter.ts';
import {
  leads,
  plantCall,
  plantEmergency,
  plantLead,
  plantRefused,
  plantRefusedBooking,
  plantReports,
} from './platforms.ts';

// Every source of stored text.

/** What may be heard of each source by whoever calls from the number that it is about. */
export const heardByOwner = {
  /** The names of whoever uses the number, and a street with its label. */
  named:
    /^(?:name|first_?name|last_?name|full_?name|customerName|callerName|siteLabel|address1?|full_address|city)$/i,
  nothing: /^$/,
} as const;

/** Plants a marker in every field, and says which. */
export interface Source {
  readonly name: string;
  readonly heard: keyof typeof heardByOwner;
  readonly plant: (world: World, mark: Mark) => Promise<void>;
}

export const sources: readonly Source[] = [
  ...Object.entries(leads).map(
    ([name, body]): Source => ({
      name: `a form (${name})`,
      heard: 'named',
      plant: (world, mark) => plantLead(world, body, mark),
    }),
  ),
  { name: 'a refused form', heard: 'nothing', plant: plantRefused },
  ...[
    ['the number', OWNER, 'named'] as const,
    ['another number', TELLER, 'nothing'] as const,
    ['a withheld number', HIDDEN, 'nothing'] as const,
  ].map(
    ([who, number, heard]): Source => ({
      name: `a caller from ${who}`,
      heard,
      plant: (world, mark) => plantCall(world, number, mark),
    }),
  ),
  { name: 'a refused booking', heard: 'named', plant: plantRefusedBooking },
  { name: 'an emergency', heard: 'named', plant: plantEmergency },
  { name: 'a dispatcher', heard: 'named', plant: plantDispatcher },
  { name: 'the command line', heard: 'named', plant: plantCommands },
  { name: 'a report', heard: 'nothing', plant: plantReports },
];
