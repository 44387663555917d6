/** Checks inside tokens: CRC-32 suffixes, decoded parts. */
import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { countKinds, wordShare } from './randomness.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Gives the six base62 digits that end a token, a CRC-32 of its random part (GitHub, npm). */
export function crcSuffix(random: string): string {
  let rest = crc32(random);
  let suffix = '';
  for (let index = 0; index < 6; index += 1) {
    suffix = `${base62[rest % 62] ?? ''}${suffix}`;
    rest = Math.floor(rest / 62);
  }
  return suffix;
}

/** A valid checksum makes a token certain; an invalid one still looks like a leak, since generations differ. */
export function scoreCrcToken(token: string): number {
  const body = token.slice(token.indexOf('_') + 1);
  return crcSuffix(body.slice(0, -6)) === body.slice(-6) ? 0.99 : 0.85;
}

/** A Discord token starts with the owner's id in base64. */
export function scoreNumericHead(token: string): number {
  const head = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString('latin1');
  return /^\d{15,20}$/.test(head) ? 0.95 : 0;
}

/** The old form of a Vault token has a very short prefix, so its body must look random. */
export function scoreVaultToken(token: string): number {
  const body = token.slice(2);
  const digits = body.replaceAll(/\D/g, '').length;
  const share = wordShare(body);
  return digits <= 16 && share < (digits > 0 ? 0.4 : 0.2) && countKinds(body) >= 2 ? 0.8 : 0;
}
