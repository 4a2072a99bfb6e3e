import type { Danger } from '../../accounts/dangers.ts';
import { reportEmergency } from '../../intake/emergencies/report-emergency.ts';
import { remembers } from '../../record/changed.ts';
import { DANGER_FLAG } from '../../record/flags.ts';
import { canonicalText } from '../../record/ids.ts';
import { saidNote, serviceNote } from '../../record/notes.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { type Arguments, readArguments } from '../arguments/arguments.ts';
import { resolveService, reviewOf, saidDetails, saidPhone } from '../arguments/common-arguments.ts';
import { type CallContext, dangerInvocation, type VoiceDependencies } from '../voice-function.ts';
import { type BookJobArguments, bookJobArguments } from './book-job-arguments.ts';

/**
 * Stores an emergency for a person, with any details from the arguments of a booking. If nobody
 * can be dialed, sets the time by which someone calls back.
 */
export async function storeEmergency(
  args: BookJobArguments,
  context: CallContext,
  deps: VoiceDependencies,
): Promise<DispatchRequest> {
  const { account } = context;
  const { serviceType: serviceText, customerPhone: said } = args;
  const asked = resolveService(serviceText, account);
  const service = asked.kind === 'service' ? asked.service : undefined;
  const phone = saidPhone(said, context);
  const isLost = phone.kind === 'invalid';
  return await reportEmergency(
    {
      ...context,
      service,
      serviceText,
      review: [...reviewOf(args, context), ...(isLost ? ['customerPhone'] : [])],
      // Without one, keeps the number that was said before, or uses the reported one.
      customer: {
        ...saidDetails(args),
        phone: said !== undefined && phone.kind === 'phone' ? phone.phone : undefined,
      },
      preferredDate: args.date,
      preferredTime: args.time,
      notes: [
        ...serviceNote(serviceText, service?.name),
        ...saidNote(args.notes),
        ...(isLost ? [{ kind: 'phone', text: said } as const] : []),
      ],
      canonicalArguments: canonicalText(args.sent),
    },
    deps,
    context.deadline,
  );
}

/** The context of a function call whose caller reports a danger. */
export type DangerContext = CallContext & { readonly danger: Danger };

/**
 * The request that reports a danger to people: the function's own request, flagged, otherwise an emergency with
 * the details in the arguments.
 * @param words in which the caller reports it
 */
export async function keepDanger(
  stored: DispatchRequest | undefined,
  words: readonly string[],
  sent: Arguments,
  context: DangerContext,
  deps: VoiceDependencies,
): Promise<DispatchRequest> {
  // A late retry: a person has already seen the flag.
  const isKept = stored?.needsReview.includes(DANGER_FLAG) || (stored && remembers(stored, context));
  // What this function has just said of an emergency after its acknowledgment needs an alert, unlike a late retry.
  const isUnheard =
    stored?.acknowledgedAt !== undefined &&
    (!remembers(stored, context) || stored.updatedAt === new Date(context.now).toISOString());
  if (stored !== undefined && isKept && !isUnheard) return stored;
  const args = readArguments(bookJobArguments, sent);
  const notes = words.filter((text) => text !== args.serviceType).join('\n') || undefined;
  return await storeEmergency(
    { ...args, notes },
    { ...context, invocation: dangerInvocation(context) },
    deps,
  );
}
