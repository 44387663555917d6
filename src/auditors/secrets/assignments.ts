/** Secrets by their names: `api_key = "..."`, with filters for placeholders, references, words and counts. */
import { isInsideRun, markRun, type Name, readName, readValue, type Value } from './assignment-parser.ts';
import { classifyName, keyPhrase, type NameKind } from './names.ts';
import { isPlaceholder, isPublished, isUuid } from './placeholders.ts';
import { countKinds, isSequence, isWordy, shannonEntropy, wordShare } from './randomness.ts';
import { ranks, type Scan, type Trigger } from './rule.ts';

/** Types of assignment findings. */
export const assignmentTypes = ['password_assignment', 'key_assignment'] as const;

const typeOf: Readonly<Record<NameKind, (typeof assignmentTypes)[number]>> = {
  password: 'password_assignment',
  key: 'key_assignment',
  'any-key': 'key_assignment',
};

/** Parts of names to look for: each name that can be classified contains one. */
const nameParts = [
  ...[
    'passw',
    'passp',
    'passc',
    'pass',
    'pwd',
    'pw',
    'pswd',
    'psw',
    'psk',
    'kennwort',
    'senha',
    'contrasena',
    'wachtwoord',
  ],
  ...['parola', 'parole', 'haslo', 'token', 'secret', 'key', 'cred', 'auth'],
];

export const assignmentTriggers: readonly Trigger[] = nameParts.map((part) => ({
  keyword: part,
  probe(scan, at) {
    if (at >= scan.namesReadTo) judgeName(scan, readName(scan.text, at, at + part.length));
  },
}));

function judgeName(scan: Scan, name: Name): void {
  scan.namesReadTo = name.end;
  const kind = isKeyPhrase(scan.text, name) ? 'key' : classifyName(name.text);
  // There is no further name inside a run that was already read as one value.
  if (kind === undefined || isInsideRun(scan, name)) return;
  const value = readValue(scan.text, name);
  if (value === undefined) return;
  markRun(scan, value);
  const score = scoreValue(kind, value, scan, name.text);
  if (score > 0) {
    scan.found.push({ type: typeOf[kind], start: value.start, end: value.end, score, rank: ranks.assignment });
  }
}

/** `key` in a sentence: "the API key is ...". */
function isKeyPhrase(text: string, name: Name): boolean {
  return name.end - name.start === 3 && keyPhrase.test(text.slice(Math.max(0, name.start - 14), name.start));
}

function scoreValue(kind: NameKind, value: Value, scan: Scan, name: string): number {
  switch (kind) {
    case 'password':
      return scorePassword(value, scan.text);
    case 'key':
      return scoreKey(value, scan, name);
    case 'any-key':
      return isSurelyRandom(value) ? Math.min(0.5, scoreKey(value, scan, name)) : 0;
    default:
      return kind satisfies never;
  }
}

/** Most keys are member names and cache entries; only a long random key in quotes gives access. */
function isSurelyRandom({ text, quoted }: Value): boolean {
  return (
    quoted &&
    text.length >= 24 &&
    text.length <= 150 &&
    /\d/.test(text) &&
    /[g-z]/i.test(text) &&
    wordShare(text) < 0.2 &&
    shannonEntropy(text) >= 3.7
  );
}

const codeSigns =
  /[()[\]{}<]|^[&*!]|::|\?\.|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|^[A-Z]{2,}[-_]?\d{1,3}$|^0x[0-9A-Fa-f]{1,8}$/;
