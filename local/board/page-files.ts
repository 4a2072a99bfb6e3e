import type { PageFile } from './board-access.ts';

/** The page's permissions here: the same as deployed, without a sign-in. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html";

interface BuiltFile {
  readonly name: string;
  readonly type: string;
  readonly body: Uint8Array;
}

/** The files of the page by their paths, built when the first is asked for. */
export function pageFiles(build: () => Promise<readonly BuiltFile[]>) {
  let built: Promise<ReadonlyMap<string, PageFile>> | undefined;
  return async (path: string): Promise<PageFile | undefined> => {
    built ??= build().then((files) => new Map(files.map((file) => [file.name, toPageFile(file)])));
    return (await built).get(path === '' ? 'index.html' : path);
  };
}

const toPageFile = ({ type, body }: BuiltFile): PageFile => ({
  status: 200,
  headers: {
    'content-type': type,
    'content-security-policy': CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  },
  body: Buffer.from(body),
});
