import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePem } from './certificate.ts';
import { ecKeys, edKeys, issueChain, purposes, rsaKeys } from './certificates.fixture.ts';
import { toSigStructure } from './cose.ts';
import { encode, type SignOptions, signImage } from './signer.fixture.ts';
import { issueStamper, type StampOptions, stamper, stampMessage } from './stamp.fixture.ts';
import { checkTimestamp } from './timestamp.ts';
import { codesOf, now, validate } from './validate.fixture.ts';

const message = Buffer.from('a message');
const anchors = parsePem(stamper.pem);

function stamp(version: 1 | 2, options: StampOptions = {}): NonNullable<SignOptions['stamp']> {
  return ({ protectedBytes, claim, signature }) => {
    const stamped = toSigStructure('CounterSignature', protectedBytes, version === 2 ? encode(signature) : claim);
    const tokens = [new Map([['val', stampMessage(stamped, options)]])];
    return [[version === 2 ? 'sigTst2' : 'sigTst', new Map([['tstTokens', tokens]])]];
  };
}

/** Valid in the first half of 2025, expired now. */
const expired = issueChain(undefined, { notBefore: '20250101000000Z', notAfter: '20250701000000Z' });

function validateStamped(options: SignOptions, stampPem = stamper.pem) {
  return validate(signImage({ signer: expired.signer, chain: expired.chain, ...options }), expired.pem, now, stampPem);
}

describe('a signature of an expired certificate', () => {
  it.each([1, 2] as const)('is valid when a trusted time-stamp proves that it is older (version %d)', (version) => {
    const { value, detail } = validateStamped({
      stamp: stamp(version, { older: version === 1, asResponse: version === 1 }),
    });
    expect([codesOf(detail), value]).toEqual([[], true]);
    expect(detail['signer']).toMatchObject({ signed_at: '2025-06-01T12:00:00.000Z' });
    expect(detail['success']).toContainEqual({ code: 'timeStamp.trusted', manifest: 1, at: 'c2pa.signature' });
  });

  it('is also valid with a time-stamp over the signature field alone (RFC 9921)', () => {
    const alone: SignOptions['stamp'] = ({ signature }) => [
      ['sigTst2', new Map([['tstTokens', [new Map([['val', stampMessage(encode(signature))]])]]])],
    ];
    expect(validateStamped({ stamp: alone }).value).toBe(true);
  });

  it('stays expired without a time-stamp, and with an untrusted one', () => {
    const codes = ['claimSignature.outsideValidity', 'signingCredential.expired'];
    expect(codesOf(validateStamped({}).detail)).toEqual(codes);
    const { detail } = validateStamped({ stamp: stamp(2) }, '');
    expect(codesOf(detail)).toEqual(codes);
    expect(detail['informational']).toContainEqual({ code: 'timeStamp.untrusted', manifest: 1, at: 'c2pa.signature' });
  });

  it('is not valid when the time-stamp is after its end', () => {
    const { detail } = validateStamped({ stamp: stamp(2, { time: '20250801000000Z' }) });
    expect(codesOf(detail)).toEqual(['claimSignature.outsideValidity']);
  });

  it('is not valid with a time-stamp of another signature, of the other version, or with junk', () => {
    const other: SignOptions['stamp'] = () => [
      ['sigTst2', new Map([['tstTokens', [new Map([['val', stampMessage(message)]])]]])],
    ];
    const swapped: SignOptions['stamp'] = (signed) => {
      const [first] = stamp(1)(signed);
      return [['sigTst2', first?.[1]]];
    };
    const junk: SignOptions['stamp'] = () => [
      ['sigTst2', new Map([['tstTokens', [1, new Map([['val', Buffer.from('junk')]])]]])],
    ];
    const empty: SignOptions['stamp'] = () => [['sigTst', 'now']];
    for (const wrong of [other, swapped, junk, empty]) {
      expect(codesOf(validateStamped({ stamp: wrong }).detail)).toContain('signingCredential.expired');
    }
  });
});

describe('a token', () => {
  const check = (token: Uint8Array, pem = anchors): string => checkTimestamp(token, [message], pem, now).code;

  it('is trusted when all of it is valid, with its time to the millisecond', () => {
    expect(check(stampMessage(message))).toBe('timeStamp.trusted');
    const token = stampMessage(message, { time: '20250601120000.25Z' });
    expect(checkTimestamp(token, [message], anchors, now)).toMatchObject({ time: Date.UTC(2025, 5, 1, 12, 0, 0, 250) });
  });

  it.each([
    ['RSA', rsaKeys()],
    ['ECDSA', ecKeys('P-384')],
    ['Ed25519', edKeys()],
  ])('signed by %s is verified', (_name, keys) => {
    const { signer, pem } = issueStamper({ keys });
    expect(check(stampMessage(message, { signer }), parsePem(pem))).toBe('timeStamp.trusted');
    expect(
      check(stampMessage(message, { signer: { ...signer, keys: issueStamper().signer.keys } }), parsePem(pem)),
    ).toBe('timeStamp.mismatch');
  });

  it('over another message is a mismatch', () => {
    expect(check(stampMessage(Buffer.from('another')))).toBe('timeStamp.mismatch');
  });

  it('is a mismatch when its time was changed afterwards', () => {
    const tamper = (info: Buffer): Buffer =>
      Buffer.from(info.toString('latin1').replace('20250601', '20240601'), 'latin1');
    expect(check(stampMessage(message, { tamper }))).toBe('timeStamp.mismatch');
  });

  it('is refused when it names another certificate than its own', () => {
    const other = issueStamper();
    expect(check(stampMessage(message, { namedCertificate: other.signer.der }))).toBe('timeStamp.credentialInvalid');
  });

  it.each([[[purposes.email]], [[purposes.stamping, purposes.email]], [null]])(
    'is refused when its certificate has other purposes (%#)',
    (list) => {
      const { signer, pem } = issueStamper({ purposes: list });
      expect(check(stampMessage(message, { signer }), parsePem(pem))).toBe('timeStamp.credentialInvalid');
    },
  );

  it('from outside the validity of its certificate, or from the future, does not count', () => {
    const { signer, pem } = issueStamper({ notAfter: '20250101000000Z' });
    expect(check(stampMessage(message, { signer }), parsePem(pem))).toBe('timeStamp.outsideValidity');
    expect(check(stampMessage(message, { time: '20300101000000Z' }))).toBe('timeStamp.outsideValidity');
  });

  it('is never trusted at another time with any byte changed, and never throws', () => {
    const token = stampMessage(message);
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
        const changed = Buffer.from(token);
        changed[at] = (changed[at] ?? 0) ^ mask;
        const result = checkTimestamp(changed, [message], anchors, now);
        if (result.code === 'timeStamp.trusted') expect(result.time).toBe(Date.UTC(2025, 5, 1, 12));
      }),
      { numRuns: 600 },
    );
  });

  it('is malformed for any other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        expect(check(bytes)).toBe('timeStamp.malformed');
      }),
    );
  });
});
