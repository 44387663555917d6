/** Secrets by the name they are given: `api_key = "..."`, gated by entropy, placeholder and word filters. */
import { isPlaceholder, isUuid, isWordy, shannonEntropy } from './entropy.ts';

export interface Assignment {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly score: number;
}

const maxName = 64;
const maxValue = 256;
/** What ends a value without quotes. */
const bareEnds = ' \t\r\n\u00a0"\'`,;<>)]}&';
const nameSign = /[A-Za-z0-9_.-]/;
const passwordName = /(?:^|[_.-])(?:pass|passwd|password|passphrase|pwd|pw)$|(?:password|passphrase|passwd)$/i;
const keyName =
  /(?:api[_-]?key|apikey|secret|token|access[_-]?key|auth[_-]?key|private[_-]?key|client[_-]?secret|encryption[_-]?key|signing[_-]?key|credentials?|secret[_-]?key)$/i;
/** Names that hold a count, an address or another thing that is no secret. */
const harmlessName =
  /(?:max|min|num|count|total|n|input|output|prompt|completion|next|eos|bos|pad|unk|sep|cls|mask|stop|special|page|cancellation|continuation|public|csrf|xsrf)[_-]?tokens?$|(?:key|token|secret)[_-]?(?:id|name|type|path|file|url|uri|length|size|count|field|prefix|version|ref|arn)$|hash|public[_-]?key$/i;

/** Finds assignments; work is linear, each name and value is looked at once and is bounded. */
export function findAssignments(text: string): Assignment[] {
  const found: Assignment[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit !== 0x3d && unit !== 0x3a) continue;
    const name = readName(text, index);
    const isPassword = passwordName.test(name);
    if ((!isPassword && !keyName.test(name)) || harmlessName.test(name)) continue;
    const value = readValue(text, index + 1);
    if (value === undefined) continue;
    const score = isPassword ? scorePassword(value.text, value.quoted) : scoreKey(value.text);
    if (score === 0) continue;
    found.push({
      type: isPassword ? 'password_assignment' : 'key_assignment',
      start: value.start,
      end: value.end,
      score,
    });
    index = value.end - 1;
  }
  return found;
}

/** The name left of an operator, quotes and one blank skipped. */
function readName(text: string, operator: number): string {
  let end = operator;
  while (end > 0 && operator - end < 3 && /[ "':>]/.test(text[end - 1] ?? '')) end -= 1;
  let start = end;
  while (start > 0 && end - start < maxName && nameSign.test(text[start - 1] ?? '')) start -= 1;
  return text.slice(start, end);
}

interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

function readValue(text: string, from: number): Value | undefined {
  let start = from;
  while (start - from < 4 && /[ \t=>]/.test(text[start] ?? '')) start += 1;
  const quote = text[start] ?? '';
  const quoted = quote === '"' || quote === "'" || quote === '`';
  if (quoted) start += 1;
  let end = start;
  const ends = quoted ? `${quote}\n` : bareEnds;
  while (end < text.length && end - start < maxValue && !ends.includes(text[end] ?? '')) end += 1;
  if (!quoted) while (end > start && /[.?!:]/.test(text[end - 1] ?? '')) end -= 1;
  return end > start ? { text: text.slice(start, end), start, end, quoted } : undefined;
}

/** A password has no minimum of randomness, but prose after "password:" is no password. */
function scorePassword(value: string, quoted: boolean): number {
  if (value.length < 6 || value.length > 128 || isPlaceholder(value) || /\s/.test(value)) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (kinds >= 3 || (kinds === 2 && /\d/.test(value) && value.length >= 8)) return 0.85;
  return quoted && value.length >= 12 && shannonEntropy(value) > 3.2 && !isWordy(value) ? 0.7 : 0;
}

function scoreKey(value: string): number {
  if (value.length < 16 || /\s/.test(value) || isPlaceholder(value) || isUuid(value) || isWordy(value)) return 0;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /^[\w.-]+\([\w.]*$|^\/|^[a-z]+:\/\//i.test(value)) return 0;
  const isHex = /^[0-9a-f]+$/i.test(value);
  return shannonEntropy(value) >= (isHex ? 3 : 3.5) ? 0.85 : 0;
}
