import { createEd25519Key, nodeProofCrypto as crypto, sha256Hex } from '@assay/sdk/crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPassport, aVerifier, type FakeVerifier, madeAt, madeAtS } from '../../test/support/artefacts.ts';
import type { PassportClaims } from '../contract/passport.ts';
import {
  passportStatusType,
  type RevocationListClaims,
  revocationListType,
  type StatusClaims,
} from '../contract/passport-status.ts';
import { checkPassportStatus, checkRevocationList, findRevocation } from './passport-status.ts';
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts';

const key = createEd25519Key();
const claims = aPassport(key, `sha256:${'0'.repeat(64)}`, ['evidence']);
let verifier: FakeVerifier;
let keys: VerifierKey[];
let jwt: string;

beforeAll(async () => {
  verifier = await aVerifier();
  const parsed = await parseVerifierKey(verifier.jwk, crypto);
  if (!parsed.ok) throw new Error(parsed.message);
  keys = [parsed.key];
  jwt = await verifier.sign(claims);
});

const aStatus = (change: Partial<StatusClaims> = {}): StatusClaims => ({
  iss: 'https://verifier.test',
  sub: claims.jti,
  iat: madeAtS,
  exp: madeAtS + 300,
  passport_hash: `sha256:${sha256Hex(jwt)}`,
  state: 'valid',
  status: 'warning',
  ...change,
});
const signStatus = (change: Partial<StatusClaims> = {}, typ = passportStatusType) =>
  verifier.sign(aStatus(change), { typ });
const reasonOf = async (token: unknown, now = madeAt, about = jwt) => {
  const verdict = await checkPassportStatus(token, about, { keys, now, crypto });
  return verdict.ok ? verdict.status.state : verdict.reason;
};

describe('a status token', () => {
  it("states its passport's state", async () => {
    expect(await reasonOf(await signStatus())).toBe('valid');
    expect(await reasonOf(await signStatus({ state: 'revoked', revoked_at: 'now' }))).toBe('revoked');
  });

  it.each([
    [-61_000, 'not_yet_valid'],
    [-60_000, 'valid'],
    [359_000, 'valid'],
    [360_000, 'expired'],
  ])('%d ms after it was made is %s', async (offset, outcome) => {
    expect(await reasonOf(await signStatus(), madeAt + offset)).toBe(outcome);
  });

  it('about another passport is refused', async () => {
    const other = await verifier.sign({ ...claims, jti: 'pp_01890000-0000-7000-8000-000000000002' });
    expect(await reasonOf(await signStatus(), madeAt, other)).toBe('inconsistent');
  });

  it('by a stranger, of another type, or changed anywhere is refused', async () => {
    const stranger = await aVerifier('verifier-1');
    expect(await reasonOf(await stranger.sign(aStatus(), { typ: passportStatusType }))).toBe('signature_invalid');
    expect(await reasonOf(await signStatus({}, 'ear+jwt'))).toBe('typ');
    expect(await reasonOf(jwt)).toBe('typ');
    const token = await signStatus();
    for (let at = 0; at < token.length; at += 7) {
      const other = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
      expect(await reasonOf(other), `position ${at}`).not.toBe('valid');
    }
  });
});

describe('a revocation list', () => {
  const aList = (change: Partial<RevocationListClaims> = {}): RevocationListClaims => ({
    iss: 'https://verifier.test',
    iat: madeAtS,
    exp: madeAtS + 3600,
    since: '1970-01-01T00:00:00.000Z',
    until: '2026-01-01T00:00:00.000Z',
    revoked: [],
    revoked_key_attestations: [],
    revoked_reference_values: [],
    ...change,
  });
  const at = '2026-01-01T00:00:00.000Z';
  const find = async (change: Partial<RevocationListClaims>, passport: PassportClaims = claims) => {
    const token = await verifier.sign(aList(change), { typ: revocationListType });
    const verdict = await checkRevocationList(token, { keys, now: madeAt, crypto });
    if (!verdict.ok) throw new Error(verdict.message);
    return findRevocation(verdict.list, { jwt, passport, crypto });
  };

  it('names a passport, its key attestation, or reference values that it depends on', async () => {
    const withValues = {
      ...claims,
      submods: {
        'cpu-tee': {
          'ear.status': 'warning' as const,
          'ear.trustworthiness-vector': {},
          'ear.appraisal-policy-id': 'p',
          'x.reference_values': ['rvs_1/3'],
        },
      },
    };
    const passport_hash = `sha256:${sha256Hex(jwt)}`;
    expect(await find({})).toBeUndefined();
    expect(await find({ revoked: [{ passport_id: 'pp_x', passport_hash, revoked_at: at }] })).toMatchObject({
      what: 'the passport',
    });
    expect(
      await find({ revoked_key_attestations: [{ id: claims.key_attestation_hash, revoked_at: at }] }),
    ).toMatchObject({ what: 'its key attestation' });
    const values = { revoked_reference_values: [{ id: 'rvs_1', revoked_at: at }] };
    expect(await find(values)).toBeUndefined();
    expect((await find(values, withValues))?.revokedAt).toBe(at);
  });

  it('is refused when too old', async () => {
    const token = await verifier.sign(aList(), { typ: revocationListType });
    const verdict = await checkRevocationList(token, { keys, now: madeAt + 3_661_000, crypto });
    expect(verdict).toMatchObject({ ok: false, reason: 'expired' });
  });
});
