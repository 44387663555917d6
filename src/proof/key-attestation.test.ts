import { createEd25519Key, nodeProofCrypto as crypto, sha512, toBase64Url } from '@assay/sdk/crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aKeyAttestation, attestationHash, madeAt, madeAtS } from '../../test/support/artefacts.ts';
import type { KeyAttestation } from '../contract/key-attestation.ts';
import { checkKeyAttestation, teeKinds } from './key-attestation.ts';

const key = createEd25519Key();
const good = aKeyAttestation(key);
const check = (candidate: unknown, expectedNonce?: string) =>
  checkKeyAttestation(candidate, { now: madeAt, crypto, ...(expectedNonce === undefined ? {} : { expectedNonce }) });
const reasonOf = async (candidate: unknown, nonce?: string) => {
  const verdict = await check(candidate, nonce);
  return verdict.ok ? 'ok' : verdict.reason;
};

describe('a valid software attestation', () => {
  it('is proven, with its hash, key and nonce, and reports that no hardware was verified', async () => {
    expect(await check(good)).toEqual({
      ok: true,
      attestation: good,
      hash: attestationHash(good),
      kid: key.kid,
      kind: 'software',
      nonce: good.runtime_data.nonce,
      notes: ['software attestation: no hardware was verified'],
    });
  });

  it('answers its own challenge and no other', async () => {
    expect(await reasonOf(good, good.runtime_data.nonce)).toBe('ok');
    expect(await reasonOf(good, toBase64Url(new Uint8Array(32)))).toBe('nonce_mismatch');
  });
});

describe('an inconsistent key attestation', () => {
  const stranger = createEd25519Key();
  const cpu = good.cmw.cpu;
  const cases: [string, unknown, string][] = [
    ['another key beside it', { ...good, jwk: stranger.jwk }, 'report_data_mismatch'],
    [
      'runtime data of another key',
      { ...good, runtime_data: { ...good.runtime_data, jwk_thumbprint: stranger.kid } },
      'report_data_mismatch',
    ],
    [
      'another nonce than the report',
      { ...good, runtime_data: { ...good.runtime_data, nonce: toBase64Url(new Uint8Array(32)) } },
      'report_data_mismatch',
    ],
    [
      'a member more in its runtime data',
      { ...good, runtime_data: { ...good.runtime_data, gpu_report_sha256: 'a'.repeat(64) } },
      'report_data_mismatch',
    ],
    [
      'a report about other data',
      aKeyAttestation(key, { report: { report_data: toBase64Url(sha512('x')) } }),
      'report_data_mismatch',
    ],
    [
      'report data that is no base64url',
      aKeyAttestation(key, { report: { report_data: '***' } }),
      'report_data_mismatch',
    ],
    ['a report of the future', aKeyAttestation(key, { report: { iat: madeAtS + 61 } }), 'not_yet_valid'],
    ['runtime data of the future', aKeyAttestation(key, { runtimeData: { iat: madeAtS + 61 } }), 'not_yet_valid'],
    ['a short nonce', aKeyAttestation(key, { runtimeData: { nonce: 'AAAA' } }), 'nonce_mismatch'],
    [
      'a nonce in two spellings',
      aKeyAttestation(key, { runtimeData: { nonce: `${'A'.repeat(42)}B` } }),
      'nonce_mismatch',
    ],
    ['a report without signature', aKeyAttestation(key, { header: { alg: 'none' } }), 'alg'],
    ['a report of another type', aKeyAttestation(key, { header: { typ: 'evidence+jwt' } }), 'typ'],
    ['a report that names another key', aKeyAttestation(key, { header: { kid: stranger.kid } }), 'key_unknown'],
    ['an unknown kind of report', { ...good, cmw: { cpu: ['application/x-unknown', cpu[1], cpu[2]] } }, 'unsupported'],
    ['a record that is not evidence', { ...good, cmw: { cpu: [cpu[0], cpu[1], 2] } }, 'unsupported'],
    ['certificates that nothing covers', { ...good, endorsements: { certs: ['x'] } }, 'unsupported'],
    ['collateral that nothing covers', { ...good, endorsements: { certs: [], collateral: [] } }, 'unsupported'],
    ['a GPU report that nobody checks', { ...good, cmw: { ...good.cmw, gpu: cpu } }, 'unsupported'],
    ['a member that nothing covers', { ...good, verified: true }, 'schema'],
    ['a key of small order', { ...good, jwk: { ...good.jwk, x: `AQ${'A'.repeat(41)}` } }, 'unsupported'],
    ['a key in a second spelling', { ...good, jwk: { ...good.jwk, x: `${good.jwk.x.slice(0, -1)}_` } }, 'unsupported'],
    ['a private key', { ...good, jwk: { ...good.jwk, d: 'x' } }, 'schema'],
    ['a report that is no base64url', { ...good, cmw: { cpu: [cpu[0], `${cpu[1]}=`, cpu[2]] } }, 'length'],
    ['no shape at all', { hello: 'world' }, 'schema'],
    ['nothing', undefined, 'too_large'],
  ];
  it.each(cases)('with %s is refused', async (_name, candidate, reason) => {
    expect(await reasonOf(candidate)).toBe(reason);
  });

  it('signed by somebody else under its name is refused', async () => {
    const forged = aKeyAttestation({ ...stranger, kid: key.kid, jwk: key.jwk });
    expect(await reasonOf(forged)).toBe('signature_invalid');
  });

  it('with one other character anywhere in the report is refused', async () => {
    const value = good.cmw.cpu[1];
    for (let at = 0; at < value.length; at += 3) {
      const other = `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`;
      const changed: KeyAttestation = { ...good, cmw: { cpu: [cpu[0], other, cpu[2]] } };
      expect(await reasonOf(changed), `position ${at}`).not.toBe('ok');
    }
  });

  it('of foreign values and bottomless nesting never throws', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 20_000; level += 1) deep = { deep };
    expect(await reasonOf({ ...good, runtime_data: { ...good.runtime_data, deep } })).toBe('too_large');
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (value) => {
        expect((await check(value)).ok).toBe(false);
      }),
    );
  });
});

it('every kind of report has its own media type', () => {
  expect(new Set(teeKinds.map((kind) => kind.mediaType)).size).toBe(teeKinds.length);
});
