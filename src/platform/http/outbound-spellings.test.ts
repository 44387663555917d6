import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { json, noResolver, nothing, reasonOf } from './guarded.fixture.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { judgeAddress, parseOutboundAllow } from './outbound-addresses.ts';

type Bytes = readonly [number, number, number, number];

/** Address and prefix length of blocks without public hosts. */
const blocks: readonly (readonly [string, number])[] = [
  ...[['10.0.0.0', 8] as const, ['172.16.0.0', 12] as const, ['192.168.0.0', 16] as const, ['127.0.0.0', 8] as const],
  ...[['169.254.0.0', 16] as const, ['100.64.0.0', 10] as const, ['0.0.0.0', 8] as const, ['198.18.0.0', 15] as const],
  ...[['192.0.2.0', 24] as const, ['203.0.113.0', 24] as const, ['224.0.0.0', 4] as const, ['240.0.0.0', 4] as const],
];

const inside = fc
  .tuple(fc.constantFrom(...blocks), fc.integer({ min: 0, max: 0xffffffff }))
  .map(
    ([[base, bits], host]): Bytes =>
      toBytes(((toNumber(base) >>> (32 - bits)) << (32 - bits)) | (host % 2 ** (32 - bits))),
  );

function toNumber(text: string): number {
  return text.split('.').reduce((all, part) => all * 256 + Number(part), 0) >>> 0;
}

function toBytes(value: number): Bytes {
  const all = value >>> 0;
  return [all >>> 24, (all >>> 16) & 255, (all >>> 8) & 255, all & 255];
}

const numberForms: readonly ((value: number) => string)[] = [
  String,
  (value) => `0x${value.toString(16)}`,
  (value) => `0X${value.toString(16).toUpperCase()}`,
  (value) => `0x000${value.toString(16)}`,
  (value) => `0${value.toString(8)}`,
  (value) => `000${value.toString(8)}`,
];

/** Spellings of an address in four, three, two parts, or one. */
const parts: readonly ((bytes: Bytes) => readonly number[])[] = [
  (bytes) => bytes,
  ([a, b, c, d]) => [a, b, c * 256 + d],
  ([a, b, c, d]) => [a, b * 65536 + c * 256 + d],
  ([a, b, c, d]) => [a * 2 ** 24 + b * 65536 + c * 256 + d],
];

const disguises: readonly ((host: string) => string)[] = [
  (host) => host,
  (host) => `${host}.`,
  (host) => host.replaceAll('.', '%2e'),
  (host) => host.replaceAll('.', '\u3002'),
  (host) => host.replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (host) => host.replace(/[0-9]/g, (digit) => `%3${digit}`),
];

const hex = (bytes: readonly number[]): string =>
  [0, 2].map((at) => ((bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0)).toString(16)).join(':');
const inverse = (bytes: Bytes) => bytes.map((byte) => byte ^ 0xff);

const carriers: readonly ((bytes: Bytes) => string)[] = [
  (bytes) => `::ffff:${bytes.join('.')}`,
  (bytes) => `::ffff:${hex(bytes)}`,
  (bytes) => `0:0:0:0:0:FFFF:${hex(bytes).toUpperCase()}`,
  (bytes) => `::ffff:0:${hex(bytes)}`,
  (bytes) => `::${hex(bytes)}`,
  (bytes) => `64:ff9b::${hex(bytes)}`,
  (bytes) => `64:ff9b:1::${hex(bytes)}`,
  (bytes) => `2002:${hex(bytes)}::1`,
  (bytes) => `2001:0:808:808:0:0:${hex(inverse(bytes))}`,
  (bytes) => `2606:4700::5efe:${hex(bytes)}`,
  (bytes) => `2606:4700:0:0:200:5efe:${hex(bytes)}`,
];

describe('a non-public IPv4 address', () => {
  const fetch = createGuardedFetch({ allow: nothing, resolve: noResolver });

  it('is refused in every URL spelling, without asking a resolver', async () => {
    const spelling = fc.tuple(
      inside,
      fc.constantFrom(...parts),
      fc.array(fc.constantFrom(...numberForms), { minLength: 4, maxLength: 4 }),
      fc.constantFrom(...disguises),
    );
    await fc.assert(
      fc.asyncProperty(spelling, async ([bytes, split, forms, disguise]) => {
        const text = split(bytes)
          .map((value, index) => (forms[index] ?? String)(value))
          .join('.');
        expect(await reasonOf(fetch(`https://${disguise(text)}/`, json))).toBe('outbound_address');
      }),
      { numRuns: 500 },
    );
  });

  it('is refused inside every IPv6 address that carries it', async () => {
    await fc.assert(
      fc.asyncProperty(inside, fc.constantFrom(...carriers), async (bytes, carry) => {
        expect(await reasonOf(fetch(`https://[${carry(bytes)}]/`, json))).toBe('outbound_address');
      }),
      { numRuns: 300 },
    );
  });

  it('is refused inside them even where all of IPv6 and all public IPv4 addresses are allowed', () => {
    const wide = parseOutboundAllow('::/0,8.0.0.0/8');
    fc.assert(
      fc.property(inside, fc.constantFrom(...carriers), (bytes, carry) => {
        expect(judgeAddress(ipaddr.parse(carry(bytes)).toString(), 'x', wide)).toBe('refused');
      }),
      { numRuns: 300 },
    );
  });

  it('is refused in any spelling from a resolver', () => {
    fc.assert(
      fc.property(inside, fc.constantFrom(...parts.slice(1)), fc.constantFrom(...numberForms), (bytes, split, form) => {
        expect(judgeAddress(split(bytes).map(form).join('.'), 'x', nothing)).toBe('refused');
        expect(judgeAddress(`${bytes.join('.')}%0`, 'x', nothing)).toBe('refused');
      }),
      { numRuns: 200 },
    );
  });
});
