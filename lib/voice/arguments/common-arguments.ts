import * as v from 'valibot';
import { dangers, languages, type ServiceType, type Urgency, urgencies } from '../../accounts/account.ts';
import { toE164 } from '../../accounts/phone.ts';
import { mapFields } from '../../map-fields.ts';
import { DANGER_FLAG, type SaidLater } from '../../record/attention.ts';
import { type ContactDetails, detailsOf, personFields, placeFields } from '../../record/customers/contact.ts';
import type { Site } from '../../record/customers/sites.ts';
import { unitOf } from '../../record/customers/street.ts';
import type { Notes } from '../../record/notes.ts';
import type { OnSite } from '../../record/request.ts';
import { weekdays } from '../../scheduling/calendar.ts';
import {
  hasMarkup,
  isFindable,
  understandAddress,
  understandZip,
  zipWithin,
} from '../../understanding/addresses.ts';
import { understandName } from '../../understanding/names.ts';
import type { ServiceMatch } from '../../understanding/service-match.ts';
import { matchService } from '../../understanding/services.ts';
import { understandUrgency } from '../../understanding/urgency.ts';
import { words as understanding } from '../../understanding/words/index.ts';
import type { PhoneInWords } from '../../understanding/words/numbers.ts';
import type { Words } from '../../wording/index.ts';
import { nextSteps } from '../../wording/next-steps.ts';
import { naming } from '../../wording/speech.ts';
import { parts } from '../message.ts';
import { repairOf } from '../repair.ts';
import type { AmbiguousSite, InvalidPhone, MissingArguments, ServiceRefusal } from '../results.ts';
import { heard } from '../told.ts';
import type { CallContext } from '../voice-function.ts';
import { choice, choices, clock, clockSpan, DATE, maybe, story, TIME, text, wanted } from './arguments.ts';

// This file reads arguments that several functions take, and asks for them.

/** A caller hears at most this many sites, or services, at once. */
const SPOKEN = 4;

export const serviceType = text({ alsoKnownAs: ['service'], ownWords: true });

export const urgency = choice(urgencies, understandUrgency);

/** The language in which messages come, whatever the account's language is. */
export const language = choice(languages, (said) => {
  const [, first] = /^(en|es)(?:\b|glish|pa[nñ]ol)/i.exec(said) ?? [];
  if (first !== undefined) return first.toLowerCase() === 'en' ? 'en' : 'es';
  return /^spanish/i.test(said) ? 'es' : undefined;
});

const nameNames = ['name', 'fullName'];

/** The person whose name goes on the visit. */
export const customerName = text({ alsoKnownAs: nameNames, kept: true });

/** The person who speaks, if that is another one. */
export const callerName = text({ kept: true });

/** The customer's name in functions in which the caller is the customer. */
export const ownName = text({ alsoKnownAs: [...nameNames, 'callerName'], kept: true });

export const customerPhone = text({ alsoKnownAs: ['phone', 'phoneNumber'] });

export const siteId = text();

/** The danger that the model judges. */
export const danger = choice([...dangers, 'none']);

/** Returns what the caller says about an emergency of before. */
export const saidLater = (said: {
  readonly urgency?: Urgency | undefined;
  readonly danger?: string | undefined;
}): SaidLater => ({ urgency: said.urgency, isOver: said.danger === 'none' });

/** Whether the caller wants text messages. */
export const textConsent = wanted();

/** What decides about text messages, in whichever function. */
export const consentArguments = v.object({ textConsent, about: story() });

export const technician = text();

const weekdayNamed = (said: string) => {
  const [only, ...others] = understanding().weekdaysNamed(said) ?? [];
  return others.length === 0 ? only : undefined;
};

/** A day, and its weekday, by which a mistake with the calendar is found. */
export const dayFields = { date: text({ pattern: DATE }), weekday: choice(weekdays, weekdayNamed) };

export const weekdayList = choices(weekdays, (said) => understanding().weekdaysNamed(said));

/** What the caller wishes about the time of day. */
export const wishFields = ({ isChosen = false }: { readonly isChosen?: boolean } = {}) => ({
  notBefore: clock(),
  notAfter: clock(),
  notBetween: clockSpan(),
  // Once a start is chosen, only a span is still worth a note.
  prefer: choice(['earliest', 'latest'], undefined, { offered: !isChosen }),
  partOfDay: text({ offered: !isChosen }),
});

/** A start that the caller chose. */
export const startFields = {
  ...dayFields,
  time: text({ pattern: TIME }),
  ...wishFields({ isChosen: true }),
};

/** Whom the technician calls. */
export const onSiteFields = {
  onSiteName: text({ kept: true }),
  onSitePhone: text({ kept: true }),
  onSiteMayChange: maybe(),
};

interface SaidOnSite {
  readonly onSiteName?: string | undefined;
  readonly onSitePhone?: string | undefined;
  readonly onSiteMayChange?: boolean | undefined;
}

