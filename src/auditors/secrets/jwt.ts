/** JSON Web Tokens by their decoded header and payload (RFC 7519), plain and wrapped in base64 once more. */
import { Buffer } from 'node:buffer';
import { ranks, type Scan, type Trigger } from './rule.ts';

const compact =
  /e[yw][A-Za-z0-9][A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{0,16384}\.[A-Za-z0-9_-]{0,2048}(?:\.[A-Za-z0-9_-]{1,16384}\.[A-Za-z0-9_-]{8,128})?/y;
const wrapped = /ZXlK[A-Za-z0-9+/_-]{60,16384}={0,2}/y;

export const jwtTriggers: readonly Trigger[] = [
  // A header may begin with a blank or a line end: `{ "`, `{\n`.
  ...['eyJ', 'eyA', 'ewo'].map((keyword): Trigger => ({ keyword, probe: findCompact })),
  { keyword: 'ZXlK', probe: findWrapped },
];

/** True inside a run of base64url: a token never begins there, which also keeps the work linear. */
function isInsideRun(text: string, at: number): boolean {
  return /[A-Za-z0-9_+/-]/.test(text[at - 1] ?? '');
}

function findCompact({ text, found }: Scan, at: number): void {
  if (isInsideRun(text, at)) return;
  compact.lastIndex = at;
  const token = compact.exec(text)?.[0];
  const score = token === undefined ? 0 : scoreJwt(token);
  if (token !== undefined && score > 0) {
    found.push({ type: 'jwt', start: at, end: at + token.length, score, rank: ranks.token });
  }
}

function findWrapped({ text, found }: Scan, at: number): void {
  if (isInsideRun(text, at) || !text.startsWith('ZXlK', at)) return;
  wrapped.lastIndex = at;
  const token = wrapped.exec(text)?.[0];
  if (token === undefined) return;
  const inner = Buffer.from(token, 'base64').toString('latin1');
  const score = inner.startsWith('eyJ') && inner.includes('.') ? scoreJwt(inner) : 0;
  if (score > 0) found.push({ type: 'jwt', start: at, end: at + token.length, score, rank: ranks.token });
}

/** Scores a header that names an algorithm. An unsigned token authenticates nobody; one without a body is none. */
function scoreJwt(token: string): number {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const header = decodeObject(head);
  const algorithm = header?.['alg'];
  if (header === undefined || typeof algorithm !== 'string') return 0;
  if (algorithm.toLowerCase() === 'none' || signature === '') return payload === '' ? 0 : 0.5;
  // Encrypted tokens (RFC 7516) have no readable payload; an empty payload is a detached signature.
  if (typeof header['enc'] === 'string') return signature.length >= 8 ? 0.85 : 0;
  return payload.length >= 4 && signature.length >= 16 && decodeObject(payload) !== undefined ? 0.9 : 0;
}

function decodeObject(part: string): Record<string, unknown> | undefined {
  const text = Buffer.from(part, 'base64url').toString('utf8').trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // Not JSON, hence no token.
    return undefined;
  }
}
