import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const MAX_FRAMES = 5;
/** Limits the chain of causes, which may be circular. */
const MAX_CAUSES = 5;
/** File, line and column of a line of a stack. Everything else in it may be input. */
const FRAME = /^\s+at (?:.*[( ])?(?:file:\/\/)?(\/[\w./@+-]+):(\d+):(\d+)\)?$/;
/** The folders of code that a bundle contains. */
const FOLDERS: ReadonlySet<string> = new Set(['functions', 'infra', 'lib', 'node_modules']);

/**
 * Where an error came from: at most five places such as `lib/wording/speech.ts:12`, innermost first. Reads the bundle's
 * source map when it is first asked about it; without one, the places are those of the bundle. Never the error's message.
 */
export function framesOf(error: unknown): readonly string[] {
  const places = placesOf(rootOf(error));
  const [thrown, ...callers] = places;
  if (thrown === undefined) return [];
  // Of the callers, libraries tell little.
  const own = callers.filter((place) => !place.startsWith('node_modules/'));
  return [thrown, ...own].slice(0, MAX_FRAMES);
}

function rootOf(error: unknown): unknown {
  let root = error;
  for (
    let causes = 0;
    causes < MAX_CAUSES && root instanceof Error && root.cause instanceof Error;
    causes++
  ) {
    root = root.cause;
  }
  return root;
}

function placesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error) || error.stack === undefined) return [];
  const { message, stack } = error;
  // A message may look like a frame.
  const end = stack.indexOf(message) + message.length;
  return stack
    .slice(end)
    .split('\n')
    .flatMap((line) => {
      const [, file, row, column] = FRAME.exec(line) ?? [];
      return file === undefined ? [] : [placeOf(file, Number(row), Number(column))];
    });
}

function placeOf(file: string, line: number, column: number): string {
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (entry !== undefined && 'originalSource' in entry) {
    return `${withinProject(entry.originalSource)}:${entry.originalLine + 1}`;
  }
  const place = `${withinProject(file)}:${line}`;
  // A bundle has few and long lines.
  return file.endsWith('.js') ? `${place}:${column}` : place;
}

/** The path from the project's root, whatever the folder in which it was built; otherwise only the name of the file. */
function withinProject(path: string): string {
  const parts = path.split('/');
  const from = parts.findIndex((part) => FOLDERS.has(part));
  return parts.slice(from).join('/');
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
