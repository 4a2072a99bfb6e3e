import { nationalFormat } from '../accounts/phone.ts';
import { customerName } from '../booking/dispatchers/day-board.ts';
import { oneLine, printableLines } from '../normalized.ts';
import type { Place } from '../record/customers/contact.ts';
import type { DispatchRequest } from '../record/request.ts';
import { allNotes } from '../wording/en/office.ts';
import type { PageWords } from '../wording/pages/index.ts';
import { type Html, html } from './html.ts';

/** Returns whom somebody who goes there asks for: the person on site, or else the customer. */
export const nameAt = (request: DispatchRequest): string =>
  oneLine(request.onSite?.name ?? customerName(request));

function addressOf({ address, city, state, zip }: Place): string {
  const region = [state, zip].filter((part) => part).join(' ');
  return [address, city, region]
    .filter((part) => part)
    .map((part = '') => oneLine(part))
    .join(', ');
}

/** Writes how to get there, whom to call and what is noted, for somebody who goes there. */
export function placeOf(request: DispatchRequest, { day }: PageWords): Html {
  const { onSite, customer } = request;
  const address = addressOf(customer);
  const phone = onSite?.phone ?? customer.phone;
  const notes = allNotes(request);
  const map = `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
  const navigate = html`<a class="button" href="${map}" target="_blank" rel="noreferrer">${day.navigate}</a>`;
  const call = phone && html`<a class="button" href="tel:${phone}">${day.call(nationalFormat(phone))}</a>`;
  return html`${address === '' ? undefined : html`<p class="address">${address}</p>`}
<p class="links">${address === '' ? undefined : navigate} ${call}</p>
${customer.gateCode && html`<p><b>${day.gateCode}:</b> ${oneLine(customer.gateCode)}</p>`}
${notes && html`<p class="notes"><b>${day.notes}:</b> ${printableLines(notes)}</p>`}`;
}
