import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { pageStores } from '../../lib/aws/composition.ts';
import { createLinkStore } from '../../lib/aws/stores/link-store.ts';
import { meterCalls } from '../../lib/aws/table/client.ts';
import type { RequestLog } from '../../lib/http/log.ts';
import { createMeter } from '../../lib/meter.ts';
import { pagesApi } from '../../lib/pages/api.ts';
import { type LinkFacts, newLink } from '../../lib/record/link.ts';
import { pageFiles } from '../../pages/files.ts';
import { apiGatewayEvent, lambdaContext } from '../support/events.ts';
import type { Service } from './service.ts';

export interface Shown {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert on what programs read, whatever its shape.
  readonly json: any;
}

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Fields = Readonly<Record<string, string | number>>;

const asForm = (fields: Fields): string =>
  new URLSearchParams(
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])),
  ).toString();

/** The pages over the table and the clock of a service. */
export function pagesOf(service: Service) {
  const { rights } = service.container().deps;
  const lines: RequestLog[] = [];
  const meter = createMeter();
  meterCalls(service.table.document, meter);
  const stores = pageStores({ ...service.dependencies, meter });
  const handler = pagesApi({ ...stores, files: pageFiles, log: (line) => lines.push(line) });

  async function ask(url: string, { method = 'GET', body = '', headers = {} }: Asked = {}): Promise<Shown> {
    const [path = '', rawQueryString = ''] = url.split('?');
    const sent = apiGatewayEvent({
      route: { method, path },
      body,
      headers: { accept: 'text/html', ...headers },
    });
    const query = Object.fromEntries(new URLSearchParams(rawQueryString));
    const event = { ...sent, rawQueryString, ...(rawQueryString !== '' && { queryStringParameters: query }) };
    const answer = await rights.runAs('pages', () => handler(event, lambdaContext()));
    const bytes = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
    const shown = Object.entries(answer.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
    const text = (answer.headers?.['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(
      'utf8',
    );
    const isJson = /json/.test(String(answer.headers?.['content-type']));
    return {
      status: answer.statusCode ?? 0,
      headers: Object.fromEntries(shown),
      text,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  /** Stores a link as a message would, and returns its path. */
  async function link(facts: LinkFacts): Promise<string> {
    const { link, url } = newLink(facts, { baseUrl: '', token: randomBytes(16), now: service.clock.now });
    await createLinkStore(service.dependencies).put(link, service.clock.now + 1_000);
    return url;
  }

  const accountId = 'acme-hvac';
  const send = (path: string, fields: Fields, headers: Readonly<Record<string, string>> = {}) =>
    ask(path, {
      method: 'POST',
      body: asForm(fields),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  return {
    ask,
    lines,
    link,
    visit: (dispatchRequestId: string, phone?: string) =>
      link({ kind: 'visit', accountId, dispatchRequestId, phone }),
    day: (technicianId: string, date: string) => link({ kind: 'day', accountId, technicianId, date }),
    alert: (dispatchRequestId: string, name: string) =>
      link({ kind: 'alert', accountId, dispatchRequestId, name }),
    /** Sends a form as a browser does. */
    send,
    /** Sends a form as a script does, and returns the answer with its status. */
    tell: async (path: string, fields: Fields) => {
      const { status, json } = await send(path, fields, { accept: 'application/json' });
      return { http: status, ...json };
    },
  };
}

export type Pages = ReturnType<typeof pagesOf>;

/** The fields of the forms on a page: of each, its buttons and hidden fields. */
export function formsOn({ text }: Shown): readonly Readonly<Record<string, string>>[] {
  return [...text.matchAll(/<form method="post"[^>]*>(.*?)<\/form>/gs)].map(([, form = '']) => ({
    ...Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
    action: [...form.matchAll(/name="action" value="(\w+)"/g)].map(([, action]) => action).join(' '),
  }));
}

/** What people read on a page, without its markup. */
export const wordsOn = ({ text }: Shown): string =>
  text
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
