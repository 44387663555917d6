/** Passwords in URLs (RFC 3986, userinfo) and in connection strings of databases. */
import { isPlaceholder, isPublished } from './placeholders.ts';
import { isSequence } from './randomness.ts';
import { ranks, type Scan, type Trigger } from './rule.ts';

const maxAuthority = 512;

export const urlTriggers: readonly Trigger[] = [
  { keyword: '://', probe: findUserinfo },
  ...['password=', 'password =', 'pwd=', 'pwd ='].map(
    (keyword): Trigger => ({ keyword, probe: findConnectionPassword }),
  ),
];

function findUserinfo({ text, found }: Scan, at: number): void {
  if (!/[A-Za-z0-9+]/.test(text[at - 1] ?? '')) return;
  const from = at + 3;
  const limit = Math.min(text.length, from + maxAuthority);
  let colon = -1;
  let close = -1;
  for (let index = from; index < limit; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x3a && colon === -1) colon = index;
    else if (unit === 0x40) close = index;
    else if (isAuthorityEnd(unit)) break;
  }
  if (colon === -1 || close <= colon + 1 || !/[A-Za-z0-9[$]/.test(text[close + 1] ?? '')) return;
  const user = text.slice(from, colon);
  const password = text.slice(colon + 1, close);
  const score = user === password ? 0.4 : scoreLogin(password);
  if (score > 0) found.push({ type: 'url_credentials', start: colon + 1, end: close, score, rank: ranks.structure });
}

/** True for the end of an authority. A `#` ends it too by the standard, but people leave one in a password unescaped. */
function isAuthorityEnd(unit: number): boolean {
  return (
    unit <= 0x20 ||
    unit === 0x2f ||
    unit === 0x3f ||
    unit === 0x22 ||
    unit === 0x27 ||
    unit === 0x3c ||
    unit === 0x3e ||
    unit === 0x60 ||
    unit === 0x5c
  );
}

const companions =
  /(?:server|data source|host(?:name)?|addr(?:ess)?|user ?id|uid|user(?:name)?|initial catalog|database|dbname|endpoint|provider|driver|port)\s?=/i;
const connectionValue = /(?:password|pwd)\s?=\s?(?:'([^'\r\n]{3,128})'|([^;,)"'\s&]{3,128}))/iy;

function findConnectionPassword({ text, found }: Scan, at: number): void {
  // A connection string has other parts: one before, after a semicolon or a blank, or one after it.
  const before = text.slice(Math.max(0, at - 160), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (!/[;\s]$/.test(line) && line !== '') return;
  connectionValue.lastIndex = at;
  const match = connectionValue.exec(text);
  const password = match?.[1] ?? match?.[2];
  if (match === null || password === undefined) return;
  const end = connectionValue.lastIndex - (match[1] === undefined ? 0 : 1);
  const isCompanied =
    companions.test(line) || (text[connectionValue.lastIndex] === ';' && companions.test(text.slice(end, end + 80)));
  if (!isCompanied) return;
  const score = scoreLogin(password);
  if (score === 0) return;
  found.push({ type: 'connection_string_password', start: end - password.length, end, score, rank: ranks.structure });
}

const stockPasswords =
  /^(?:(?:some|my|the|your|a|db|user|test|secret)?[-_]?(?:password|passwd|pass|pwd|pw|secret)\d?|user(?:name)?|postgres|test|guest|admin|root|mysql|redis|mongo(?:db)?|rabbitmq|login|changeit|foo|bar|baz|xyz|abc|123|456|hello|world)$/i;

/** Scores a password in a login: everything counts except stand-ins, variables and stock words of manuals. */
export function scoreLogin(password: string): number {
  if (password.length < 3 || isPlaceholder(password) || isSequence(password, 0.9)) return 0;
  if (/^[{[(]|[}\])]$|^%[a-z]$|^:|\$\{|\+\s?\w+\s?\+/.test(password) || stockPasswords.test(password)) return 0;
  return isPublished(password) ? 0.4 : 0.9;
}
