/** Secrets known by their structure: private key blocks, logins in URLs, connection strings, Authorization headers. */
import { isPlaceholder } from './entropy.ts';
import type { SecretRule } from './rule.ts';
import { scoreBasic } from './token-checks.ts';

const commonWords = new Set([
  'password',
  'pass',
  'passwd',
  'pwd',
  'secret',
  'user',
  'pw',
  'mypassword',
  'postgres',
  'test',
]);

/** A password that is an obvious stand-in is no leak. */
function scorePassword(password: string): number {
  return password.length < 3 || isPlaceholder(password) || commonWords.has(password.toLowerCase()) ? 0 : 0.9;
}

/** Rules by structure. */
export const structureRules: readonly SecretRule[] = [
  {
    id: 'private_key',
    keywords: ['PRIVATE KEY'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[\sA-Za-z0-9+/=:,.()\\]|-(?!-)){32,16384}-----END (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
    score: 0.99,
  },
  {
    id: 'private_key',
    keywords: ['PRIVATE KEY'],
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY-----\s{0,8}(?:\\n)?(?<secret>(?:[A-Za-z0-9+/]{40,76}\s{0,4}){1,4})/g,
    score: 0.95,
    entropy: 3.5,
  },
  {
    id: 'putty_private_key',
    keywords: ['PuTTY-User-Key-File'],
    pattern: /Private-Lines: \d{1,3}\s{1,2}(?<secret>(?:[A-Za-z0-9+/=]{20,76}\s{1,2}){1,64})/g,
    score: 0.95,
  },
  {
    id: 'url_credentials',
    keywords: ['://'],
    pattern:
      /(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s:/?#@"'<>`]{0,64}:(?<secret>[^\s/?#@"'<>`]{3,128})@[A-Za-z0-9[]/g,
    score: 0.9,
    check: scorePassword,
  },
  {
    id: 'connection_string_password',
    keywords: ['Password=', 'password=', 'Pwd=', 'pwd=', 'PWD='],
    pattern: /;\s{0,2}(?:[Pp]assword|[Pp]wd|PWD)\s?=\s?(?<secret>[^;"'\s]{4,128})/g,
    score: 0.9,
    check: scorePassword,
  },
  {
    id: 'basic_authorization',
    keywords: ['Basic '],
    pattern: /[Aa]uthorization["']?\s{0,2}[:=]\s{0,2}["']?Basic (?<secret>[A-Za-z0-9+/]{8,200}={0,2})/g,
    score: 0.9,
    check: scoreBasic,
  },
  {
    id: 'bearer_token',
    keywords: ['Bearer '],
    pattern: /[Aa]uthorization["']?\s{0,2}[:=]\s{0,2}["']?Bearer (?<secret>[A-Za-z0-9._~+/-]{20,1024}={0,2})/g,
    score: 0.85,
    entropy: 3.2,
    check: (token) => (isPlaceholder(token) ? 0 : 0.85),
  },
  {
    id: 'curl_login',
    keywords: ['curl '],
    pattern: /curl [^\n]{0,200}?(?:-u|--user)[ =]["']?[^\s:"']{1,64}:(?<secret>[^\s"']{4,128})/g,
    score: 0.85,
    check: scorePassword,
  },
];
