import { oneLine } from '../normalized.ts';
import { hasEnded } from '../record/request.ts';
import { takeAlert, takerOf } from '../record/take-alert.ts';
import { html } from './html.ts';
import { refused } from './outcome.ts';
import type { Content, OpenedAs, Page, PageVisit } from './page.ts';
import { nameAt, placeOf } from './place-view.ts';
import { momentText } from './written.ts';

/** The page of a person on call, about one emergency. */
export const alertPage: Page<'alert'> = {
  actions: ['take'],
  read(_action, _form, { link, request }, { words, now, deps, deadline }) {
    return async () => {
      const result = await takeAlert(request, link.name, now, deps, deadline);
      switch (result.kind) {
        case 'taken':
          return { kind: 'done', request: result.request, message: words.alert.youHave, logged: 'updated' };
        case 'taken_by': {
          const { by } = result;
          const message = by.kind === 'oncall' ? words.alert.has(by.name) : words.alert.officeHas;
          return refused('taken', result.request, message);
        }
        case 'over':
          return refused('not_booked', result.request, words.alert.over);
      }
    };
  },
  show: async (opened, _, visit) => showAlert(opened, visit),
  facts: async (opened, visit) => {
    const { status, version } = opened.request;
    return { message: standing(opened, visit) ?? visit.words.alert.title, status, version };
  },
};

/** Says who has the emergency, or that it is over; undefined while somebody must take it. */
function standing({ link, request }: OpenedAs<'alert'>, { words }: PageVisit): string | undefined {
  if (hasEnded(request.status)) return words.alert.over;
  const by = takerOf(request);
  if (by === undefined) return undefined;
  if (by.kind === 'office') return words.alert.officeHas;
  return by.name === link.name ? words.alert.youHave : words.alert.has(by.name);
}

function showAlert(opened: OpenedAs<'alert'>, visit: PageVisit): Content {
  const { account, words } = visit;
  const { request } = opened;
  const { alert } = words;
  const { danger, serviceType } = request;
  const title = danger === undefined ? alert.title : alert.dangers[danger];
  const since = momentText(account, Date.parse(request.alertedAt ?? request.createdAt));
  const stands = standing(opened, visit);
  return {
    title,
    body: html`<section class="card alert" data-status="${request.status}">
<h1>${title}</h1>
<p class="hint">${alert.since(since)}</p>
${serviceType && html`<p>${oneLine(serviceType)}</p>`}
<h2>${nameAt(request)}</h2>
${placeOf(request, words)}
${stands === undefined ? html`<form method="post"><button class="main" name="action" value="take">${alert.take}</button></form>` : html`<p class="promise">${stands}</p>`}
</section>`,
  };
}