/** Returns whom the technician calls; undefined if the caller named nobody. */
export function saidOnSite(
  { onSiteName, onSitePhone, onSiteMayChange: mayChange }: SaidOnSite,
  { account }: Pick<CallContext, 'account'>,
): OnSite | undefined {
  const name = onSiteName === undefined ? undefined : understandName(onSiteName)?.name;
  const said = onSitePhone === undefined ? undefined : understandPhone(onSitePhone);
  const phone = said?.kind === 'number' ? toE164(said.text, account.region) : undefined;
  const isSaid = name !== undefined || phone !== undefined || mayChange !== undefined;
  return isSaid ? { name, phone, mayChange } : undefined;
}

const zipNames = { alsoKnownAs: ['zipCode', 'postalCode'] };

export const zip = text(zipNames);

export const saidZip = (said: string | undefined): string | undefined =>
  said === undefined ? undefined : understandZip(said);

/** Returns the postal code of a place, which may also stand in its address. */
export const zipOf = ({
  zip,
  address,
}: {
  readonly zip?: string | undefined;
  readonly address?: string | undefined;
}) => (zip === undefined ? zipWithin(address) : understandZip(zip));

export const addressFields = {
  ...mapFields([...personFields, ...placeFields], () => text({ kept: true })),
  address: text({ alsoKnownAs: ['street', 'streetAddress'], kept: true }),
  zip: text({ ...zipNames, kept: true }),
  siteLabel: text({ kept: true }),
};

/** Asks for missing arguments, and tells the model what is needed. */
export function missing(names: readonly string[], words: Words): MissingArguments {
  const { needed, stillNeeded } = words;
  const details = names.map((name) => needed.get(name) ?? { thing: name, question: stillNeeded([name]) });
  const things = details.map(({ thing }) => thing);
  const [only, ...others] = details;
  return {
    message: parts(only !== undefined && others.length === 0 ? only.question : stillNeeded(things)),
    reason: 'missing_argument',
    missing: names,
    nextStep: nextSteps.askFor(names),
  };
}

interface Reviewed {
  readonly unclear: readonly string[];
  readonly ignored: readonly string[];
  readonly customerName?: string | undefined;
  readonly address?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
}

/** Returns what a person should check: changed arguments, a doubtful name or place, an unclear urgency, a danger. */
export function reviewOf(
  { unclear, ignored, customerName, address, city = '', state = '' }: Reviewed,
  { danger }: CallContext,
): readonly string[] {
  const isDoubtful = (address !== undefined && !isFindable(address)) || hasMarkup(city) || hasMarkup(state);
  return [
    ...unclear,
    ...(customerName !== undefined && hasMarkup(customerName) ? ['customerName'] : []),
    ...(isDoubtful && !unclear.includes('address') ? ['address'] : []),
    ...ignored.filter((name) => name === 'urgency'),
    ...(danger === undefined ? [] : [DANGER_FLAG]),
  ];
}

/** Returns the customer's details from the arguments. A name without a letter counts as absent. */
export function saidDetails({
  customerName: said,
  ...args
}: ContactDetails & { readonly customerName: string | undefined }): ContactDetails {
  const name = said === undefined ? undefined : understandName(said)?.name;
  const zip = zipOf(args);
  const address = args.address && understandAddress(args.address);
  return detailsOf({ ...args, name, address, zip });
}

/** Notes who spoke if the visit is in another name. */
export const callerNote = (name: string | undefined): Notes =>
  name === undefined ? [] : [{ kind: 'detail', field: 'callerName', text: name }];

export type SaidPhone =
  /** An E.164 number. Only the reported number is proved, because anyone can say another one. */
  | { readonly kind: 'phone'; readonly phone: string; readonly isProved: boolean }
  /** No number was said, or only "this number", and the platform reports none. */
  | { readonly kind: 'absent' }
  /** The text is not a valid phone number. */
  | { readonly kind: 'invalid' };

/** Reads a number in digits or in words. Without one, the caller's own number counts. */
export function saidPhone(
  said: string | undefined,
  { account, caller }: Pick<CallContext, 'account' | 'caller'>,
): SaidPhone {
  const own: SaidPhone =
    caller === undefined ? { kind: 'absent' } : { kind: 'phone', phone: caller, isProved: true };
  // Models often repeat the reported number, and parsing one takes a tenth of a booking's time.
  if (said === undefined || said === caller) return own;
  const understood = understandPhone(said);
  if (understood.kind === 'reported') return own;
  const phone = understood.kind === 'none' ? undefined : toE164(understood.text, account.region);
  return phone === undefined ? { kind: 'invalid' } : { kind: 'phone', phone, isProved: phone === caller };
}

/** Finds a number in digits, which is not validated and may have an extension, or in words. */
export function understandPhone(text: string): PhoneInWords {
  return /^\s*\+?[\d\s().\-/]{4,}/.test(text) ? { kind: 'number', text } : understanding().phoneInWords(text);
}

