import { reportEmergency } from '../../intake/emergencies/report-emergency.ts';
import { canonicalText } from '../../record/delivery-digest.ts';
import { withServiceAsSaid } from '../../record/notes.ts';
import type { DispatchRequest } from '../../record/request.ts';
import { saidDetails } from '../arguments/common-arguments.ts';
import { reviewOf } from '../arguments/review.ts';
import { saidPhone } from '../arguments/said-phone.ts';
import { resolveService } from '../arguments/service-argument.ts';
import type { CallContext, VoiceDependencies } from '../arguments/voice-function.ts';
import type { BookJobArguments } from './book-job-arguments.ts';

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
  const notes = [args.notes, isLost ? `Phone as said: ${said}` : undefined];
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
      notes: withServiceAsSaid(
        notes.filter((note) => note !== undefined).join('\n') || undefined,
        serviceText,
        service?.name,
      ),
      canonicalArguments: canonicalText(args.sent),
    },
    deps,
    context.deadline,
  );
}
