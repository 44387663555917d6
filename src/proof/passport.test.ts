import { createEd25519Key, nodeProofCrypto as crypto } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPassport, aVerifier, type FakeVerifier, madeAt, madeAtS, signJws } from '../../test/support/artefacts.ts';
import { type PassportClaims, passportType, type Submod } from '../contract/passport.ts';
import { checkPassport } from './passport.ts';
import { parseVerifierKey, parseVerifierKeys, type VerifierKey } from './verifier-key.ts';

const key = createEd25519Key();
const good = aPassport(key, `sha256:${'0'.repeat(64)}`, ['evidence']);
let verifier: FakeVerifier;
let keys: VerifierKey[];

beforeAll(async () => {
  verifier = await aVerifier();
  keys = [await read(verifier.jwk)];
});

async function read(jwk: unknown): Promise<VerifierKey> {
  const parsed = await parseVerifierKey(jwk, crypto);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.key;
}

const reasonOf = async (jwt: unknown, now = madeAt, trusted = keys) => {
  const verdict = await checkPassport(jwt, { keys: trusted, now, crypto });
  return verdict.ok ? 'ok' : verdict.reason;
};
const sign = (change: Partial<PassportClaims> = {}, header?: Record<string, unknown>) =>
  verifier.sign({ ...good, ...change }, header);
const withSubmod = (change: Partial<Submod>): Partial<PassportClaims> => ({
  submods: {
    one: {
      'ear.status': 'affirming',
      'ear.trustworthiness-vector': { hardware: 2 },
      'ear.appraisal-policy-id': 'p',
      ...change,
    },
  },
});

describe('a valid passport', () => {
  it('is proven, with the worst status of its submods', async () => {
    const verdict = await checkPassport(await sign(), { keys, now: madeAt, crypto });
    expect(verdict).toEqual({ ok: true, passport: good, kid: 'verifier-1', status: 'warning' });
  });

  it('may be signed with EdDSA', async () => {
    const own = createEd25519Key();
    const jwt = signJws(own, { typ: passportType, alg: 'EdDSA', kid: own.kid }, good);
    expect(await reasonOf(jwt, madeAt, [await read(own.jwk)])).toBe('ok');
  });

  it('may be of an unknown minor version, or of the first one, which had no name', async () => {
    expect(await reasonOf(await sign({ schema_version: '1.999.0' }))).toBe('ok');
    expect(await reasonOf(await sign({ schema_version: '1.0.0' }))).toBe('ok');
    expect(good.schema_version).toBeUndefined();
  });

  it('may claim less than its vector allows', async () => {
    expect(await reasonOf(await sign(withSubmod({ 'ear.status': 'contraindicated' })))).toBe('ok');
  });
});

describe('a refused passport', () => {
  it.each([
    [-61, 'not_yet_valid'],
    [-60, 'ok'],
    [86_400 + 59, 'ok'],
    [86_400 + 60, 'expired'],
  ])('%d seconds after its begin is %s', async (seconds, reason) => {
    expect(await reasonOf(await sign(), madeAt + seconds * 1000)).toBe(reason);
  });

  const cases: [string, Partial<PassportClaims>, string][] = [
    ['another profile', { eat_profile: 'tag:example.com,2026:passport/1' }, 'profile'],
    ['no submods', { submods: {} }, 'schema'],
    ['an end before its begin', { nbf: madeAtS, exp: madeAtS - 30 }, 'inconsistent'],
    ['an end beyond all time', { exp: 1e300 }, 'schema'],
    ['another id', { jti: 'passport' }, 'schema'],
    [
      'a status better than its vector',
      withSubmod({ 'ear.trustworthiness-vector': { hardware: 2, executables: 33 } }),
      'status_too_good',
    ],
    ['a status without any check', withSubmod({ 'ear.trustworthiness-vector': { hardware: 0 } }), 'status_too_good'],
    [
      'software that affirms',
      withSubmod({ 'x.kind': 'software', 'ear.trustworthiness-vector': { executables: 2 } }),
      'status_too_good',
    ],
    [
      'software that affirms hardware',
      withSubmod({ 'ear.status': 'warning', 'x.kind': 'software' }),
      'status_too_good',
    ],
    ['another major version', { schema_version: '2.0.0' }, 'unsupported'],
    ['a version that is none', { schema_version: '1' }, 'schema'],
    ['test roots that affirm', withSubmod({ 'x.kind': 'sev-snp', 'x.roots_profile': 'test' }), 'status_too_good'],
    ['an unproven freshness that affirms', withSubmod({ 'x.freshness': 'none' }), 'status_too_good'],
    ['a value outside int8', withSubmod({ 'ear.trustworthiness-vector': { hardware: 300 } }), 'schema'],
  ];
  it.each(cases)('has %s', async (_name, change, reason) => {
    expect(await reasonOf(await sign(change))).toBe(reason);
  });

  it('is never better than its worst claim, for any vector', async () => {
    const tier = fc.constantFrom('affirming', 'warning', 'contraindicated', 'none');
    const vector = fc.dictionary(
      fc.constantFrom('hardware', 'executables', 'configuration'),
      fc.integer({ min: -128, max: 127 }),
    );
    await fc.assert(
      fc.asyncProperty(tier, vector, async (status, values) => {
        const change = withSubmod({ 'ear.status': status, 'ear.trustworthiness-vector': values });
        const reason = await reasonOf(await sign(change));
        const affirmed =
          Object.values(values).some((v) => v !== 0) &&
          Object.values(values).every((v) => v === 0 || (v >= 2 && v <= 31) || (v >= -32 && v <= -2));
        if (status === 'affirming') expect(reason).toBe(affirmed ? 'ok' : 'status_too_good');
      }),
      { numRuns: 200 },
    );
  });
});

