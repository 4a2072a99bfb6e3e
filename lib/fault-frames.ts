import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const MAX_FRAMES = 5;
/** Limits the chain of causes, which may be circular. */
const MAX_CAUSES = 5;
/** Matches the file, line and column of a stack's line. Everything else in the line may be input. */
const FRAME = /^\s+at (?:.*[( ])?(?:file:\/\/)?(\/[\w./@+-]+):(\d+):(\d+)\)?$/;
/** A bundle contains code of these folders. */
const FOLDERS: ReadonlySet<string> = new Set(['functions', 'infra', 'lib', 'node_modules']);

/**
 * Returns where an error came from: at most five places such as `lib/wording/speech.ts:12`, innermost first, and never
 * the error's message. Reads the bundle's source map on first use; without a source map, the places are those of the
 * bundle.
 */
export function framesOf(error: unknown): readonly string[] {
  const places = placesOf(rootOf(error));
  const [thrown, ...callers] = places;
  if (thrown === undefined) return [];
  // Places in libraries say little about who called them.
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
  // A line of the message may look like a frame.
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

/** Returns the path from the project's root wherever it was built; otherwise only the file's name. */
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
