import { type LinkKind, pagePaths } from '../record/link.ts';

/** The first part of the paths of styles and scripts. */
export const FILES = 'pages';

/** The pattern of all paths that API Gateway sends to the function of the pages. */
export const PAGES_PATH = '/{proxy+}';

const prefixes = [...Object.values(pagePaths), FILES].map((name) => `/${name}/`);

/** True if a path is one of the pages', or of their files. */
export const isPagePath = (path: string): boolean => prefixes.some((prefix) => path.startsWith(prefix));

const kinds: readonly LinkKind[] = ['visit', 'day', 'alert'];

/** Returns which page a path names, and its token; undefined for other paths. */
export function matchPage(path: string): { readonly kind: LinkKind; readonly token: string } | undefined {
  const [, name, token, ...more] = path.split('/');
  const kind = kinds.find((one) => pagePaths[one] === name);
  return kind === undefined || token === undefined || more.length > 0 ? undefined : { kind, token };
}

/** Returns the name of the file at a path; undefined for other paths. */
export function matchFile(path: string): string | undefined {
  const prefix = `/${FILES}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}