describe('the signature of a passport', () => {
  it('by an untrusted key is refused', async () => {
    expect(await reasonOf(await sign(), madeAt, [])).toBe('key_unknown');
    const other = await aVerifier('other');
    expect(await reasonOf(await other.sign(good))).toBe('key_unknown');
  });

  it('by a stranger under a trusted name is refused', async () => {
    const stranger = await aVerifier('verifier-1');
    expect(await reasonOf(await stranger.sign(good))).toBe('signature_invalid');
  });

  it("cannot choose another algorithm than its key's", async () => {
    const own = createEd25519Key();
    const jwt = signJws(own, { typ: passportType, alg: 'EdDSA', kid: 'verifier-1' }, good);
    expect(await reasonOf(jwt)).toBe('alg');
  });

  it('does not make evidence a passport', async () => {
    expect(await reasonOf(await sign({}, { typ: 'evidence+jwt' }))).toBe('typ');
  });

  it('is invalid after any change of a character, and any truncation', async () => {
    const jwt = await sign();
    for (let at = 0; at < jwt.length; at += 1) {
      const other = `${jwt.slice(0, at)}${jwt[at] === 'A' ? 'B' : 'A'}${jwt.slice(at + 1)}`;
      expect(await reasonOf(other), `position ${at}`).not.toBe('ok');
      expect(await reasonOf(jwt.slice(0, at)), `length ${at}`).not.toBe('ok');
    }
  });
});

describe('keys of a verifier', () => {
  it('are read from a key set, named by thumbprint without an id', async () => {
    const own = createEd25519Key();
    const parsed = await parseVerifierKeys({ keys: [verifier.jwk, own.jwk] }, crypto);
    expect(parsed).toMatchObject({
      ok: true,
      keys: [
        { kid: 'verifier-1', alg: 'ES256' },
        { kid: own.kid, alg: 'EdDSA' },
      ],
    });
  });

  it('are refused when private, of another curve, bound to another algorithm, or twice', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const p384 = await exportJWK((await generateKeyPair('ES384')).publicKey);
    const refusalOf = async (...list: unknown[]) => {
      const parsed = await parseVerifierKeys({ keys: list }, crypto);
      return parsed.ok ? 'ok' : parsed.reason;
    };
    expect(await refusalOf(await exportJWK(privateKey))).toBe('unsupported');
    expect(await refusalOf(p384)).toBe('schema');
    expect(await refusalOf({ ...verifier.jwk, alg: 'EdDSA' })).toBe('alg');
    expect(await refusalOf({ ...verifier.jwk, use: 'enc' })).toBe('schema');
    expect(await refusalOf(verifier.jwk, verifier.jwk)).toBe('duplicate');
    expect(await refusalOf({ kty: 'oct', k: 'x' })).toBe('schema');
  });
});
