import type { FunctionName } from '../../platforms/function-names.ts';

/** The platform itself says these phrases while a function runs. */
interface HoldingPhrases {
  /** This phrase is said when the function starts. Without it, the start is silent. */
  readonly start?: string;
  readonly delayed: string;
  /** This phrase is said if there was no answer. A write may have succeeded all the same. */
  readonly failed: string;
}

/** A look-up takes less time than a sentence, so its start is silent. */
const lookUp: HoldingPhrases = {
  delayed: "I'm still looking. Thanks for holding.",
  failed: "I couldn't look that up just now.",
};

const write = (start: string): HoldingPhrases => ({
  start,
  delayed: "I'm still working on it. Thanks for holding.",
  failed: "I couldn't confirm that it went through. Let me try once more.",
});

/** Functions have their names on platform one. */
export type Holding = Readonly<Record<FunctionName, HoldingPhrases>>;

export const holding: Holding = {
  check_availability: lookUp,
  hold_time: write('One moment while I hold that time.'),
  book_job: write('One moment.'),
  reschedule_job: write('One moment while I move that.'),
  update_job: write('One moment while I add that.'),
  wait_list: write('One moment while I note that.'),
  cancel_job: write('One moment while I cancel that.'),
  lookup_customer: lookUp,
  create_customer: write('One moment while I save that.'),
  get_service_types: lookUp,
  get_business_hours: lookUp,
  take_message: write('One moment while I note that.'),
  transfer_call: write('Let me see who can help.'),
};
