/**
 * Redacts known forms of secrets in texts of agents and gateways before they are stored: keys, tokens, PEM blocks, URLs with
 * credentials, `password=…` and similar. Works by form: a secret that looks like a word stays.
 */
import { redacted, redactForms } from './secret-forms.ts';

const maxText = 4_000;
const maxDepth = 8;
const maxParts = 1_000;
const maxTotal = 32_768;

const words =
  'pass(?:wor[dt]|wd|phrase|code)s?|[-_]pass|pwd|secrets?|token' +
  '|(?:api|access|account|auth|encryption|master|private|secret|signing|storage)[-_ ]?key' +
  '|credentials?|authorization|signature|cookie|jwt';
const ending = '(?:[-_]?(?:value|text|base|\\d{1,3}))?';
/** A name that ends in such a word: `DB_PASSWORD`, `clientSecret`, but not `token_type` or `max_tokens`. */
const secretName = new RegExp(`(?:${words})${ending}$`, 'i');
const quote = '\\\\{0,2}["\'`]';
/** `=` and similar, also URL-encoded, and the text between name and value in `{"name": "…", "value": "…"}`. */
const between = `=>|:=|[:=]|%3[ad]|,[ \\t]{0,4}${quote}value${quote}[ \\t]{0,4}:`;
/** The name, its closing quote, and the sign between name and value. Every part is bounded. */
const pair = new RegExp(`(${words}|(?<=[?&])sig)${ending}(?:${quote})?[ \\t]{0,4}(?:${between})[ \\t]{0,4}`, 'gi');
/** Matches `--password hunter2`. */
const option = new RegExp(`(--[a-z0-9-]{0,40}(?:${words})[ \\t]{1,4})(?![-=:[]|\\s)[^\\s]+`, 'gi');
/** Headers whose value goes on to the end of the line. */
const header = /^(?:authorization|cookie)$/i;
const harmless = /^(?:null|none|undefined|true|false|\[redacted\])$/i;

/** Redacts secrets. Gives at most 4,000 characters. Never throws; time is linear in the length. */
export function redactSecrets(text: string): string {
  return cut(redactPairs(redactForms(text).replace(option, `$1${redacted}`)), maxText);
}

/**
 * Gives a JSON value without secrets: redacts texts, and members with the name of a secret completely. Omits anything deeper than
 * 8 levels, beyond 1,000 parts or beyond 32,768 characters, with a note in its place. Never throws.
 */
export function redactValue(value: unknown): unknown {
  return redactPart(value, 0, { parts: maxParts, characters: maxTotal });
}

interface Budget {
  parts: number;
  characters: number;
}

function redactPart(part: unknown, depth: number, budget: Budget): unknown {
  budget.parts -= 1;
  if (budget.parts < 0) return '[more]';
  if (typeof part === 'string') {
    const text = cut(redactSecrets(part), Math.max(0, budget.characters));
    budget.characters -= sizeOf(text);
    return text;
  }
  if (typeof part === 'number') {
    budget.characters -= digitsOf(part);
    return budget.characters < 0 ? '[more]' : part;
  }
  if (typeof part === 'boolean' || part === null) return part;
  if (typeof part !== 'object') return null;
  if (depth >= maxDepth) return '[deeper]';
  if (Array.isArray(part)) return first(part, budget).map((each) => redactPart(each, depth + 1, budget));
  const members = first(Object.entries(part), budget).map(([name, value]): [string, unknown] => {
    const shown = cut(redactSecrets(name), 100);
    budget.characters -= sizeOf(shown);
    const isNamed = secretName.test(name) || (name === 'value' && isSecretEntry(part));
    const isSecret = isNamed && value !== null && typeof value !== 'boolean' && value !== '';
    return [shown, isSecret ? redacted : redactPart(value, depth + 1, budget)];
  });
  return Object.fromEntries(members);
}

/** True for `{"name": "password", "value": …}`, as environments are often written. */
function isSecretEntry(part: object): boolean {
  const named: unknown = Reflect.get(part, 'name') ?? Reflect.get(part, 'key');
  return typeof named === 'string' && secretName.test(named);
}

/** Characters as JSON: a control character takes six. */
function sizeOf(text: string): number {
  return JSON.stringify(text).length;
}

/** Characters as the database writes it: all digits of 1e308. */
function digitsOf(value: number): number {
  const size = Math.abs(value);
  return size !== 0 && (size >= 1e21 || size < 1e-6) ? 350 : String(value).length;
}

/** Gives the items to show, and one more to tell that there are others. */
function first<Item>(items: readonly Item[], budget: Budget): readonly Item[] {
  return items.slice(0, Math.max(0, budget.parts + 1));
}

/** Redacts the values in `password=…`, `"token": "…"`, `Authorization: …`. */
function redactPairs(text: string): string {
  let shown = '';
  let from = 0;
  pair.lastIndex = 0;
  for (let match = pair.exec(text); match !== null; match = pair.exec(text)) {
    const [start, end] = valueAt(text, pair.lastIndex, match[1] ?? '');
    const value = text.slice(start, end);
    pair.lastIndex = Math.max(end, pair.lastIndex);
    if (value === '' || harmless.test(value) || isCount(match[1] ?? '', value)) continue;
    shown += `${text.slice(from, start)}${redacted}`;
    from = end;
  }
  return shown + text.slice(from);
}

/** True for a number of tokens, as in a usage report. */
function isCount(word: string, value: string): boolean {
  return word.toLowerCase() === 'token' && /^\d{1,7}$/.test(value);
}

const opening = /(\\{0,2})(["'`])/y;
const lineEnd = /[\r\n]|$/g;
const bareEnd = /[\s,;&"'`<>)}]|(?<!\[redacted)\]|$/g;

/** Gives the start and end of the value: between its quotes, to the end of the line, or to the next blank or bracket. */
function valueAt(text: string, at: number, word: string): [number, number] {
  opening.lastIndex = at;
  const open = opening.exec(text);
  if (open !== null) {
    return [opening.lastIndex, quotedEnd(text, opening.lastIndex, open[2] ?? '"', open[1] !== '')];
  }
  // A list or an object is redacted as a whole.
  const isList = /[[{]/.test(text[at] ?? '') && !text.startsWith(redacted, at);
  const end = isList || header.test(word) ? lineEnd : bareEnd;
  end.lastIndex = at;
  return [at, end.exec(text)?.index ?? text.length];
}

/** A quote that is not closed ends at the end of its line. */
function quotedEnd(text: string, start: number, quote: string, isEscaped: boolean): number {
  for (let index = start; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === quote || sign === '\n') return index;
    if (sign !== '\\') continue;
    if (isEscaped) return index;
    index += 1;
  }
  return text.length;
}

/** Never cuts a surrogate pair, which no database could store. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}
