/** Assay's own artefacts, sound and really signed: Evidence, passport, key attestations, bundle. */
import { isRecord } from '@assay/sdk/contract';
import { canonicalize, createEd25519Key, nodeProofCrypto, sha256, sha512, toBase64Url } from '@assay/sdk/crypto';
import {
  cmwEvidence,
  type KeyAttestation,
  type RuntimeData,
  snpReportMediaType,
} from '../../../src/contract/key-attestation.ts';
import { checkBundle } from '../../../src/proof/bundle.ts';
import { checkEvidence } from '../../../src/proof/evidence.ts';
import { parseStrictJsonBytes } from '../../../src/proof/json.ts';
import { checkKeyAttestation, type KeyAttestationCheck } from '../../../src/proof/key-attestation.ts';
import { checkPassport } from '../../../src/proof/passport.ts';
import { createSnpBench } from '../../../src/proof/reports/sev-snp/snp.fixture.ts';
import { parseVerifierKey } from '../../../src/proof/verifier-key.ts';
import { aBundle, aKeyAttestation, madeAt, madeAtS } from '../../support/artefacts.ts';
import type { Answer } from '../check.ts';
import type { Subject, SubjectSource } from './subject.ts';

const crypto = nodeProofCrypto;
const now = madeAt;
const utf8 = new TextEncoder();
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const verdictOf = ({ ok }: { readonly ok: boolean }): Answer => (ok ? 'wrong' : 'held');
const limits = { maxChars: 1024 * 1024, maxDepth: 32 };

/** One of each. */
export const artefactSubjects: SubjectSource = async () => {
  const { key, verifier, bundle } = await aBundle(2);
  const parsed = await parseVerifierKey(verifier.jwk, crypto);
  const [evidence] = bundle.evidence;
  const [attestation] = bundle.key_attestations;
  if (!parsed.ok || evidence === undefined || attestation === undefined) throw new Error('the bundle is not whole');
  const known = await checkKeyAttestation(attestation, { now, crypto });
  if (!known.ok) throw new Error('the key attestation does not hold');
  const keys = (kid: string) => (kid === key.kid ? { jwk: key.jwk, keyAttestationHashes: [known.hash] } : undefined);
  const check = { now, crypto, trustedVerifierKeys: [parsed.key] };
  const subjects: Subject[] = [
    toTextSubject('evidence', evidence.jws, async (jws) => verdictOf(await checkEvidence(jws, { keys, now, crypto }))),
    toTextSubject('passport', bundle.passport ?? '', async (jwt) =>
      verdictOf(await checkPassport(jwt, { keys: [parsed.key], now, crypto })),
    ),
    toAttestationSubject('software key attestation', aKeyAttestation(createEd25519Key()), { now, crypto }),
    aHardwareAttestation(),
    toJsonSubject('bundle', bundle, async (value) => (await checkBundle(value, check)).ok, [
      'exported_at',
      'verifier_keys',
    ]),
  ];
  return { subjects, notes: [] };
};

function toTextSubject(name: string, text: string, judge: (text: string) => Promise<Answer>): Subject {
  return { name, bytes: utf8.encode(text), judge: (changed) => judge(toText(changed)) };
}

/** A JSON document; `unsigned` names members that nobody signs and nobody relies on. */
export function toJsonSubject(
  name: string,
  sound: unknown,
  accepts: (value: unknown) => Promise<boolean>,
  unsigned: readonly string[] = [],
): Subject {
  const covered = (value: unknown) =>
    JSON.stringify(isRecord(value) ? Object.entries(value).filter(([member]) => !unsigned.includes(member)) : value);
  return {
    name,
    bytes: utf8.encode(JSON.stringify(sound)),
    async judge(changed) {
      const json = parseStrictJsonBytes(changed, limits);
      if (!json.ok || !(await accepts(json.value))) return 'held';
      if (JSON.stringify(json.value) === JSON.stringify(sound)) return { exempt: 'the same JSON values' };
      const isSame = covered(json.value) === covered(sound);
      return isSame ? { exempt: `members of a ${name} that nobody signs: ${unsigned.join(', ')}` } : 'wrong';
    },
  };
}

function toAttestationSubject(name: string, sound: KeyAttestation, check: KeyAttestationCheck): Subject {
  return toJsonSubject(name, sound, async (candidate) => (await checkKeyAttestation(candidate, check)).ok);
}

/** A key attested by a synthetic machine; revocation is required, so that every piece matters. */
function aHardwareAttestation(): Subject {
  const key = createEd25519Key();
  const bench = createSnpBench();
  const runtimeData: RuntimeData = {
    v: 1,
    purpose: 'evidence-key',
    jwk_thumbprint: key.kid,
    nonce: toBase64Url(sha256('nonce')),
    iat: madeAtS,
    agent_instance: 'spiffe://assay.local/attestor/test',
  };
  const { report, certificates, collateral } = bench.sample({ reportData: sha512(canonicalize(runtimeData)) });
  const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const attestation: KeyAttestation = {
    cmw: { cpu: [snpReportMediaType, toBase64Url(report), cmwEvidence] },
    runtime_data: runtimeData,
    endorsements: { certs: certificates.map(toBase64), collateral: collateral.revocationLists.map(toBase64) },
    jwk: { ...key.jwk },
  };
  const reportPolicies = { 'sev-snp': { require_revocation: true } };
  return toAttestationSubject('hardware key attestation', attestation, {
    now,
    crypto,
    roots: bench.roots,
    reportPolicies,
  });
}
