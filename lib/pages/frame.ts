import type { Account } from '../accounts/account.ts';
import { nationalFormat } from '../accounts/phone.ts';
import { oneLine } from '../normalized.ts';
import type { PageWords } from '../wording/pages/index.ts';
import { type Html, html } from './html.ts';
import type { Content, Said } from './page.ts';

/** The paths of the style and the script of all pages. */
export interface Assets {
  readonly style: string;
  readonly script: string;
}

interface Framed extends Content {
  readonly account: Pick<Account, 'name' | 'language' | 'transfer'>;
  readonly words: PageWords;
  readonly said?: Said | undefined;
  readonly assets: Assets;
}

/** Writes a whole document around what a page shows. */
export const framed = ({ account, words, title, body, said, assets }: Framed): string => {
  const { name, language, transfer } = account;
  const number = transfer.phone;
  return documentOf({
    ...{ language, assets, title: `${title} · ${oneLine(name)}` },
    body: html`<header><p>${oneLine(name)}</p></header>
<main>
${said && noticeOf(said)}
${body}
</main>
<footer>${number && html`<a href="tel:${number}">${words.callUs(nationalFormat(number))}</a>`}</footer>`,
  });
};

const noticeOf = ({ isRefusal, text }: Said): Html =>
  isRefusal
    ? html`<p class="notice refusal" role="alert">${text}</p>`
    : html`<p class="notice" role="status">${text}</p>`;

const GONE = 'This link doesn’t work';

/** Writes the page for links that don't work, which never says why. */
export const gonePage = (assets: Assets): string =>
  documentOf({
    ...{ language: 'en', assets, title: GONE },
    body: html`<main>
<h1>${GONE}</h1>
<p>It may be too old. Please use the link in our latest message, or call us.</p>
<p lang="es">Este enlace no funciona. Use el enlace de nuestro último mensaje o llámenos.</p>
</main>`,
  });

/** Writes the page for times at which nothing can be read. */
export const faultPage = (text: string, assets: Assets): string =>
  documentOf({
    ...{ language: 'en', assets, title: 'Please try again' },
    body: html`<main>
<h1>Please try again</h1>
<p>${text}</p>
</main>`,
  });

interface Document {
  readonly language: string;
  readonly title: string;
  readonly body: Html;
  readonly assets: Assets;
}

const documentOf = ({ language, title, body, assets }: Document): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
</head>
<body>
${body}
</body>
</html>
`.text;
