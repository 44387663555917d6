import { canonicalize, createEd25519Key, nodeProofCrypto as crypto, sha512 } from '@assay/sdk/crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { aKeyAttestation, madeAt } from '../../test/support/artefacts.ts';
import { cmwEvidence, type KeyAttestation, nitroDocumentMediaType } from '../contract/key-attestation.ts';
import { checkAttestation } from './bundle-attestations.ts';
import { checkKeyAttestation } from './key-attestation.ts';
import {
  createNitroBench,
  createNitroChain,
  nitroBenchNow as madeMs,
  type NitroReportOptions,
} from './reports/nitro/nitro.fixture.ts';
import { checkStoredKeyAttestation, endedNote } from './stored-key-attestation.ts';

const bench = createNitroBench();
const { roots } = bench;
const key = createEd25519Key();
const hourMs = 3_600_000;
const later = madeMs + 24 * hourMs;

/** A key attested in an enclave. */
function anAttestation(change: Partial<KeyAttestation['runtime_data']> = {}, options: NitroReportOptions = {}) {
  const { runtime_data, jwk } = aKeyAttestation(key, { runtimeData: { iat: madeMs / 1000, ...change } });
  const { report } = bench.report({ userData: sha512(canonicalize(runtime_data)), ...options });
  const value = Buffer.from(report).toString('base64url');
  const cmw = { cpu: [nitroDocumentMediaType, value, cmwEvidence] } satisfies KeyAttestation['cmw'];
  return { cmw, runtime_data, endorsements: { certs: [] }, jwk };
}

const check = (candidate: unknown, now: number, options: object = {}) =>
  checkStoredKeyAttestation(candidate, { now, crypto, roots, ...options });
const reasonOf = async (...args: Parameters<typeof check>) => {
  const verdict = await check(...args);
  return verdict.ok ? verdict.notes.filter((note) => note === endedNote).length : verdict.reason;
};

describe('a key attestation whose leaf certificate ends after three hours', () => {
  let good: KeyAttestation;
  beforeAll(() => {
    good = anAttestation();
  });

  it('is valid while it lasts, without a note', async () => {
    expect(await reasonOf(good, madeMs)).toBe(0);
  });

  it('is valid later as of its creation, and names the clock', async () => {
    expect(await reasonOf(good, later)).toBe(1);
    expect(await reasonOf(good, madeMs + 20 * 365 * 24 * hourMs)).toBe(1);
  });

  it('is invalid before it was made', async () => {
    expect(await reasonOf(good, madeMs - 2 * hourMs)).toBe('not_yet_valid');
  });

  it('is refused at a registration, which checks only the present time', async () => {
    expect(await checkKeyAttestation(good, { now: later, crypto, roots })).toMatchObject({ reason: 'expired' });
  });

  it('is refused when it names a time at which its certificate was invalid too', async () => {
    expect(await reasonOf(anAttestation({ iat: (madeMs + 12 * hourMs) / 1000 }), later)).toBe('expired');
    expect(await reasonOf(anAttestation({ iat: (madeMs - 12 * hourMs) / 1000 }), later)).toBe('expired');
  });

  it('is refused for any other error', async () => {
    const policies = { reportPolicies: { nitro: { measurements: { pcr0: ['bb'.repeat(48)] } } } };
    const verdict = await check(good, later, policies);
    expect(verdict).toMatchObject({ ok: false, hardware: { cpu: { reasons: ['expired', 'measurement'] } } });
    const debug = anAttestation({}, { pcrs: { 0: Buffer.alloc(48), 1: Buffer.alloc(48, 1), 2: Buffer.alloc(48, 2) } });
    expect(await check(debug, later)).toMatchObject({ ok: false });
  });

  it('is never exempt from a revocation, also a later one', async () => {
    const { collateral } = bench.report({ revoked: [3] });
    expect(await check(good, later, { collateral })).toMatchObject({ ok: false });
    expect(await check(good, madeMs, { collateral })).toMatchObject({ ok: false, reason: 'revoked' });
  });

  it('is used with its note as part of a bundle; under other roots it is not', async () => {
    const verdict = await checkAttestation(good, { now: later, crypto, roots });
    expect(verdict).toMatchObject({
      ok: true,
      attestation: { kind: 'nitro', notes: expect.arrayContaining([endedNote]) },
    });
    const others = createNitroBench(createNitroChain()).roots;
    expect(await checkAttestation(good, { now: later, crypto, roots: others })).toMatchObject({ ok: false });
    expect(await checkAttestation(good, { now: later, crypto })).toMatchObject({ ok: false });
  });
});

it('software has no expiring certificates: nothing changes for it', async () => {
  const attestation = aKeyAttestation(key);
  const given = { now: madeAt, crypto };
  expect(await checkStoredKeyAttestation(attestation, given)).toEqual(await checkKeyAttestation(attestation, given));
  expect(await checkStoredKeyAttestation('x', given)).toMatchObject({ ok: false });
  expect(await checkStoredKeyAttestation(undefined, given)).toMatchObject({ ok: false });
});
