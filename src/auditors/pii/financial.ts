/** Payment cards, bank accounts and wallets. */
import { createHash } from 'node:crypto';
import { passesIbanCheck, passesLuhn } from './checksums.ts';
import { digitsOf, type Entity, type Recogniser } from './recogniser.ts';

const cardContext =
  /\b(?:cards?|credit|debit|visa|master ?card|amex|american express|cvv|cvc|expir|payment|pan|kreditkarte|tarjeta|carte)\b/i;

/** Issuer ranges with their lengths (ISO/IEC 7812 registrants in common use). */
const issuers: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:30[0-5]|3095|36|3[89])/, [14, 16, 19]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:50|5[6-9]|6[0-9])/, [12, 13, 14, 15, 16, 17, 18, 19]],
  [/^220[0-4]/, [16]],
];

function isCard(value: string): boolean {
  const digits = digitsOf(value);
  if (/^(\d)\1+$/.test(digits)) return false;
  return (
    issuers.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)) && passesLuhn(digits)
  );
}

const groupedCard: Recogniser = {
  type: 'credit_card',
  minDigits: 13,
  pattern: /(?<![\w.-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|\d{4}([ -])\d{6}\2\d{4,5})(?![\w-])/g,
  accepts: isCard,
  bare: 0.9,
  withContext: 0.99,
  context: cardContext,
};

const plainCard: Recogniser = {
  ...groupedCard,
  pattern: /(?<![\w.-])[2-6]\d{13,18}(?![\w-]|\.\d)/g,
  bare: 0.75,
};

const shortCard: Recogniser = {
  ...groupedCard,
  pattern: /(?<![\w.-])[456]\d{11,12}(?![\w-]|\.\d)/g,
  bare: 0.2,
  withContext: 0.9,
};

/** IBAN length by country (SWIFT registry). */
const ibanLengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18
  FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20
  LU20 LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SD18
  SE24 SI19 SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20`
    .split(/\s+/)
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
);

const ibanBegin = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g;

/** Finds account numbers of exactly the country's length, with single blanks or dashes between. */
export function findIbans(text: string): Entity[] {
  const found: Entity[] = [];
  for (const match of text.matchAll(ibanBegin)) {
    const start = match.index;
    const length = ibanLengths.get(match[0].slice(0, 2).toUpperCase());
    const end = length === undefined ? -1 : endOfSigns(text, start, length);
    if (
      end === -1 ||
      !passesIbanCheck(
        text
          .slice(start, end)
          .replaceAll(/[^A-Za-z0-9]/g, '')
          .toUpperCase(),
      )
    )
      continue;
    found.push({ type: 'iban', start, end, score: 0.97 });
  }
  return found;
}

/** Finds the end of a run of the given number of letters and digits; -1 if the run is longer or shorter. */
function endOfSigns(text: string, start: number, count: number): number {
  let index = start;
  for (let signs = 0; signs < count; index += 1) {
    if (/[A-Za-z0-9]/.test(text.charAt(index))) signs += 1;
    else if (!/[ \u00a0-]/.test(text.charAt(index)) || !/[A-Za-z0-9]/.test(text.charAt(index + 1))) return -1;
  }
  return /[A-Za-z0-9]/.test(text.charAt(index)) ? -1 : index;
}

const routingNumber: Recogniser = {
  type: 'us_routing_number',
  minDigits: 9,
  pattern: /(?<![\w.-])[0-3]\d{8}(?![\w-]|\.\d)/g,
  accepts: (value) =>
    [3, 7, 1, 3, 7, 1, 3, 7, 1].reduce((sum, weight, index) => sum + weight * Number(value[index]), 0) % 10 === 0,
  bare: 0,
  withContext: 0.8,
  context: /\b(?:routing|aba|rtn)\b/i,
};

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const wallet: Recogniser = {
  type: 'crypto_wallet',
  minDigits: 1,
  pattern:
    /(?<![\w/])(?:[13LMDT][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc1|BC1)[a-zA-HJ-NP-Z0-9]{11,71}|0x[0-9a-fA-F]{40})(?!\w)/g,
  accepts(value) {
    if (value.startsWith('0x')) return !/^0x0{20,}/.test(value);
    return value.slice(0, 3).toLowerCase() === 'bc1' ? isBech32(value) : isBase58Check(value);
  },
  bare: 0.9,
  withContext: 0.95,
  context: /\b(?:bitcoin|btc|wallet|ethereum|eth|crypto)\b/i,
};

/** Version byte, 20-byte hash, and the first four bytes of the double SHA-256. */
function isBase58Check(value: string): boolean {
  let number = 0n;
  for (const sign of value) {
    const digit = base58.indexOf(sign);
    if (digit === -1) return false;
    number = number * 58n + BigInt(digit);
  }
  const hex = number.toString(16).padStart(50, '0');
  if (hex.length !== 50) return false;
  const bytes = Uint8Array.from({ length: 25 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
  const sha = (data: Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
  const check = sha(sha(bytes.subarray(0, 21)));
  return bytes.subarray(21).every((byte, index) => byte === check[index]);
}

/** BIP 173 and BIP 350. */
function isBech32(value: string): boolean {
  if (value !== value.toLowerCase() && value !== value.toUpperCase()) return false;
  const data = Array.from(value.toLowerCase().slice(3), (sign) => bech32.indexOf(sign));
  if (data.includes(-1)) return false;
  const check = polymod([3, 3, 0, 2, 3, ...data]);
  return check === 1 || check === 0x2bc830a3;
}

function polymod(values: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, term] of generator.entries()) if ((top >>> bit) & 1) check ^= term;
  }
  return check;
}

export const financial: readonly Recogniser[] = [...[groupedCard, plainCard, shortCard, routingNumber, wallet]];
