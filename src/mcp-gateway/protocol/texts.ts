/** Finds every text in what a server wrote that a model or a person would read. */
import { isDeeperThan } from '../../platform/http/body-depth.ts';
import { isObject } from '../json.ts';
import type { JsonObject, ReadText } from '../seams.ts';
import { codes, McpFailure } from './wire.ts';

const limits = { texts: 2_000, characters: 4 * 1024 * 1024, depth: 32 } as const;

/** Members that name or carry something, and are no text for as long as they look like it. */
const words = new Set(['mimeType', 'type', 'role', 'resultType', 'method', 'mode']);
const word = /^[\w./+;=-]{0,64}$/;
const bytes = new Set(['blob', 'data']);
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/**
 * Each with the place where it stands as its id. Whatever is not known to be no text is one. @throws McpFailure withheld,
 * when it is more than can be looked at.
 */
export function textsIn(value: JsonObject): readonly ReadText[] {
  if (isDeeperThan(value, limits.depth)) throw tooMuch();
  const found: ReadText[] = [];
  collect(value, '', found);
  const characters = found.reduce((sum, { text }) => sum + text.length, 0);
  if (found.length > limits.texts || characters > limits.characters) throw tooMuch();
  return found;
}

function collect(value: unknown, at: string, found: ReadText[]): void {
  if (typeof value === 'string') {
    if (value.trim() !== '') found.push({ id: `${found.length}:${at}`.slice(0, 200), text: value });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, `${at}/${index}`, found);
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (!isPassedOver(key, item)) collect(item, `${at}/${key}`, found);
    }
  }
}

/** The state of a server is sealed, not shown. */
function isPassedOver(key: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  return key === 'requestState' || (words.has(key) && word.test(value)) || (bytes.has(key) && base64.test(value));
}

function tooMuch(): McpFailure {
  const message = 'Withheld: the server wrote more than can be looked at before it is shown.';
  return new McpFailure({ code: codes.withheld, message, data: { code: 'too_large' } });
}
