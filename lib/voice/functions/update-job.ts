import { addDetails } from '../../booking/added-details.ts';
import { isMadeInCall } from '../../record/calls.ts';
import { isCarriedVisit } from '../../record/lifecycle.ts';
import { saidNote } from '../../record/notes.ts';
import { changedByPhone, isOnSite } from '../../record/own-requests.ts';
import { activeAppointment } from '../../record/request.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { namedBy, noAppointment, ownAppointment, toUpdate } from '../answers/own-appointment.ts';
import {
  callerNote,
  missing,
  reviewOf,
  saidDetails,
  saidLater,
  saidOnSite,
} from '../arguments/common-arguments.ts';
import type { UpdateJobArguments } from '../arguments/function-arguments.ts';
import { refusedChange } from '../escalation.ts';
import { parts } from '../message.ts';
import type { UpdateJobResult } from '../results.ts';
import { heard, speakAppointment, speakVisit, visitName } from '../told.ts';
import type { VoiceFunction } from '../voice-function.ts';

/** Adds details to the caller's own appointment, or corrects them. Its time stays. */
export const updateJob: VoiceFunction<UpdateJobArguments, UpdateJobResult> = async (args, context, deps) => {
  const { details } = context.words;
  const { account, caller, deadline } = context;
  const told = saidDetails(args);
  const onSite = saidOnSite(args, context);
  if (
    args.notes === undefined &&
    args.urgency === undefined &&
    onSite === undefined &&
    Object.values(told).every((value) => value === undefined)
  )
    return {
      updated: false,
      reason: 'missing_argument',
      missing: ['notes'],
      message: parts(details.askWhat),
      nextStep: nextSteps.askAgain,
    };
  const [found, record] = await Promise.all([
    ownAppointment(namedBy(args), toUpdate, context, deps),
    caller === undefined ? undefined : deps.customers.get(account.accountId, caller, deadline),
  ]);
  if (found.kind === 'refused') return { updated: false, ...found.refusal };
  // The person on site may add notes, and corrects nothing about the customer.
  const isTheirs = isOnSite(found.request, context);
  if (isCarriedVisit(found.request)) {
    const words = [args.notes, ...Object.values(told)].filter((said) => said !== undefined).join('\n');
    const asked = { kind: 'reason', words } as const;
    const change = { request: found.request, flag: 'move', asked } as const;
    return { updated: false, ...(await refusedChange(change, context, deps)) };
  }
  const result = await addDetails(
    {
      ...{ account, caller, record, request: found.request },
      ...(isTheirs ? { told: {} } : { told, onSite }),
      ...{
        notes: [...callerNote(args.callerName), ...saidNote(args.notes)],
        siteLabel: args.siteLabel,
        review: reviewOf(args, context),
        later: saidLater(args),
      },
      isOfCall: isMadeInCall(found.request, context),
      who: changedByPhone(found.request, context),
    },
    deps,
    deadline,
  );
  if (result.kind === 'gone') return { updated: false, ...noAppointment(context).refusal };
  const { request } = result;
  const visit = speakVisit(request, context);
  const appointment = activeAppointment(request);
  const isMoved = result.kind === 'changed' && result.fields.includes('address');
  const message = result.isLeft
    ? details.forOffice(visit)
    : isMoved
      ? speakMoved(visit, heard('street', request.customer.address), context.words)
      : details.noted(
          visitName(request, context.words),
          appointment && speakAppointment(appointment, context),
        );
  // The zip code of the earlier address says nothing about another one.
  const lacksZip = isMoved && found.request.customer.zip !== undefined && request.customer.zip === undefined;
  const asked = lacksZip ? missing(['zip'], context.words) : undefined;
  return {
    result: {
      updated: true,
      dispatchRequestId: request.dispatchRequestId,
      message: [...parts(message), ...(asked?.message ?? [])],
      ...(asked && { missing: asked.missing, nextStep: asked.nextStep }),
    },
    effect: result.kind === 'changed' ? 'updated' : 'duplicate',
    request,
  };
};

const speakMoved = (visit: string, street: string | undefined, words: Words): string =>
  street === undefined ? words.details.otherAddress(visit) : words.details.address(visit, street);
