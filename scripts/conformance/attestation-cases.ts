/** Conformance cases of key attestations, of software and of hardware. */
import { canonicalize, createEd25519Key, sha256, sha512, toBase64Url } from '@assay/sdk/crypto';
import {
  cmwEvidence,
  type KeyAttestation,
  type RuntimeData,
  snpReportMediaType,
} from '../../src/contract/key-attestation.ts';
import { createSnpBench } from '../../src/proof/reports/sev-snp/snp.fixture.ts';
import { aKeyAttestation, type FakeExport, madeAt, madeAtS } from '../../test/support/artefacts.ts';
import { type ArtefactGroup, aSoftwareAttestation, dayMs, jwksOf, text } from './artefact-group.ts';

export function createAttestationGroup(whole: FakeExport): ArtefactGroup {
  const sound = aSoftwareAttestation(whole);
  const key = createEd25519Key();
  const other = createEd25519Key();
  return {
    artefact: 'key attestation',
    keys: jwksOf(whole),
    attestations: [],
    cases: [
      { name: 'software, sound', artefact: text(sound) },
      { name: 'inside an answer', artefact: text({ key_attestation: sound }) },
      { name: 'of another key', artefact: text({ ...sound, jwk: other.jwk }), refused: ['report_data_mismatch'] },
      {
        name: 'runtime data changed',
        artefact: text({ ...sound, runtime_data: { ...sound.runtime_data, iat: madeAtS - 1 } }),
        refused: ['report_data_mismatch'],
      },
      { name: 'a member that nothing covers', artefact: text({ ...sound, extra: 1 }), refused: ['schema'] },
      { name: 'from the future', artefact: text(sound), now: madeAt - dayMs, refused: ['not_yet_valid'] },
      {
        name: 'report about other runtime data',
        artefact: text(aKeyAttestation(key, { report: { report_data: toBase64Url(sha512('other')) } })),
        refused: ['report_data_mismatch'],
      },
      {
        name: 'nonce too short',
        artefact: text(aKeyAttestation(key, { runtimeData: { nonce: toBase64Url(sha256('x').subarray(0, 8)) } })),
        refused: ['nonce_mismatch'],
      },
    ],
  };
}

/** A key made on a SEV-SNP machine, under a test root. */
export function createHardwareGroup(): ArtefactGroup {
  const bench = createSnpBench();
  const key = createEd25519Key();
  const runtimeData: RuntimeData = {
    v: 1,
    purpose: 'evidence-key',
    jwk_thumbprint: key.kid,
    nonce: toBase64Url(sha256('nonce')),
    iat: madeAtS,
    agent_instance: 'spiffe://assay.local/attestor/test',
  };
  const attest = (reportData: Uint8Array, policy = 0x3_0000n): KeyAttestation => {
    const { report, certificates } = bench.sample({ reportData, policy });
    return {
      cmw: { cpu: [snpReportMediaType, toBase64Url(report), cmwEvidence] },
      runtime_data: runtimeData,
      endorsements: { certs: certificates.map((der) => Buffer.from(der).toString('base64')) },
      jwk: { ...key.jwk },
    };
  };
  const bound = sha512(canonicalize(runtimeData));
  const sound = attest(bound);
  return {
    artefact: 'key attestation',
    keys: { keys: [] },
    attestations: [],
    roots: bench.roots,
    cases: [
      { name: 'SEV-SNP, sound', artefact: text(sound) },
      {
        name: 'report about other runtime data',
        artefact: text(attest(sha512('other'))),
        refused: ['report_data_mismatch'],
      },
      { name: 'debug', artefact: text(attest(bound, 0xb_0000n)), refused: ['debug'] },
      {
        name: 'no certificates',
        artefact: text({ ...sound, endorsements: { certs: [] } }),
        refused: ['chain_invalid'],
      },
    ],
  };
}
