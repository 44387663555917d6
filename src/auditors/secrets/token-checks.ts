/** Checks inside tokens: CRC-32 suffixes, decoded headers, checks of structure. */
import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The six base62 digits that end a token with a CRC-32 of its random part (GitHub, npm). */
export function crcSuffix(random: string): string {
  let rest = crc32(random);
  let suffix = '';
  for (let index = 0; index < 6; index += 1) {
    suffix = `${base62[rest % 62] ?? ''}${suffix}`;
    rest = Math.floor(rest / 62);
  }
  return suffix;
}

/** A right checksum makes a token certain; a wrong one still looks like a leak, since generations differ. */
export function scoreCrcToken(token: string): number {
  const body = token.slice(token.indexOf('_') + 1);
  return crcSuffix(body.slice(0, -6)) === body.slice(-6) ? 0.99 : 0.9;
}

/** A JWT whose header decodes to an object with an algorithm. Unsigned tokens authenticate nobody. */
export function scoreJwt(token: string): number {
  const header = decodeJson(token.split('.')[0] ?? '');
  if (header === undefined || typeof header['alg'] !== 'string') return 0;
  return header['alg'].toLowerCase() === 'none' ? 0.4 : 0.85;
}

/** A Discord or similar token starts with the owner's number in base64. */
export function scoreNumericHead(token: string): number {
  const head = Buffer.from(token.split('.')[0] ?? '', 'base64').toString('latin1');
  return /^\d{15,20}$/.test(head) ? 0.95 : 0;
}

/** Basic credentials decode to `user:password`. */
export function scoreBasic(encoded: string): number {
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  return /^[\x20-\x39\x3b-\x7e]{1,64}:[\x20-\x7e]{4,128}$/.test(text) ? 0.9 : 0;
}

function decodeJson(part: string): Record<string, unknown> | undefined {
  const text = Buffer.from(part, 'base64url').toString('utf8');
  // A header is one flat object; anything else is no JWT, and a broken one is none either.
  if (!/^\{[^{}]{2,512}(?:\{[^{}]*\}[^{}]*)?\}$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
