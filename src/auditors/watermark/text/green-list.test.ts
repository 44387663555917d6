import { describe, expect, it } from 'vitest';
import { keyed } from './generator.fixture.ts';
import { createGreenList, deriveKey, type GreenList, hashTournament } from './green-list.ts';
import { type SipKey, sipHash } from './siphash.ts';
import { countGreen } from './z-test.ts';

const tokens = Array.from({ length: 40 }, (_, index) => (index * index * 7919 + 13) % 50_000);

describe('the keyed hash', () => {
  it('equals the reference vectors of SipHash-2-4', () => {
    const key: SipKey = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c];
    const words = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918];
    const hashes = Array.from({ length: 8 }, (_, count) => {
      const { high, low } = sipHash(key, words.slice(0, count));
      const bytes = Buffer.alloc(8);
      bytes.writeUInt32LE(low, 0);
      bytes.writeUInt32LE(high, 4);
      return bytes.toString('hex');
    });
    expect(hashes).toEqual([
      '310e0edd47db6f72',
      'b7877127e09427cf',
      '6224939a79f5f593',
      'fbe50e86bc8f1e75',
      'db9bc2577fcc2a3f',
      '98eea21af25cd6be',
      '94af49f6c650adb8',
      'a5c91da7acaa4dde',
    ]);
  });

  // Golden values from a second implementation, written from the definition in another language.
  it.each([
    ['left', 1, '000000001100011001100000000001011010000'],
    ['left', 4, '000010000001011000000000100001010110'],
    ['min', 1, '011010000001000000101000010011000000001'],
    ['min', 4, '010000100000000000000000001010010000'],
    ['self', 1, '000000000100010000001000001101011000001'],
    ['self', 4, '000000101010001001000001001000000101'],
  ] as const)('scheme %s with %d tokens of context equals the published one', (scheme, contextWidth, golden) => {
    const list = keyed({ scheme, contextWidth });
    const green = tokens.slice(contextWidth).map((_, index) => list.look(tokens, index + contextWidth).green);
    expect(green.map((one) => (one ? '1' : '0')).join('')).toBe(golden);
  });

  it('the bits of tournament sampling equal the published ones', () => {
    expect(hashTournament(deriveKey('a key of the tests'), tokens, 4, 4).high).toBe(0xe5b7d4dc);
  });

  it('another key gives another list, and gamma is the share of green', () => {
    const share = (list: GreenList): number => {
      let green = 0;
      for (let token = 0; token < 20_000; token++) if (list.look([7, token], 1).green) green += 1;
      return green / 20_000;
    };
    expect(share(keyed())).toBeCloseTo(0.25, 1);
    expect(share(keyed({ gamma: 0.5 }))).toBeCloseTo(0.5, 1);
    const one = keyed();
    const other = keyed({ key: 'another key of the tests' });
    const both = Array.from(
      { length: 4000 },
      (_, token) => one.look([7, token], 1).green && other.look([7, token], 1).green,
    );
    expect(both.filter(Boolean).length / 4000).toBeCloseTo(0.0625, 1);
  });
});

describe('counting', () => {
  /** A table defines green; every n-gram has its own id. */
  function byTable(table: ReadonlyMap<number, readonly number[]>): GreenList {
    return {
      contextWidth: 1,
      look(list, at) {
        const [context = 0, token = 0] = [list[at - 1], list[at]];
        return { id: `${context},${token}`, green: table.get(context)?.includes(token) ?? false };
      },
    };
  }

  it('a plain table gives the same as a key', () => {
    const table = new Map([
      [1, [2]],
      [2, [3]],
    ]);
    expect(countGreen([1, 2, 3, 4], byTable(table))).toEqual({ scored: 3, green: 2 });
    expect(countGreen([1, 3, 2, 4], byTable(table))).toEqual({ scored: 3, green: 0 });
  });

  it.each(['left', 'min', 'self'] as const)('a repeated n-gram counts once (%s)', (scheme) => {
    const list = keyed({ scheme });
    const once = countGreen(tokens, list);
    const repeated = countGreen([...tokens, ...tokens, ...tokens], list);
    expect(repeated.scored).toBeLessThanOrEqual(once.scored + 1);
    expect(countGreen([5, 5, 5, 5, 5, 5], list).scored).toBe(1);
  });

  it('tokens without a whole context are not scored', () => {
    const list = createGreenList({ key: 'k', scheme: 'left', gamma: 0.25, contextWidth: 4 });
    expect(countGreen([1, 2, 3, 4], list)).toEqual({ scored: 0, green: 0 });
    expect(countGreen([1, 2, 3, 4, 5], list).scored).toBe(1);
    expect(countGreen([], list).scored).toBe(0);
  });
});
