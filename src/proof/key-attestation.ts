/**
 * Checks a key attestation: the runtime data names the key by its thumbprint, and a report of a known kind carries
 * SHA-512(JCS(runtime_data)).
 */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';
import { fromBase64Url, isEd25519Key, type ProofCrypto } from '@assay/sdk/crypto';
import type { KeyHardware } from '../contract/hardware-facts.ts';
import { cmwEvidence, type KeyAttestation, KeyAttestationSchema } from '../contract/key-attestation.ts';
import { sha256Hex, thumbprint, toCanonical } from './hash.ts';
import type { Collateral } from './reports/input.ts';
import type { ReportPolicy } from './reports/policy.ts';
import { productionRoots } from './reports/production-roots.ts';
import type { VendorRoot } from './reports/roots.ts';
import { createShape } from './shape.ts';
import { hardwareKinds } from './tee/hardware.ts';
import type { KindRefusal, TeeKind } from './tee/kind.ts';
import { softwareKind } from './tee/software.ts';
import { clockSkewS, type Refusal, refuse } from './verdict.ts';

/** Every kind of environment that can be checked. */
export const teeKinds: readonly TeeKind[] = [softwareKind, ...hardwareKinds];

export interface KeyAttestationCheck {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
  /** The issued nonce (base64url); absent: any nonce, whose freshness the caller judges. */
  readonly expectedNonce?: string;
  /** Requirements on hardware reports, by kind; the default policy of a kind if absent. */
  readonly reportPolicies?: Readonly<Record<string, ReportPolicy>>;
  /** Trust anchors of hardware reports; the pinned vendor roots by default. */
  readonly roots?: readonly VendorRoot[];
  /** Available collateral. It takes precedence over that of the attestation. */
  readonly collateral?: Collateral;
}

export type KeyAttestationVerdict =
  | {
      readonly ok: true;
      readonly attestation: KeyAttestation;
      /** `sha256:<hex>` over JCS of `{cmw, runtime_data}`, by which Evidence refers to it. */
      readonly hash: string;
      readonly kid: string;
      readonly kind: string;
      readonly nonce: string;
      /** Sentences on what the proof does not cover. */
      readonly notes: readonly string[];
      /** Results of the hardware reports; absent for software. */
      readonly hardware?: KeyHardware;
    }
  | KindRefusal;

const parseShape = createShape(KeyAttestationSchema, 'the key attestation');
const maxReportChars = 128 * 1024;
/** Bounds of the whole candidate. The collateral of hardware kinds is the large part. */
const candidateBounds = { bytes: 1024 * 1024, depth: 12 };
const maxAgentInstanceChars = 512;
const nonceBytes = { min: 16, max: 64 };

/** Proves a key attestation or says why not. Never throws. */
export async function checkKeyAttestation(
  candidate: unknown,
  check: KeyAttestationCheck,
): Promise<KeyAttestationVerdict> {
  const bound = findBoundViolation(candidate, candidateBounds);
  if (bound !== undefined) return refuse('too_large', `the key attestation ${bound}`);
  const shape = parseShape(candidate);
  if (!shape.ok) return shape;
  const attestation = shape.value;
  const problem = findEnvelopeProblem(attestation) ?? findRuntimeProblem(attestation, check);
  if (problem !== undefined) return problem;

  const { kty, crv, x } = attestation.jwk;
  if (!isEd25519Key(x)) return refuse('unsupported', 'signatures of the attested key prove nothing');
  const kid = await thumbprint({ crv, kty, x }, check.crypto);
  if (kid !== attestation.runtime_data.jwk_thumbprint) {
    return refuse('report_data_mismatch', 'the runtime data names another key');
  }
  const { cmw, runtime_data: runtimeData } = attestation;
  const canonical = toCanonical({ cmw, runtime_data: runtimeData });
  const preimage = toCanonical(runtimeData);
  if (canonical === undefined || preimage === undefined) {
    return refuse('not_canonical', 'the key attestation has no canonical form (RFC 8785)');
  }
  const [mediaType, value] = cmw.cpu;
  const kind = teeKinds.find((row) => row.mediaType === mediaType);
  if (kind === undefined) return refuse('unsupported', 'this kind of report cannot be checked');
  const report = decode(value);
  if (report === undefined) return refuse('length', 'the report is not canonical base64url');
  const reportData = await check.crypto.sha512(new TextEncoder().encode(preimage));
  const { now, crypto, reportPolicies = {}, roots = productionRoots, collateral } = check;
  const shared = { attestation, report, reportData, kid, now, crypto, reportPolicies, roots };
  const proven = await kind.check(collateral === undefined ? shared : { ...shared, collateral });
  if (!proven.ok) return proven;
  const hash = `sha256:${await sha256Hex(canonical, crypto)}`;
  const { nonce } = runtimeData;
  const { notes, hardware } = proven;
  const verdict = { ok: true, attestation, hash, kid, kind: kind.kind, nonce, notes } as const;
  return hardware === undefined ? verdict : { ...verdict, hardware };
}

/** Refuses members that nothing covers: the hash and the report bind only `cmw`, `runtime_data` and the key. */
function findEnvelopeProblem(attestation: KeyAttestation): Refusal | undefined {
  const allowed: [unknown, readonly string[]][] = [
    [attestation, ['cmw', 'runtime_data', 'endorsements', 'jwk']],
    [attestation.cmw, ['cpu', 'gpu']],
    [attestation.endorsements, ['certs', 'collateral']],
    [attestation.jwk, ['kty', 'crv', 'x']],
  ];
  for (const [part, names] of allowed) {
    if (isRecord(part) && Object.keys(part).some((name) => !names.includes(name))) {
      return refuse('schema', 'no signature covers a member of the key attestation');
    }
  }
  const [, value, indicator] = attestation.cmw.cpu;
  if (indicator !== cmwEvidence) return refuse('unsupported', 'the CMW record is not marked as evidence');
  return value.length <= maxReportChars ? undefined : refuse('too_large', 'the report is too long');
}

function findRuntimeProblem(attestation: KeyAttestation, check: KeyAttestationCheck): Refusal | undefined {
  const { nonce, iat, agent_instance: instance } = attestation.runtime_data;
  const bytes = decode(nonce)?.byteLength ?? 0;
  if (bytes < nonceBytes.min || bytes > nonceBytes.max) {
    return refuse('nonce_mismatch', 'the nonce must be canonical base64url of 16 to 64 bytes');
  }
  if (check.expectedNonce !== undefined && check.expectedNonce !== nonce) {
    return refuse('nonce_mismatch', 'the key attestation answers another challenge');
  }
  if (iat > check.now / 1000 + clockSkewS)
    return refuse('not_yet_valid', 'the time of the runtime data is in the future');
  if (instance.length > maxAgentInstanceChars) return refuse('too_large', 'the name of the attestor is too long');
  return undefined;
}

function decode(text: string): Uint8Array | undefined {
  try {
    return fromBase64Url(text);
  } catch {
    return undefined;
  }
}
