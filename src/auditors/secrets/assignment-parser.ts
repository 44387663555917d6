/**
 * Reads `name = value` in the notations of configuration files, programs, command lines and prose: from a word of the name to the
 * whole name, over the operator, to the value. Every step is bounded.
 */
import type { Scan } from './rule.ts';

export interface Name {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Value {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  /** True for an unquoted value that may run to the end of its line (`.env`, YAML, INI). */
  readonly lineWide: boolean;
  /** The trimmed text between name and value. */
  readonly operator: string;
}

const maxName = 64;
const maxValue = 256;

/** Reads the identifier around a word of it. */
export function readName(text: string, at: number, wordEnd: number): Name {
  let start = at;
  while (start > 0 && at - start < maxName && isNameSign(text.charCodeAt(start - 1))) start -= 1;
  let end = wordEnd;
  while (end < text.length && end - wordEnd < maxName && isNameSign(text.charCodeAt(end))) end += 1;
  return { text: text.slice(start, end), start, end };
}

/** True for a name inside the value that was read last, so that a run of `key=key=key=` is read only once. */
export function isInsideRun(scan: Scan, name: Name): boolean {
  return name.start >= scan.runFrom && name.start < scan.runTo;
}

/** Remembers an unquoted value that may hold further operators. A line-wide value may hold further pairs. */
export function markRun(scan: Scan, value: Value): void {
  if (value.quoted || value.lineWide || !/[=:]/.test(value.text)) return;
  scan.runFrom = value.start;
  scan.runTo = value.end;
}

/** True for letters, digits, `_`, `-`, `.` and `$`. */
function isNameSign(unit: number): boolean {
  return (
    (unit >= 97 && unit <= 122) ||
    (unit >= 65 && unit <= 90) ||
    (unit >= 48 && unit <= 57) ||
    unit === 0x5f ||
    unit === 0x2d ||
    unit === 0x2e ||
    unit === 0x24
  );
}

/** Text between name and operator: closing quotes and brackets, then up to three words (a type, prose). */
const bridge = '["\'`\\])\\\\?!*]{0,4}(?:[ \\t]{1,4}[\\w.<>*[\\]]{1,24}){0,3}?[ \\t]{0,16}';
/** A type between a colon and an equals sign: `token: string = "..."`. */
const typed = ':[ \\t]?[A-Za-z][\\w.<>[\\]|?]{0,30}[ \\t]?=(?=[ \\t]?["\'`@])';
const signs =
  '\\.(?:equals|isEqualTo|toBe|toEqual|set)\\(|:{1,3}=|[?+.|&!]{1,2}={1,2}|={1,3}>?|->|:{1,2}|>|,|\\(|\\|\\||\\?\\?';
const verbs = '(?<=[ \\t])(?:is|was|or|to|ist|lautet|es|est|sono|era)\\b:?|(?<=[ \\t])[éè](?=[ \\t])';
const isVerb = /^[a-zéè]/;
const link = new RegExp(`${bridge}(${typed}|${signs}|${verbs})[ \\t]{0,16}`, 'y');
/** `name="password" value="..."`, and the same over two lines of YAML or JSON. */
const pairLink = /["']?[,;]?\s{1,16}["']?(?:value|val|default|content)["']?[ \t]{0,3}[=:][ \t]{0,3}/iy;
/** `--token abc`, `PASSWORD 'abc'`: no operator. */
const bareLink = /[ \t]{1,4}(?![=:])/y;
/** Calls that pass a literal through. */
const opening =
  /\s{0,12}(?:(?:new[ \t])?(?:String|String\.valueOf|Buffer\.from|b64decode|base64\.\w{1,16}|Secret|SecretStr|str|bytes|\[\]byte|Optional\.of|Some|Ok)\(\s{0,4})?[bBrRuUfFL@$]{0,2}(\\?)(["'`])/y;
const spaces = /\s{0,24}/y;

/** Reads the value of a name, if there is one within reach. */
export function readValue(text: string, name: Name): Value | undefined {
  const isFlag = name.text.startsWith('-');
  bareLink.lastIndex = name.end;
  if (isFlag && bareLink.test(text)) return valueAt(text, name, bareLink.lastIndex, '');
  link.lastIndex = name.end;
  const match = link.exec(text);
  if (match !== null) return valueAt(text, name, link.lastIndex, match[1] ?? '');
  pairLink.lastIndex = name.end;
  if (pairLink.test(text)) return valueAt(text, name, pairLink.lastIndex, 'value=');
  bareLink.lastIndex = name.end;
  const value = bareLink.test(text) ? valueAt(text, name, bareLink.lastIndex, '') : undefined;
  return value?.quoted === true ? value : undefined;
}

function valueAt(text: string, name: Name, from: number, operator: string): Value | undefined {
  if (operator === ',' && !isFirstOfPair(text, name)) return undefined;
  opening.lastIndex = from;
  const open = opening.exec(text);
  if (open !== null) {
    const start = opening.lastIndex;
    const end = quotedEnd(text, start, open[2] ?? '"', open[1] !== '');
    if (end === undefined) return undefined;
    return { text: text.slice(start, end), start, end, quoted: true, lineWide: false, operator };
  }
  // A literal after a comma or a bracket has quotes; without quotes it is code.
  if (literalOnly.has(operator) || operator.endsWith('(')) return undefined;
  spaces.lastIndex = from;
  const start = operator === '>' && spaces.test(text) ? spaces.lastIndex : from;
  const lineWide = isVerb.test(operator) || (lineOperators.has(operator) && leadsLine(text, name.start));
  const end = bareEnd(text, start, lineWide);
  return end > start ? { text: text.slice(start, end), start, end, quoted: false, lineWide, operator } : undefined;
}

/** True for `set("name", "value")`. Further down a list names follow names, and an index (`x["name"], y`) is no pair. */
function isFirstOfPair(text: string, name: Name): boolean {
  const before = text.slice(Math.max(0, name.start - 6), name.start);
  return /[([{]\s{0,4}["'`]$/.test(before) && !text.startsWith(']', name.end + 1);
}

const lineOperators = new Set(['=', ':', 'value=']);
const literalOnly = new Set([',', '||', '??', 'or']);

/** Finds the end of a quoted value; undefined if it exceeds its line or its bound. */
function quotedEnd(text: string, start: number, quote: string, isEscaped: boolean): number | undefined {
  const limit = Math.min(text.length, start + maxValue + 1);
  const quoteUnit = quote.charCodeAt(0);
  for (let index = start; index < limit; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === quoteUnit) return index;
    if (unit === 0x0a) return undefined;
    if (unit === 0x5c) {
      if (isEscaped) return index;
      index += 1;
    }
  }
  return undefined;
}

const bareEnds = new Set(Array.from(' \t\r\n\u00a0"\'`,;<>)]}&|\\', (sign) => sign.charCodeAt(0)));
const lineEnds = new Set(Array.from(' \t\r\n\u00a0"\'`', (sign) => sign.charCodeAt(0)));

/** The next of several pairs on one line: `&name=`. */
const nextPair = /[&;,][\w.-]{1,40}[=:]/;

function bareEnd(text: string, start: number, lineWide: boolean): number {
  const ends = lineWide ? lineEnds : bareEnds;
  const limit = Math.min(text.length, start + maxValue);
  let end = start;
  while (end < limit && !ends.has(text.charCodeAt(end))) end += 1;
  if (lineWide) {
    const next = nextPair.exec(text.slice(start, end));
    if (next !== null) end = start + next.index;
  }
  // Punctuation at the end of a sentence or statement is not part of the value.
  while (end > start && '.?:,;'.includes(text[end - 1] ?? '')) end -= 1;
  return end;
}

const lineLead = /(?:^|[\n\r])[ \t]{0,32}(?:-[ \t]|export[ \t]|set[ \t]|ENV[ \t]|\/\/[ \t]?|#[ \t]?)?["']?$/;

function leadsLine(text: string, nameStart: number): boolean {
  return lineLead.test(text.slice(Math.max(0, nameStart - 48), nameStart)) || nameStart === 0;
}
