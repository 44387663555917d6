/** Logins in HTTP headers, on command lines and in files of credentials. */
import { Buffer } from 'node:buffer';
import { isPlaceholder } from './placeholders.ts';
import { isWordy, shannonEntropy } from './randomness.ts';
import { type RawFinding, ranks, type Scan, type Trigger } from './rule.ts';
import { scoreLogin } from './urls.ts';

const header =
  /authorization["'\]]{0,2}\s{0,4}[:=,]\s{0,4}[("'`]{0,2}(?:([A-Za-z][\w-]{1,20})[ \t]{1,4})?([^\s"'`,;)\\]{8,2048})/iy;
const netrc = /machine\s{1,4}\S{1,128}\s{1,8}login\s{1,4}\S{1,128}\s{1,8}password\s{1,4}(\S{3,128})/iy;
const databaseUser = /identified by\s{1,4}(?:password\s{1,4})?(?:'([^\s';,]{3,128})'|"([^\s";,]{3,128})")/iy;
const registryAuth = /_?auth["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z0-9+/]{12,512}={0,2})(?![A-Za-z0-9+/=])/iy;

export const loginTriggers: readonly Trigger[] = [
  { keyword: 'authorization', probe: findHeader },
  { keyword: 'machine', probe: findNetrc },
  { keyword: 'identified by', probe: findDatabaseUser },
  { keyword: '"auth"', probe: (scan, at) => findRegistryAuth(scan, at + 1) },
  { keyword: '_auth', probe: findRegistryAuth },
  ...['curl ', 'wget ', 'sshpass ', 'mysql ', 'mysqldump ', 'redis-cli ', 'docker login', 'smbclient '].map(
    (keyword): Trigger => ({ keyword, probe: findCommandLogin }),
  ),
];

function findHeader(scan: Scan, at: number): void {
  const { text, found } = scan;
  if (at < scan.headersReadTo) return;
  header.lastIndex = at;
  const match = header.exec(text);
  const secret = match?.[2];
  if (match === null || secret === undefined) return;
  scan.headersReadTo = header.lastIndex;
  const scheme = (match[1] ?? '').toLowerCase();
  const score = scheme === 'basic' ? scoreBasic(secret) : scoreBearer(secret);
  if (score === 0) return;
  const end = header.lastIndex;
  const type = scheme === 'basic' ? 'basic_authorization' : 'bearer_token';
  found.push({ type, start: end - secret.length, end, score, rank: ranks.structure });
}

function scoreBearer(token: string): number {
  if (token.length < 12 || isPlaceholder(token) || /[${}<>()[\]]/.test(token) || isWordy(token)) return 0;
  return /\d/.test(token) && shannonEntropy(token) >= 3 ? 0.85 : 0;
}

/** Basic credentials decode to `user:password` (RFC 7617). */
function scoreBasic(encoded: string): number {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return 0;
  const login = /^([\x20-\x39\x3b-\x7e]{0,128}):([\x20-\x7e]{0,256})$/.exec(
    Buffer.from(encoded, 'base64').toString('latin1'),
  );
  if (login === null) return 0;
  const [, user = '', password = ''] = login;
  // An API key is often given as the user, without a password.
  const secret = password === '' ? user : password;
  return secret.length >= 4 ? scoreLogin(secret) : 0;
}

function findNetrc({ text, found }: Scan, at: number): void {
  netrc.lastIndex = at;
  const password = netrc.exec(text)?.[1];
  const score = password === undefined ? 0 : scoreLogin(password);
  if (password === undefined || score === 0) return;
  const end = netrc.lastIndex;
  found.push({ type: 'netrc_password', start: end - password.length, end, score, rank: ranks.structure });
}

/** `CREATE USER ... IDENTIFIED BY '...'` of SQL. */
function findDatabaseUser({ text, found }: Scan, at: number): void {
  if (!/user|grant|role|login/i.test(text.slice(Math.max(0, at - 96), at))) return;
  databaseUser.lastIndex = at;
  const match = databaseUser.exec(text);
  const password = match?.[1] ?? match?.[2];
  const score = password === undefined ? 0 : scoreLogin(password);
  if (password === undefined || score === 0) return;
  const end = databaseUser.lastIndex - 1;
  found.push({ type: 'password_assignment', start: end - password.length, end, score, rank: ranks.structure });
}

/** `"auth"` of a Docker configuration, `_auth` of an npm one: base64 of `user:password`. */
function findRegistryAuth({ text, found }: Scan, at: number): void {
  registryAuth.lastIndex = at;
  const encoded = registryAuth.exec(text)?.[1];
  const score = encoded === undefined ? 0 : scoreBasic(encoded);
  if (encoded === undefined || score === 0) return;
  const end = registryAuth.lastIndex;
  found.push({ type: 'registry_auth', start: end - encoded.length, end, score, rank: ranks.structure });
}

/** `-H "X-Auth-Token: ..."`: headers with a key of any scheme. */
const headerFlag =
  /\s(?:-H|--header)[ =]?["']([\w-]{0,40}(?:auth|token|key|secret|session)[\w-]{0,40})[ \t]{0,4}:[ \t]{0,4}(?:[A-Za-z][\w-]{1,20}[ \t]{1,4})?([^\s"']{8,2048})/gi;
const maxCommand = 768;
/** Flags followed by a login (`user:password`) or a password. */
const loginFlags =
  /\s(?:-u|--user|--proxy-user|--http-user)[ =]{0,2}["']?([^\s:"'$%<{(]{0,96}):["']?([^\s"']{3,128})|\s(?:--http-password|--password|--pass)[ =]["']?([^\s"'$<{-][^\s"']{3,128})/g;
const shortPassword = /(?:\s-p|\s-a[ ])["']?([^\s"'$<{(-][^\s"']{3,128})/g;
const spacedPassword = /\s(?:-p|-a|--password)[ =]["']?([^\s"'$<{(-][^\s"']{3,128})/g;

function findCommandLogin(scan: Scan, at: number): void {
  const { text, found } = scan;
  if (at < scan.commandsReadTo || /[A-Za-z0-9_]/.test(text[at - 1] ?? '')) return;
  const command = readCommand(text, at);
  scan.commandsReadTo = at + command.length;
  const isTransfer = /^(?:curl|wget)/i.test(command);
  const pattern = isTransfer ? loginFlags : /^mysql/i.test(command) ? shortPassword : spacedPassword;
  for (const match of command.matchAll(pattern)) found.push(...toFinding(match, at));
  if (!isTransfer) return;
  for (const match of command.matchAll(headerFlag)) found.push(...toHeaderFinding(match, at));
}

function toHeaderFinding(match: RegExpExecArray, at: number): RawFinding[] {
  const [whole, name = '', secret = ''] = match;
  if (/^(?:content|accept|idempotency|x-request)/i.test(name) || scoreBearer(secret) === 0) return [];
  const end = at + match.index + whole.length;
  return [{ type: 'bearer_token', start: end - secret.length, end, score: 0.8, rank: ranks.assignment }];
}

function toFinding(match: RegExpExecArray, at: number): RawFinding[] {
  const password = match[3] ?? match[2] ?? match[1];
  const score = password === undefined ? 0 : scoreLogin(password);
  if (password === undefined || score === 0) return [];
  const end = at + match.index + match[0].length;
  return [
    { type: 'command_login', start: end - password.length, end, score: Math.min(score, 0.85), rank: ranks.structure },
  ];
}

/** Reads a command up to the end of its line, or further if a backslash continues it. */
function readCommand(text: string, at: number): string {
  const window = text.slice(at, at + maxCommand);
  let end = window.indexOf('\n');
  while (end > 0 && /\\\r?$/.test(window.slice(Math.max(0, end - 2), end))) end = window.indexOf('\n', end + 1);
  return end === -1 ? window : window.slice(0, end);
}
