import { describe, expect, it } from 'vitest';
import { ecKeys, edKeys, issueChain, rsaKeys } from './certificates.fixture.ts';
import {
  authority,
  chunk,
  embed,
  emptyImage,
  insertionPoint,
  type SignOptions,
  signImage,
  storeOf,
} from './signer.fixture.ts';
import { codesOf, validate } from './validate.fixture.ts';

describe.each(['png', 'jpeg'] as const)('a signed %s', (format) => {
  it.each([1, 2] as const)('is valid with a claim of version %d', (version) => {
    const { value, detail } = validate(signImage({ format, version }));
    expect(detail['failures']).toEqual([]);
    expect([value, detail['claim_version'], detail['unchecked']]).toEqual([true, version, []]);
  });

  it('is signed but not valid without a trust list', () => {
    const { value, signed, detail } = validate(signImage({ format }), '');
    expect([signed, value, codesOf(detail)]).toEqual([true, false, ['signingCredential.untrusted']]);
  });

  it('is a data hash mismatch after a change of any byte outside the manifest', () => {
    const file = signImage({ format });
    const store = {
      start: insertionPoint(format),
      end: insertionPoint(format) + file.length - emptyImage(format).length,
    };
    const offsets = Array.from(file.keys()).filter((at) => at < store.start || at >= store.end);
    for (const at of offsets) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect([at, validate(changed).value]).toEqual([at, false]);
    }
    const pixel = Buffer.from(file);
    const last = file.length - (format === 'png' ? 20 : 4);
    pixel[last] = (pixel[last] ?? 0) ^ 0x80;
    expect(codesOf(validate(pixel).detail)).toEqual(['assertion.dataHash.mismatch']);
  });

  it('is not valid after a change of any byte of the manifest store, even with correct container checksums', () => {
    const store = storeOf(format, signImage({ format }));
    expect(validate(embed(format, store)).value).toBe(true);
    // The store is the same in both formats.
    for (let at = 0; at < store.length; at += format === 'png' ? 1 : 13) {
      const changed = Buffer.from(store);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      expect([at, validate(embed(format, changed)).value]).toEqual([at, false]);
    }
  }, 60_000);

  it("is not valid after a change of any byte of the store's container", () => {
    const file = signImage({ format });
    const start = insertionPoint(format);
    const end = start + file.length - emptyImage(format).length;
    const first = Array.from({ length: 20 }, (_, index) => start + index);
    const last = Array.from({ length: 4 }, (_, index) => end - 1 - index);
    for (const at of [...first, ...last]) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0x40;
      expect([at, validate(changed).value]).toEqual([at, false]);
    }
  });

  it('is not valid when truncated anywhere', () => {
    const file = signImage({ format });
    for (let length = 11; length < file.length; length += 7) {
      expect(validate(file.subarray(0, length)).value).toBe(false);
    }
  });

  it('also covers bytes after the image', () => {
    expect(validate(Buffer.concat([signImage({ format }), Buffer.from('more')])).value).toBe(false);
  });

  it('without a manifest is neither signed nor valid', () => {
    const { signed, value, detail } = validate(emptyImage(format));
    expect([signed, value, detail['reason']]).toEqual([false, false, 'no_manifest']);
  });
});

describe('signature algorithms', () => {
  const cases: [string, Pick<SignOptions, 'alg'>, ReturnType<typeof ecKeys>][] = [
    ['ES256', { alg: 'ES256' }, ecKeys('P-256')],
    ['ES384', { alg: 'ES384' }, ecKeys('P-384')],
    ['ES512', { alg: 'ES512' }, ecKeys('P-521')],
    ['EdDSA', { alg: 'EdDSA' }, edKeys()],
    ['PS256', { alg: 'PS256' }, rsaKeys()],
    ['PS384', { alg: 'PS384' }, rsaKeys()],
    ['PS512', { alg: 'PS512' }, rsaKeys()],
  ];

  it.each(cases)('%s is verified', (_name, { alg = 'ES256' }, keys) => {
    const { signer, chain, pem } = issueChain(keys);
    expect(validate(signImage({ alg, signer, chain }), pem).detail['failure_codes']).toEqual([]);
    expect(validate(signImage({ alg, signer, chain }), pem).detail['signer']).toMatchObject({ algorithm: alg });
  });

  it.each(['sha384', 'sha512'])('boxes and bytes may be hashed with %s', (hashAlg) => {
    expect(validate(signImage({ hashAlg })).value).toBe(true);
  });

  it('an unsuitable algorithm for the key is a mismatch', () => {
    const file = signImage({ protectedHeader: (header) => header.set(1, -8) });
    expect(codesOf(validate(file).detail)).toEqual(['claimSignature.mismatch']);
  });

  it('a broken hash or signature algorithm is refused', () => {
    expect(codesOf(validate(signImage({ hashAlg: 'sha1' })).detail)).toContain('algorithm.unsupported');
    const file = signImage({ protectedHeader: (header) => header.set(1, -65_535) });
    expect(codesOf(validate(file).detail)).toEqual(['algorithm.unsupported']);
  });
});

describe('claim signature', () => {
  it('a changed claim is a mismatch of the signature', () => {
    const file = signImage({
      changeManifest(parts) {
        parts.claim = Buffer.from(
          Buffer.from(parts.claim).toString('latin1').replace('xmp:iid:1', 'xmp:iid:2'),
          'latin1',
        );
      },
    });
    expect(codesOf(validate(file).detail)).toEqual(['claimSignature.mismatch']);
  });

  it('a changed signature is a mismatch', () => {
    const file = signImage({
      changeManifest({ signature }) {
        signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
      },
    });
    expect(codesOf(validate(file).detail)).toEqual(['claimSignature.mismatch']);
  });

  it('an attached payload other than the claim is a mismatch', () => {
    expect(codesOf(validate(signImage({ payload: Buffer.from('something else') })).detail)).toEqual([
      'claimSignature.mismatch',
    ]);
  });

  it('an unknown critical header is refused', () => {
    const file = signImage({ protectedHeader: (header) => header.set(2, [99]) });
    expect(codesOf(validate(file).detail)).toEqual(['claimSignature.mismatch']);
  });

  it('a signature of another manifest does not count', () => {
    const file = signImage({ claim: (claim) => claim.set('signature', 'self#jumbf=/c2pa/urn:other/c2pa.signature') });
    const { signed, detail } = validate(file);
    expect([signed, codesOf(detail)]).toEqual([false, ['claimSignature.missing']]);
  });

  it('an older chain in the unprotected header is read; two chains are ambiguous', () => {
    const unprotected = new Map([['x5chain', authority.chain]]);
    const protectedHeader = (header: Map<number, unknown>): void => void header.delete(33);
    expect(validate(signImage({ unprotected, protectedHeader })).value).toBe(true);
    expect(codesOf(validate(signImage({ unprotected })).detail)).toEqual(['signingCredential.invalid']);
  });
});

it('a file with two stores has no valid manifest', () => {
  const store = storeOf('png', signImage());
  const one = embed('png', store);
  const at = insertionPoint('png');
  const { signed, value } = validate(Buffer.concat([one.subarray(0, at), chunk('caBX', store), one.subarray(at)]));
  expect([signed, value]).toEqual([false, false]);
});