/** Signs of expressions, formats and lists of names. */
const patternSigns = /\(\?[:=!]|\[[^\]]*-[^\]]*\][*+?{]|\\[dws]|%[sd]|\*\.|\{\w*\}|\\x[0-9a-f]{2}/i;

/** True for an unquoted value that is a variable, a call or a member, and for a quoted expression. */
function isCode(value: Value, text: string): boolean {
  if (value.quoted) return patternSigns.test(value.text);
  if (codeSigns.test(value.text)) return true;
  const next = text[value.end] ?? '';
  if (next === '(' || next === '[' || (next === '>' && value.text.endsWith('-'))) return true;
  const isVariable =
    (next === ',' || next === ';' || next === ')') &&
    /^[=:(]/.test(value.operator) &&
    /^[A-Za-z_$][\w$]*$/.test(value.text);
  return isVariable && wordShare(value.text) > 0.25;
}

/** Scores a password, which needs no randomness; excludes prose after "password:" and labels. */
function scorePassword(value: Value, text: string): number {
  const { text: word, quoted } = value;
  if (word.length < 5 || word.length > 128 || /\s/.test(word) || !/[A-Za-z0-9]{3}/.test(word)) return 0;
  if (isPlaceholder(word) || isSequence(word, 0.9) || isCode(value, text) || isUuid(word) || isAddress(word)) return 0;
  if (isPublished(word)) return 0.4;
  const kinds = countKinds(word);
  // Digits alone are mostly a figure; a password of digits has 8 or more.
  if (/^[\d.:/-]+$/.test(word)) return quoted && word.length >= 8 && /^\d+$/.test(word) ? 0.5 : 0;
  // A name and its value as two members of one entry are unambiguous.
  if (isPhrase(word) && value.operator !== 'value=') return quoted ? 0.3 : 0;
  if (kinds >= 3) return 0.85;
  if (/\d/.test(word) && kinds === 2) return word.length >= 8 || quoted ? 0.8 : 0.6;
  if (isWordy(word)) return scoreWord(value, text);
  return scoreGibberish(value, text);
}

/** A plain word is a password only in quotes, or alone on a line of an `.env` file. */
function scoreWord(value: Value, text: string): number {
  if (value.text.length < 6) return 0;
  if (value.quoted) return /^[=:!?|]/.test(value.operator) ? 0.5 : 0.4;
  const isLineOfFile = value.lineWide && value.operator === '=' && text[value.start - 1] === '=';
  return isLineOfFile && endsLine(text, value.end) ? 0.5 : 0;
}

/** Letters that form no words are random, unless unquoted: abbreviated variables look the same. */
function scoreGibberish(value: Value, text: string): number {
  if (value.quoted) return value.text.length >= 8 ? 0.7 : 0.55;
  if (!value.lineWide || value.text.length < 6) return 0;
  if (value.text.length >= 10 && countKinds(value.text) >= 2 && wordShare(value.text) < 0.25) return 0.7;
  return endsLine(text, value.end) && !/pw|pas|str|arg|var/i.test(value.text) ? 0.55 : 0;
}

function endsLine(text: string, at: number): boolean {
  return at === text.length || /^\s{0,2}(?:[\r\n]|$)/.test(text.slice(at, at + 3));
}

const phrase = /^[#.]?[A-Za-z]+(?:[-_./: ][A-Za-z]+)+(\d{0,2})$/;
const nameWords =
  /passw|token|secret|user|login|account|field|label|input|form|error|auth|reset|confirm|current|invalid|wrong|forgot/i;

/** True for names and messages, not passwords: `current-password`, `auth.wrongPassword`, `password_field2`. */
function isPhrase(word: string): boolean {
  const share = wordShare(word);
  if (share > 0.7 && nameWords.test(word)) return true;
  const match = phrase.exec(word);
  return match !== null && match[1] === '' && share >= 0.5;
}

/** Scores a key: digits and letters mixed, no words. Hex digits have at most four bits, hence a separate bound. */
function scoreKey(value: Value, { text, minEntropy }: Scan, name: string): number {
  const { text: word } = value;
  if (word.length < 10 || /\s/.test(word) || isPlaceholder(word) || isCode(value, text) || isAddress(word)) return 0;
  if (!/[A-Za-z]/.test(word) || isDate(word) || isSequence(word) || /qwerty|asdfgh/i.test(word)) return 0;
  if (isUuid(word)) return /secret|api[-_]?key|auth[-_]?token|access[-_]?(?:token|key)/i.test(name) ? 0.55 : 0;
  const words = wordShare(word);
  if (words >= 0.5 || (!/\d/.test(word) && (words > 0.25 || word.length < 20 || countKinds(word) < 2))) return 0;
  const entropy = shannonEntropy(word);
  if (/^[0-9a-f]+$/i.test(word)) return word.length >= 16 && entropy >= 2.8 ? 0.85 : 0;
  if (word.length < 16) return entropy >= minEntropy && words < 0.3 && (value.quoted || value.lineWide) ? 0.65 : 0;
  return entropy >= minEntropy ? 0.85 : 0;
}

const address =
  /^[a-z][a-z0-9+.-]*:\/\/|^urn:|^(?:sha\d{1,3}|md5)[:-]|^[A-Za-z]:\\|^[\w.+-]+@[\w-]+\.[\w.]+$|\.(?:txt|pem|key|json|ya?ml|xml|js|ts|py|java|html?|php|env|conf|crt)$/i;

/** True for a URL, a path, a mail address or a file name. Base64 may begin with a slash too, but contains no words. */
function isAddress(word: string): boolean {
  return address.test(word) || (/^(?:\.{0,2}\/|~)/.test(word) && (word.length < 24 || wordShare(word) > 0.3));
}

function isDate(word: string): boolean {
  return /^\d{1,4}[-/.:]\d{1,2}[-/.:T]/.test(word) || /^v?\d+(?:\.\d+)+(?:[-+.][\w.]*)?$/.test(word);
}
