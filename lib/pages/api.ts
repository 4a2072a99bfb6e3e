import { gzipSync } from 'node:zlib';
import {
  type Answer,
  type Delivery,
  type HttpHandler,
  note,
  type PipelineOptions,
  pipeline,
} from '../http/pipeline.ts';
import { toProblem } from '../http/problem.ts';
import type { LinkKind } from '../record/link.ts';
import { pageWordsIn } from '../wording/pages/index.ts';
import { alertPage } from './alert-page.ts';
import { dayPage } from './day-page.ts';
import { formOf } from './form.ts';
import { type Assets, faultPage, framed, gonePage } from './frame.ts';
import { openLink } from './open-link.ts';
import { type Outcome, refused, statusOf } from './outcome.ts';
import type { Answered, Opened, OpenedAs, Page, PageDependencies, PageVisit, Said } from './page.ts';
import { FILES, matchFile, matchPage } from './routes.ts';
import { visitPage } from './visit-page.ts';

/** A file that all pages share. Its name changes with its content. */
export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

export interface PagesApiDependencies
  extends PageDependencies,
    Pick<PipelineOptions, 'now' | 'log' | 'meter'> {
  /** The style and the script of the pages. */
  readonly files: () => { readonly style: PageFile; readonly script: PageFile };
}

/** Milliseconds: somebody waits, but not on the phone. */
const DEADLINE_MS = 5_000;
const MAX_BODY_BYTES = 64 * 1024;
/** So many changes may be made with one link. */
const MAX_CHANGES = 60;
/** Temporary faults are tried again by the person, or by the script. */
const RETRY_STATUS = 503;

/** The pages of customers, technicians and people on call, whom nothing but their link identifies. */
export function pagesApi(deps: PagesApiDependencies): HttpHandler {
  return pipeline({ ...deps, route: 'pages', retryStatus: RETRY_STATUS }, async (delivery) => {
    delivery.fallback = (error) => {
      const { code, status } = toProblem(error, RETRY_STATUS);
      return { answer: faultAnswer(status, delivery, deps), notes: { outcome: 'fault', code } };
    };
    return await answerOf(delivery, deps);
  });
}

async function answerOf(delivery: Delivery, deps: PagesApiDependencies): Promise<Answer> {
  const { method } = delivery.requestContext.http;
  const path = pathOf(delivery);
  const isRead = method === 'GET' || method === 'HEAD';
  const file = isRead ? fileAt(path, deps) : undefined;
  if (file !== undefined) return fileAnswer(file, delivery);
  const now = delivery.startedAt;
  const deadline = now + DEADLINE_MS;
  const named = isRead || method === 'POST' ? matchPage(path) : undefined;
  const found = named && (await openLink(named.kind, named.token, now, deps, deadline));
  if (found === undefined) return gone(delivery, deps);
  const { account, opened } = found;
  note(delivery, { account: account.accountId, function: opened.kind });
  const visit = { account, words: pageWordsIn(account.language), now, deadline, deps };
  switch (opened.kind) {
    case 'visit':
      return await respond(visitPage, opened, visit, delivery, deps);
    case 'day':
      return await respond(dayPage, opened, visit, delivery, deps);
    case 'alert':
      return await respond(alertPage, opened, visit, delivery, deps);
  }
}

/** API Gateway begins the path with the name of its stage, unless that is the default one. */
function pathOf({ requestContext: { http, stage } }: Delivery): string {
  return http.path.startsWith(`/${stage}/`) ? http.path.slice(stage.length + 1) : http.path;
}

async function respond<Kind extends LinkKind>(
  page: Page<Kind>,
  opened: OpenedAs<Kind>,
  visit: PageVisit,
  delivery: Delivery,
  deps: PagesApiDependencies,
): Promise<Answer> {
  if (delivery.requestContext.http.method !== 'POST') {
    note(delivery, { outcome: 'answered' });
    if (!wantsJson(delivery)) return await shown(page, opened, 200, undefined, visit, delivery, deps);
    return jsonAnswer(200, { ok: true, ...(await page.facts(opened, visit)) });
  }
  const answered = await act(page, opened, visit, delivery);
  if (answered === 'gone') return gone(delivery, deps);
  const { httpStatus, body } = answered;
  if (wantsJson(delivery)) return jsonAnswer(httpStatus, body);
  // The page itself says what stands now. A reload then sends nothing again.
  if (body.ok)
    return { status: 303, headers: { ...securityHeaders, location: delivery.requestContext.http.path } };
  const said = { isRefusal: true, text: body.message };
  const latest = await openLink(opened.kind, tokenOf(delivery), visit.now, visit.deps, visit.deadline);
  return latest === undefined || !isSameKind(latest.opened, opened)
    ? gone(delivery, deps)
    : await shown(page, latest.opened, httpStatus, said, visit, delivery, deps);
}

const tokenOf = (delivery: Delivery): string => matchPage(pathOf(delivery))?.token ?? '';

const isSameKind = <Kind extends LinkKind>(one: Opened, other: OpenedAs<Kind>): one is OpenedAs<Kind> =>
  one.kind === other.kind;

