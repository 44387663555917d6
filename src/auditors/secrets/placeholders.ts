/** Stand-ins for secrets, references to them, and documentation examples. */
import { isSequence, wordShare } from './randomness.ts';

const words =
  /example|sample|dummy|place_?holder|change.?(?:me|it|this)|replace|your[_-]|^your|insert|redacted|todo|fixme|x{4}|foobar|lorem|not.?a.?real|\.\.\.|…|\*{3}|[_-]here$|^(?:test|fake|mock)[_-]?|(?:^|[_-])(?:fake|mock|invalid|sanitized)(?:[_-]|$)|do.?not.?use|^<|>$|^\[[^\]]*\]$|(.)\1{7}/i;
const references =
  /^(?:\$[A-Za-z_{(]|%[^A-Za-z0-9]|#\{|\{\{|@[\w.]+$|process\.|os\.|env[.[:]|config[.[]|settings[.[]|self\.|this\.|request\.|req\.|secrets?\.|vault:|arn:|ssm:|file:|op:\/\/|https?:\/\/[^@]*$|\(|\))|\$\{|\$\(|\{\{|\}\}|<%|%>|=>|^%[^%]+%$/i;
const constants =
  /^(?:null|none|nil|undefined|true|false|string|str|text|number|int|integer|bytes?|char|object|array|list|any|unknown|kennwort|wachtwoord|senha|parola|haslo|heslo|contrasena|motdepasse|function|boolean|symbol|expired|missing|incorrect|protected|required|optional|hidden|masked|secret|password|passwort|passwd|pass|pwd|admin|root|user(?:name)?|guest|token|key|default|empty|blank|unset|yes|no|on|off|input|output|value|val|var|type|name|data|basic|bearer|[-_=*#./\\x0•]+)$/i;

/** True for a stand-in, or a reference to a secret. */
export function isPlaceholder(value: string): boolean {
  return words.test(value) || references.test(value) || constants.test(value);
}

const standInWords =
  /example|x{5}|your[_-]?(?:api|key|token|secret)|placeholder|redacted|\.{3}|\*{3}|012345678|abcdefgh/i;
const shortestProse = 20;

/**
 * True for the made-up body of a documentation token: one character, a sequence, words. Stricter than `isPlaceholder`, since a
 * random body contains short words by chance.
 */
export function isStandIn(body: string): boolean {
  if (standInWords.test(body) || isSequence(body)) return true;
  return body.length >= shortestProse && wordShare(body) >= 0.6;
}

/** Values printed in books and standards; never reported. */
const published = new Set([
  // Passwords printed in manuals of widespread software.
  'password1',
  'password123',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'secret123',
  'admin123',
  'test1234',
  'testtest',
  'letmein1',
]);

/** True for a published password. */
export function isPublished(value: string): boolean {
  return published.has(value.toLowerCase());
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a UUID: an identifier, not a key, unless something else says so. */
export function isUuid(value: string): boolean {
  return uuid.test(value);
}
