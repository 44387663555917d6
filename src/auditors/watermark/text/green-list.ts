/**
 * Which tokens a key makes green after which context (Kirchenbauer et al. 2023, arXiv:2301.10226). The published
 * generators seed a tensor library's random numbers; this one is a keyed hash that others can implement again:
 *
 *     F(tag, w1, ..., wn) = SipHash-2-4 over the words tag, w1, ..., wn, each four little-endian bytes,
 *                           keyed with the first 16 bytes of HMAC-SHA-256(key, "assay-watermark-v1")
 *
 * and a token is green if the upper 32 bits of its hash are below floor(gamma * 2^32).
 */
import { createHmac } from 'node:crypto';
import { type Hash64, type SipKey, sipHash } from './siphash.ts';

/** The key's answer about a token. */
export interface Look {
  /** Equal for equal inputs of the pseudo-random function, which count once: a repeat is no new evidence. */
  readonly id: number | string;
  readonly green: boolean;
}

/** A green list, made by a key, or by a table in a test. */
export interface GreenList {
  /** Number of tokens before the judged one that it depends on. */
  readonly contextWidth: number;
  look(tokens: ArrayLike<number>, at: number): Look;
}

export const greenListSchemes = ['left', 'min', 'self'] as const;
export type GreenListScheme = (typeof greenListSchemes)[number];

export interface GreenListOptions {
  readonly key: string;
  readonly scheme: GreenListScheme;
  readonly gamma: number;
  readonly contextWidth: number;
}

/** Tags separate the uses of one key. */
const tags = { left: 1, minPart: 2, min: 3, selfPart: 4, self: 5, tournament: 6 } as const;

/** Makes the green list of a key. */
export function createGreenList({ key, scheme, gamma, contextWidth }: GreenListOptions): GreenList {
  const sipKey = deriveKey(key);
  const limit = Math.floor(gamma * 2 ** 32);
  const hash = scheme === 'min' ? createMinScheme() : schemes[scheme];
  return {
    contextWidth,
    look(tokens, at) {
      const { high, low } = hash(sipKey, tokens, at, contextWidth);
      return { id: identify(high, low), green: high < limit };
    },
  };
}

/** Hashes an n-gram to the bits of tournament sampling. */
export function hashTournament(key: SipKey, tokens: ArrayLike<number>, at: number, width: number): Hash64 {
  return sipHash(key, [tags.tournament, ...listContext(tokens, at, width), tokens[at] ?? 0]);
}

/** Derives the key of the pseudo-random function from the setting's text in UTF-8. */
export function deriveKey(key: string): SipKey {
  const bytes = createHmac('sha256', key).update('assay-watermark-v1').digest();
  return [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)];
}

/** 53 of the 64 bits, as a number. */
export function identify(high: number, low: number): number {
  return high * 2 ** 21 + (low >>> 11);
}

type Scheme = (key: SipKey, tokens: ArrayLike<number>, at: number, width: number) => Hash64;

const schemes: Readonly<Record<Exclude<GreenListScheme, 'min'>, Scheme>> = {
  /** F(1, all tokens of the context in their order, token). */
  left: (key, tokens, at, width) => sipHash(key, [tags.left, ...listContext(tokens, at, width), tokens[at] ?? 0]),
  /** F(5, smallest upper half of F(4, c, token) over context and token, token): the token is part of its own seed. */
  self(key, tokens, at, width) {
    const token = tokens[at] ?? 0;
    const context = [...listContext(tokens, at, width), token];
    return sipHash(key, [
      tags.self,
      smallestOf(context.map((one) => sipHash(key, [tags.selfPart, one, token]))),
      token,
    ]);
  },
};

/** F(3, smallest upper half of F(2, c) over the context, token): an edit elsewhere in the context changes nothing. */
function createMinScheme(): Scheme {
  // Cache: a token is part of several contexts.
  const known = new Map<number, Hash64>();
  return (key, tokens, at, width) => {
    const parts = listContext(tokens, at, width).map((token) => {
      const part = known.get(token) ?? sipHash(key, [tags.minPart, token]);
      known.set(token, part);
      return part;
    });
    return sipHash(key, [tags.min, smallestOf(parts), tokens[at] ?? 0]);
  };
}

function listContext(tokens: ArrayLike<number>, at: number, width: number): number[] {
  const context: number[] = [];
  for (let index = at - width; index < at; index++) context.push(tokens[index] ?? 0);
  return context;
}

function smallestOf(hashes: readonly Hash64[]): number {
  return hashes.reduce((best, { high }) => Math.min(best, high), 0xffff_ffff);
}