/** Does what a form asks for, unless it was done before. Every attempt counts against the link. */
async function act<Kind extends LinkKind>(
  page: Page<Kind>,
  opened: OpenedAs<Kind>,
  visit: PageVisit,
  delivery: Delivery,
): Promise<Answered | 'gone'> {
  const { deps, deadline, words } = visit;
  const answer = (outcome: Outcome): Answered => {
    noteOutcome(delivery, outcome);
    return answeredOf(outcome, visit);
  };
  if (delivery.bytes.length > MAX_BODY_BYTES) return answer(refused('too_large'));
  const form = formOf(delivery.bytes);
  const action = form('action');
  if (!page.actions.includes(action)) return answer(refused('unknown_action'));
  note(delivery, { function: `${opened.kind}.${action}` });
  const before = await page.before?.(form, opened, visit);
  if (before !== undefined) {
    note(delivery, { outcome: 'duplicate' });
    return before;
  }
  const read = page.read(action, form, opened, visit);
  if (typeof read !== 'function') return answer(read);
  const counted = await deps.links.countChange(opened.link.linkId, MAX_CHANGES, deadline);
  if (counted === 'gone') return 'gone';
  if (counted === 'too_many') return answer(refused('too_many', undefined, words.refusals.too_many));
  const answered = answer(await read());
  return (await page.after?.(answered, form, opened, visit)) ?? answered;
}

function noteOutcome(delivery: Delivery, outcome: Outcome): void {
  const isDone = outcome.kind === 'done';
  note(
    delivery,
    isDone
      ? { outcome: outcome.logged }
      : { outcome: 'refused', reason: outcome.reason, code: outcome.reason },
  );
}

function answeredOf(outcome: Outcome, { words }: PageVisit): Answered {
  const { status, version } = outcome.request ?? {};
  if (outcome.kind === 'done')
    return { httpStatus: 200, body: { ok: true, message: outcome.message, status, version } };
  const { reason, message = words.refusals[reason] } = outcome;
  return { httpStatus: statusOf[reason], body: { ok: false, reason, message, status, version } };
}

async function shown<Kind extends LinkKind>(
  page: Page<Kind>,
  opened: OpenedAs<Kind>,
  status: number,
  said: Said | undefined,
  visit: PageVisit,
  delivery: Delivery,
  deps: PagesApiDependencies,
): Promise<Answer> {
  const query = delivery.queryStringParameters ?? {};
  const content = await page.show(opened, query, visit);
  const { account, words } = visit;
  return textAnswer(status, framed({ ...content, account, words, said, assets: assetsOf(deps) }), delivery);
}

const wantsJson = ({ headers }: Delivery): boolean => (headers.accept ?? '').includes('application/json');

const NOT_FOUND = 404;

/** The answer to every link that doesn't work, whatever the reason and the method. */
function gone(delivery: Delivery, deps: PagesApiDependencies): Answer {
  note(delivery, { account: undefined, function: undefined, outcome: 'refused', code: 'not_found' });
  if (!wantsJson(delivery)) return textAnswer(NOT_FOUND, gonePage(assetsOf(deps)), delivery);
  return jsonAnswer(NOT_FOUND, { ok: false, reason: 'not_found', message: 'This link does not work.' });
}

function faultAnswer(status: number, delivery: Delivery, deps: PagesApiDependencies): Answer {
  const message = pageWordsIn('en').refusals.unavailable;
  const answer = wantsJson(delivery)
    ? jsonAnswer(status, { ok: false, reason: 'unavailable', message })
    : textAnswer(status, faultPage(message, assetsOf(deps)), delivery);
  return { ...answer, headers: { ...answer.headers, 'retry-after': '5' } };
}

/** Nothing inline, nothing from elsewhere, and no other page may frame these. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const securityHeaders = {
  'content-security-policy': CONTENT_POLICY,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
} as const;

const jsonAnswer = (status: number, body: object): Answer => ({
  status,
  body,
  headers: { ...securityHeaders, 'content-type': 'application/json' },
});

function textAnswer(
  status: number,
  text: string,
  { headers, requestContext }: Delivery,
  type = 'text/html',
): Answer {
  const isZipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  const bytes = Buffer.from(text);
  return {
    status,
    headers: {
      ...securityHeaders,
      'content-type': `${type}; charset=utf-8`,
      vary: 'accept, accept-encoding',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    },
    // API Gateway's HTTP APIs compress nothing themselves.
    ...(requestContext.http.method !== 'HEAD' && { bytes: isZipped ? gzipSync(bytes) : bytes }),
  };
}

function fileAt(path: string, deps: PagesApiDependencies): PageFile | undefined {
  const name = matchFile(path);
  return name === undefined ? undefined : Object.values(deps.files()).find((file) => file.name === name);
}

function fileAnswer({ text, type }: PageFile, delivery: Delivery): Answer {
  const answer = textAnswer(200, text, delivery, type);
  note(delivery, { outcome: 'answered' });
  return {
    ...answer,
    headers: { ...answer.headers, 'cache-control': 'public, max-age=31536000, immutable' },
  };
}

function assetsOf({ files }: PagesApiDependencies): Assets {
  const { style, script } = files();
  return { style: `/${FILES}/${style.name}`, script: `/${FILES}/${script.name}` };
}
