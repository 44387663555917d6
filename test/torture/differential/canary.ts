/** Words and numbers that stand nowhere by chance, and the ways in which a reader may come to them. */
import { viewOfJson } from '../../../src/gateway/proxy/json-view.ts';

/** The canary of this number, as a word. */
export function toWord(number: number): string {
  return `zq${number.toString(36).padStart(6, '0')}qz`;
}

/** The same as digits: more than any counter has. */
export function toDigits(number: number): string {
  return `73${String(number).padStart(12, '0')}`;
}

/**
 * A text with everything that a reader can make of it: escapes of JSON decoded, also of JSON in strings, base64 and percent
 * signs decoded, and the fragments of a stream put together.
 */
export function readAllWays(text: string): string {
  const once = viewOfJson(text);
  const twice = viewOfJson(once);
  return [text, once, twice, joinFragments(text), decodePercents(twice), ...decodeBase64(twice)].join('\n');
}

/**
 * A text as auditors take it: they open base64, and put the windows of a stream together. Escapes, percent signs and texts
 * that belong together are for the gateway to open.
 */
export function readAsAuditor(text: string, isStream: boolean): string {
  return [text, ...decodeBase64(text), ...(isStream ? [joinFragments(text)] : [])].join('\n');
}

/** Members whose text comes in fragments. */
export const growingNames = ['content', 'text', 'thinking', 'reasoning_content', 'arguments', 'partial_json'] as const;
const growing = new RegExp(`"(${growingNames.join('|')})":"((?:[^"\\\\]|\\\\.)*)"`, 'g');

/** The fragments under each name, joined. */
function joinFragments(text: string): string {
  const byName = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(growing)) {
    byName.set(name, (byName.get(name) ?? '') + viewOfJson(value));
  }
  return [...byName.values()].join('\n');
}

function decodePercents(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decodeBase64(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)].map(([run]) =>
    Buffer.from(run, 'base64').toString('latin1'),
  );
}
