import { parseSync } from '@swc/core';
import type { Import } from './import-rules.ts';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Every import of a TypeScript source: static, re-exported, type-only, dynamic. */
export function importsOf(source: string): Import[] {
  return nodesOf(source).flatMap((node) => importOf(node) ?? []);
}

/** What the source takes from its environment instead of its arguments: the clock, randomness, variables. */
export function ambientInputsOf(source: string): string[] {
  return nodesOf(source).flatMap((node) => ambientInputOf(node) ?? []);
}

/** A pattern as written in a source; undefined if it is built at run time. */
export interface RegularExpression {
  readonly pattern: string | undefined;
  readonly flags: string;
}

/** Every regular expression of the source, as a literal or made with `RegExp`. */
export function regularExpressionsOf(source: string): RegularExpression[] {
  const nodes = nodesOf(source);
  const types = new Set(nodes.flatMap((node) => (node.type === 'TsTypeReference' ? [node.typeName] : [])));
  return nodes.flatMap((node) => (types.has(node) ? [] : (regularExpressionOf(node) ?? [])));
}

function regularExpressionOf(node: Node): RegularExpression | undefined {
  if (node.type === 'RegExpLiteral' && typeof node.pattern === 'string' && typeof node.flags === 'string') {
    return { pattern: node.pattern, flags: node.flags };
  }
  return nameOf(node) === 'RegExp' ? { pattern: undefined, flags: '' } : undefined;
}

function importOf(node: Node): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration': {
      const specifier = literal(node.source);
      // `import { type A }` remains as a side-effect import, so only `import type` counts as a type.
      return specifier === undefined ? undefined : { kind: node.typeOnly ? 'type' : 'value', specifier };
    }
    case 'TsImportType':
      return { kind: 'type', specifier: literal(node.argument) ?? '' };
    case 'CallExpression':
      return isImportCall(node) ? dynamicImport(node) : undefined;
    default:
      return undefined;
  }
}

function isImportCall({ callee }: Node): boolean {
  return isNode(callee) && (callee.type === 'Import' || nameOf(callee) === 'require');
}

function dynamicImport(call: Node): Import {
  const first: unknown = Array.isArray(call.arguments) ? call.arguments[0] : undefined;
  const specifier = isRecord(first) ? literal(first.expression) : undefined;
  return specifier === undefined ? { kind: 'computed', specifier: '' } : { kind: 'dynamic', specifier };
}

/** Calls whose texts nobody hears: errors, descriptions in schemas, and callers' own words. */
const unheard =
  /^(?:\w*Error|text|story|listed|choice|flag|maybe|told|isSo|listOf|localDate|clock|clock24|description|connectDescription|phraseList)$/;

/**
 * The texts of a source that read like a sentence for a caller: three or more words that begin and end like a
 * sentence, or four that speak as "we" or to somebody. Gaps of a template count as a word.
 */
export function sentencesOf(source: string): string[] {
  return textsOutside(parseSync(source, { syntax: 'typescript', target: 'es2024' }).body, unheard).filter(
    isSentence,
  );
}

function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/).length;
  const isWhole = /^\s*[A-Z…][^_]*[.?!]\s*$/.test(text);
  const isSpoken = /\b(?:I|I'm|I've|you|you're|your|we|We|our)\b/.test(text);
  return (isWhole && words >= 3) || (isSpoken && words >= 4);
}

/** The texts of a syntax tree that are not in a call of one of these names. */
function textsOutside(value: unknown, names: RegExp): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsOutside(item, names));
  if (!isRecord(value)) return [];
  if (isNode(value)) {
    const isCall = value.type === 'CallExpression' || value.type === 'NewExpression';
    if (isCall && names.test(calleeName(value.callee))) return [];
    if (value.type.startsWith('Ts')) return [];
    if (value.type === 'StringLiteral') return [String(value.value)];
    if (value.type === 'TemplateLiteral')
      return [templateText(value), ...textsOutside(value.expressions, names)];
  }
  return Object.values(value).flatMap((child) => textsOutside(child, names));
}

/** The name of a function, or of the method of an object. */
function calleeName(callee: unknown): string {
  if (!isNode(callee)) return '';
  return (callee.type === 'MemberExpression' ? nameOf(callee.property) : nameOf(callee)) ?? '';
}

const templateText = ({ quasis }: Node): string =>
  (Array.isArray(quasis) ? quasis : []).map(({ cooked }) => String(cooked)).join('…');

const ambientMembers = new Set(['Date.now', 'Math.random', 'process.env', 'performance.now', 'Temporal.Now']);
const ambientNames = new Set(['randomUUID', 'randomBytes', 'getRandomValues']);

function ambientInputOf(node: Node): string | undefined {
  if (node.type === 'NewExpression' && nameOf(node.callee) === 'Date') {
    return Array.isArray(node.arguments) && node.arguments.length > 0 ? undefined : 'new Date()';
  }
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'Date') return 'Date()';
  if (node.type === 'MemberExpression') {
    const member = `${nameOf(node.object)}.${nameOf(node.property)}`;
    return ambientMembers.has(member) ? member : undefined;
  }
  const name = nameOf(node);
  return name !== undefined && ambientNames.has(name) ? name : undefined;
}

/** The name of an identifier, or of a literal property in brackets. */
function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Computed') return literal(node.expression);
  return node.type === 'Identifier' && typeof node.value === 'string' ? node.value : undefined;
}

/** The text of a string, or of a template without gaps. */
function literal(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis) || node.quasis.length !== 1)
    return undefined;
  const [only]: unknown[] = node.quasis;
  return isRecord(only) && typeof only.cooked === 'string' ? only.cooked : undefined;
}

function nodesOf(source: string): Node[] {
  const found: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (isRecord(value)) {
      if (isNode(value)) found.push(value);
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseSync(source, { syntax: 'typescript', target: 'es2024' }).body);
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isNode(value: unknown): value is Node {
  return isRecord(value) && typeof value.type === 'string';
}
