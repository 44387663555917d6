/** Finds every text in a server's answer that a model or a person would read. */
import { isUtf8 } from 'node:buffer';
import { isRecord } from '@assay/sdk/contract';
import { isDeeperThan } from '../../platform/http/body-depth.ts';
import { isInformative } from '../../platform/tools/hidden-text.ts';
import { contentKeywords } from '../../platform/tools/protocol-keywords.ts';
import type { JsonObject, ReadText } from '../ports.ts';
import { codes, McpFailure } from './wire.ts';

const limits = { texts: 2_000, characters: 4 * 1024 * 1024, depth: 32 } as const;

const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
/** A shorter string may also be a word. */
const leastBase64 = 128;

interface Found {
  readonly texts: ReadText[];
  /** Member names that are no protocol words, and numbers, joined into one text. */
  readonly members: string[];
}

/**
 * Lists the texts, each with its position as id, and the names and numbers as one more. Everything that is not known to
 * be other data counts as text. @throws McpFailure withheld, when there is too much to check.
 */
export function textsIn(value: JsonObject): readonly ReadText[] {
  if (isDeeperThan(value, limits.depth)) throw tooMuch();
  const { texts, members } = collectObject({ texts: [], members: [] }, value, '');
  if (members.length > 0) texts.push({ id: `${texts.length}:members`, text: `{${members.join(',\n')}}` });
  const characters = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (texts.length > limits.texts || characters > limits.characters) throw tooMuch();
  return texts;
}

function collectObject(found: Found, value: JsonObject, at: string): Found {
  for (const [name, item] of Object.entries(value)) {
    if (isSealed(name, item, at)) continue;
    const isShown = typeof item === 'number' && isInformative(item);
    if (isShown || !contentKeywords.has(name)) found.members.push(`"${name}": ${isShown ? item : 'null'}`);
    if (isBytes(name, item, value)) collectBytes(found, item, `${at}/${name}`);
    else if (!isShown) collect(found, item, `${at}/${name}`);
  }
  return found;
}

function collect(found: Found, value: unknown, at: string): void {
  if (typeof value === 'string') {
    if (value.trim() !== '' && !contentKeywords.has(value)) add(found, value, at);
  } else if (typeof value === 'number') {
    if (isInformative(value)) found.members.push(`"": ${value}`);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(found, item, `${at}/${index}`);
  } else if (isRecord(value)) {
    collectObject(found, value, at);
  }
}

function add({ texts }: Found, text: string, at: string): void {
  texts.push({ id: `${texts.length}:${at}`.slice(0, 200), text });
}

/** The server's state is sealed, so clients do not see it. */
function isSealed(name: string, value: unknown, at: string): boolean {
  return at === '' && name === 'requestState' && typeof value === 'string';
}

/** Bytes of a resource, an image or a sound, at the places that the protocol defines. */
function isBytes(name: string, value: unknown, holder: JsonObject): value is string {
  if (typeof value !== 'string' || value.length < leastBase64 || !base64.test(value)) return false;
  const { type, uri } = holder;
  return name === 'blob' ? typeof uri === 'string' : name === 'data' && (type === 'image' || type === 'audio');
}

/** Bytes that decode to a text are judged as text, whatever their type says. */
function collectBytes(found: Found, value: string, at: string): void {
  const bytes = Buffer.from(value, 'base64');
  const text = isUtf8(bytes) ? bytes.toString('utf8') : '';
  if (text !== '' && !binary.test(text)) add(found, text, at);
}

/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const binary = /[\u0000-\u0008\u000e-\u001a]/;

function tooMuch(): McpFailure {
  const message = 'Withheld: the answer of the server is too large to be inspected.';
  return new McpFailure({ code: codes.withheld, message, data: { code: 'too_large' } });
}
