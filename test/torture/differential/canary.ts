/** Canaries (words and numbers that never occur by chance) and the ways in which a reader may find them. */
import { viewOfJson } from '../../../src/gateway/proxy/json-view.ts';

/** The canary of this number, as a word. */
export function toWord(number: number): string {
  return `zq${number.toString(36).padStart(6, '0')}qz`;
}

/** The canary as digits: more than any counter has. */
export function toDigits(number: number): string {
  return `73${String(number).padStart(12, '0')}`;
}

/**
 * A text with every form that a reader can decode: JSON escapes, also in nested JSON strings, base64, percent encoding, and the
 * joined fragments of a stream.
 */
export function readAllWays(text: string): string {
  const once = viewOfJson(text);
  const twice = viewOfJson(once);
  return [text, once, twice, joinFragments(text), decodePercents(twice), ...decodeBase64(twice)].join('\n');
}

/**
 * A text as auditors read it: they decode base64 and join the windows of a stream. Escapes, percent encoding and split texts are
 * decoded by the gateway.
 */
export function readAsAuditor(text: string, isStream: boolean): string {
  return [text, ...decodeBase64(text), ...(isStream ? [joinFragments(text)] : [])].join('\n');
}

/** Members with fragmented text. */
export const growingNames = [
  ...['content', 'text', 'thinking', 'reasoning_content', 'arguments', 'partial_json', 'delta'],
] as const;
const growing = new RegExp(
  `(?:"type":"(summary_text|reasoning_text)",)?"(${growingNames.join('|')})":"((?:[^"\\\\]|\\\\.)*)"`,
  'g',
);

/** Joined fragments, by name. Nobody joins reasoning with what is said, or one kind of event of a response with another. */
function joinFragments(text: string): string {
  const joined = new Map<string, string>();
  for (const line of text.split('\n')) {
    const event = /"type":"(response\.[a-z_.]+)"/.exec(line)?.[1] ?? '';
    for (const [, kind = '', name = '', value = ''] of line.matchAll(growing)) {
      const key = `${event} ${kind} ${name}`;
      joined.set(key, (joined.get(key) ?? '') + viewOfJson(value));
    }
  }
  return [...joined.values()].join('\n');
}

function decodePercents(text: string): string {
  return text.replaceAll(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function decodeBase64(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)].map(([run]) =>
    Buffer.from(run, 'base64').toString('latin1'),
  );
}
