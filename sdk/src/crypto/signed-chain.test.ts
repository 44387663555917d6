import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainedRecord, digestChained, type SignedChainedRecord, tokenSuffix } from './chained-record.ts';
import { sha256, sha256Hex } from './hash.ts';
import { type AsyncSigningKey, createHiddenKey, maxSignedBytes } from './hidden-key.ts';
import { verifyEd25519 } from './verify-signature.ts';

const room = '0'.repeat(64);
const prefix = Buffer.from('a prefix\0');
let key: AsyncSigningKey;

beforeAll(async () => {
  key = await createHiddenKey();
});
afterAll(() => key.destroy());

interface Plan {
  /** Length of the token; null without one. */
  readonly token: number | null;
  readonly before: number;
  readonly between: number;
  readonly after: number;
}

/** Records as a caller would write them: text, gap for the token's hash, text, gap for the previous hash. */
function toChain(plans: readonly Plan[]): ChainedRecord[] {
  return plans.map(({ token, before, between, after }, index) => {
    const lead = `${index}${'é'.repeat(before)}`;
    const tokenPart = token === null ? '' : room;
    const middle = 'm'.repeat(between);
    const previousPart = index === 0 ? '' : room;
    const bytes = Buffer.from(lead + tokenPart + middle + previousPart + 'z'.repeat(after));
    const tokenAt = Buffer.byteLength(lead);
    return {
      token: token === null ? undefined : Buffer.alloc(token, index),
      bytes,
      tokenHashAt: token === null ? undefined : tokenAt,
      previousHashAt: index === 0 ? undefined : tokenAt + tokenPart.length + middle.length,
    };
  });
}

/** Checks each signature against hashes computed independently of the key. */
function expectSound(chain: readonly ChainedRecord[], signed: readonly SignedChainedRecord[]): void {
  expect(signed).toHaveLength(chain.length);
  let before = '';
  for (const [index, { token, bytes, tokenHashAt, previousHashAt }] of chain.entries()) {
    const { tokenSignature, digest, signature } = signed[index] ?? { digest: prefix, signature: prefix };
    const text = Buffer.from(bytes).toString('latin1');
    const put = (at: number | undefined, hash: string, into: string) =>
      at === undefined ? into : into.slice(0, at) + hash + into.slice(at + 64);
    expect(tokenSignature === undefined).toBe(token === undefined);
    if (token !== undefined) expect(verifyEd25519(key.jwk, token, tokenSignature ?? prefix)).toBe(true);
    const whole = Buffer.concat([
      token ?? prefix,
      Buffer.from(`.${Buffer.from(tokenSignature ?? []).toString('base64url')}`),
    ]);
    const filled = put(previousHashAt, before, put(tokenHashAt, sha256Hex(whole), text));
    expect(Buffer.from(digest)).toEqual(Buffer.from(sha256(Buffer.from(filled, 'latin1'))));
    expect(verifyEd25519(key.jwk, Buffer.concat([prefix, digest]), signature)).toBe(true);
    before = Buffer.from(digest).toString('hex');
  }
}

describe('a chain signed by a hidden key', () => {
  it('has every hash in its place and every signature over it, for any sizes', async () => {
    const size = fc.nat({ max: 300 });
    const plan = fc.record({
      token: fc.option(fc.integer({ min: 1, max: 3_000 })),
      before: size,
      between: size,
      after: size,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { maxLength: 12 }), async (plans) => {
        const chain = toChain(plans);
        const copies = chain.map(({ bytes }) => Buffer.from(bytes).toString('hex'));
        const signed = await key.signChained(chain, prefix);
        expectSound(chain, signed);
        const signatures = signed.map(({ tokenSignature }) => tokenSignature);
        expect(digestChained(chain, signatures).map((digest) => Buffer.from(digest))).toEqual(
          signed.map(({ digest }) => Buffer.from(digest)),
        );
        // The input is unchanged and can be used again.
        expect(chain.map(({ bytes }) => Buffer.from(bytes).toString('hex'))).toEqual(copies);
      }),
      { numRuns: 40 },
    );
  });

  it('continues part by part when it is too large', async () => {
    const small = { token: 10, before: 0, between: 0, after: 0 };
    const large = { ...small, token: maxSignedBytes };
    for (const plans of [[large, small, large, large], Array.from({ length: 1_100 }, () => small)]) {
      const chain = toChain(plans);
      expectSound(chain, await key.signChained(chain, prefix));
    }
  });

  it('is deterministic', async () => {
    const chain = toChain([{ token: 100, before: 1, between: 2, after: 3 }]);
    expect(await key.signChained(chain, prefix)).toEqual(await key.signChained(chain, prefix));
  });

  const [sound] = toChain([{ token: 10, before: 0, between: 0, after: 0 }]);
  if (sound === undefined) throw new Error('no record');
  const bends: [string, ChainedRecord[], Uint8Array?][] = [
    ['room beyond the record', [{ ...sound, tokenHashAt: 2 }]],
    ['room before the record', [{ ...sound, tokenHashAt: -1 }]],
    ['room that is no number', [{ ...sound, tokenHashAt: Number.NaN }]],
    ['a token that no hash stands for', [{ ...sound, tokenHashAt: undefined }]],
    ['the hash of no token', [{ ...sound, token: undefined }]],
    ['an empty token', [{ ...sound, token: new Uint8Array() }]],
    ['a first record that names one before it', [{ ...sound, previousHashAt: 0 }]],
    ['a token beyond the bound', [{ ...sound, token: new Uint8Array(maxSignedBytes + 1) }]],
    ['a prefix beyond the bound', [sound], new Uint8Array(33)],
  ];
  it.each(bends)('is not signed with %s, and the key stays usable', async (_name, chain, ownPrefix = prefix) => {
    await expect(key.signChained(chain, ownPrefix)).rejects.toThrow(RangeError);
    expectSound([sound], await key.signChained([sound], prefix));
  });

  it('is empty for no records', async () => {
    expect(await key.signChained([], prefix)).toEqual([]);
  });

  it('has tokens that consist of the input and the signature', () => {
    expect(tokenSuffix(new Uint8Array(64))).toBe(`.${'A'.repeat(86)}`);
  });
});