export const invalidPhone = (said: string | undefined, { words }: CallContext): InvalidPhone => ({
  reason: 'invalid_phone',
  message: parts(...words.incompletePhone),
  ...repairOf('phone', 'customerPhone', said ?? ''),
});

export type ServiceArgument =
  | { readonly kind: 'service'; readonly service: ServiceType }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly refusal: ServiceRefusal };

type Speaking = Pick<CallContext, 'account' | 'words'>;

/**
 * Finds the service type that is meant. It may be omitted if the account has just one, or if the notes tell which one
 * is meant. They also count if the service is not understood.
 */
export function resolveService(text: string | undefined, context: Speaking, notes?: string): ServiceArgument {
  const { serviceTypes, notOffered } = context.account;
  const [only, ...others] = serviceTypes;
  if (text === undefined && only !== undefined && others.length === 0)
    return { kind: 'service', service: only };
  const match = text === undefined ? undefined : matchService(text, serviceTypes, notOffered);
  if (match?.kind === 'match') return { kind: 'service', service: match.service };
  const told = notes === undefined ? undefined : matchService(notes, serviceTypes, notOffered);
  const isAmong =
    told?.kind === 'match' && (match?.kind !== 'ambiguous' || match.suggestions.includes(told.service));
  if (told?.kind === 'match' && isAmong && match?.kind !== 'not_offered')
    return { kind: 'service', service: told.service };
  const unclear = match?.kind === 'unknown' && told?.kind === 'ambiguous' ? told : (match ?? told);
  return unclear === undefined || unclear.kind === 'match'
    ? { kind: 'missing' }
    : { kind: 'refused', refusal: refusalOf(unclear, text ?? notes ?? '', context) };
}

/** Gives the model all services that may be meant. */
function refusalOf(
  match: Exclude<ServiceMatch, { readonly kind: 'match' }>,
  sent: string,
  { account, words }: Speaking,
): ServiceRefusal {
  const { services } = words;
  if (match.kind === 'not_offered')
    return { reason: 'not_offered', message: parts(services.notOffered(match.notOffered)) };
  const names = match.suggestions.map(({ name }) => name);
  const described = understanding().describedServices(account.serviceTypes, account.notOffered);
  // The nearest services come first.
  const nearest = [...new Set([...names, ...described.map(({ name }) => name)])];
  const choices = nearest.flatMap((serviceType) => {
    const found = described.find(({ name }) => name === serviceType);
    return found === undefined ? [] : [{ serviceType, description: found.description }];
  });
  if (match.kind === 'ambiguous')
    return {
      reason: 'ambiguous_service',
      suggestions: names,
      message: parts(naming(names, names.length, services.which)),
      ...repairOf('services', 'serviceType', sent, choices),
    };
  const { notSure, ours } = services;
  return {
    reason: 'unknown_service',
    services: names,
    message: parts(notSure, naming(names, SPOKEN, ours, notSure)),
    ...repairOf('service', 'serviceType', sent, choices),
  };
}

/**
 * Lists sites for the model, so that they can be told apart: by what the customer calls them, else by their street. Only
 * a street with several sites has house numbers and units.
 */
export function listedSites(sites: readonly Site[]) {
  const streets = sites.map(({ address, city }) => heard('street', address) ?? heard('street', city) ?? '');
  return sites.map(({ siteId, address, label }, index) => {
    const street = streets[index] ?? '';
    const isShared = streets.indexOf(street) !== streets.lastIndexOf(street);
    const name = heard('name', label);
    const isUnclear = isShared && name === undefined;
    const [number] = (isUnclear && /^#?\d+[\da-z-]*/i.exec(address)) || [];
    const unit = isUnclear ? unitOf(address) : undefined;
    return {
      siteId,
      street: [number, street, unit].filter((part) => part !== undefined).join(' '),
      ...(name === undefined ? {} : { label: name }),
    };
  });
}

/** @param sent an id that is none of a customer's site */
export function askWhichSite(sites: readonly Site[], words: Words, sent?: string): AmbiguousSite {
  const { people } = words;
  const names = spokenSites(sites, words);
  const question = names.length < 2 ? people.whichAddress : naming(names, SPOKEN, people.whichSite);
  const listed = listedSites(sites);
  return {
    reason: 'ambiguous_site',
    sites: listed,
    message: parts(question),
    ...(sent === undefined ? {} : repairOf('site', 'siteId', sent, listed)),
  };
}

/** Names sites by their street, with the city if two streets have the same name. */
function spokenSites(sites: readonly Site[], words: Words): readonly string[] {
  const { people } = words;
  const streets = sites.map(({ address, city }) => heard('street', address) ?? heard('street', city));
  const names = sites.map(({ city }, index) => {
    const street = streets[index];
    const isShared = street !== undefined && streets.indexOf(street) !== streets.lastIndexOf(street);
    const inCity = heard('street', city);
    return isShared && inCity !== undefined ? people.site(street, inCity) : street;
  });
  return [...new Set(names.filter((name) => name !== undefined))];
}
