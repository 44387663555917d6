/** Builders of valid, really signed artefacts for tests: a key with its attestation, Evidence, receipts, passport, bundle. */
import type { Claim } from '@assay/sdk/contract';
import {
  canonicalize,
  createEd25519Key,
  merkleRoot,
  type SigningKey,
  sha256,
  sha256Hex,
  sha512,
  toBase64Url,
} from '@assay/sdk/crypto';
import { genesisHash, hashRecord, type ReceiptRecord, recordBytes, signRecords } from '@assay/sdk/receipts';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { type Bundle, bundleFormat, type ReceiptProof } from '../../src/contract/bundle.ts';
import { type Evidence, evidenceProfile, evidenceSchemaVersion, evidenceType } from '../../src/contract/evidence.ts';
import {
  cmwEvidence,
  type KeyAttestation,
  type RuntimeData,
  softwareReportMediaType,
  softwareReportType,
} from '../../src/contract/key-attestation.ts';
import { type PassportClaims, passportProfile, passportType } from '../../src/contract/passport.ts';

/** Creation time of every artefact here, in seconds and milliseconds. */
export const madeAtS = 1_767_225_600;
export const madeAt = madeAtS * 1000;

const utf8 = new TextEncoder();
const zeroHash = sha256Hex('');

/** A compact JWS over any header and payload, signed by an Ed25519 key. */
export function signJws(key: SigningKey, header: unknown, payload: unknown): string {
  return signJwsText(key, JSON.stringify(header), JSON.stringify(payload));
}

/** Signs texts, for headers and payloads that JSON.stringify cannot write. */
export function signJwsText(key: SigningKey, header: string, payload: string): string {
  const input = `${toBase64Url(utf8.encode(header))}.${toBase64Url(utf8.encode(payload))}`;
  return `${input}.${toBase64Url(key.sign(utf8.encode(input)))}`;
}

/** A software key attestation; `runtimeData` and `report` change single members. */
export function aKeyAttestation(
  key: SigningKey,
  change: {
    runtimeData?: Partial<RuntimeData>;
    report?: Record<string, unknown>;
    header?: Record<string, unknown>;
  } = {},
): KeyAttestation {
  const runtimeData: RuntimeData = {
    v: 1,
    purpose: 'evidence-key',
    jwk_thumbprint: key.kid,
    nonce: toBase64Url(sha256('nonce')),
    iat: madeAtS,
    agent_instance: 'spiffe://assay.local/attestor/test',
    ...change.runtimeData,
  };
  const report = {
    report_data: toBase64Url(sha512(canonicalize(runtimeData))),
    iat: madeAtS,
    build: 'test',
    ...change.report,
  };
  const header = { typ: softwareReportType, alg: 'EdDSA', kid: key.kid, ...change.header };
  const value = toBase64Url(utf8.encode(signJws(key, header, report)));
  return {
    cmw: { cpu: [softwareReportMediaType, value, cmwEvidence] },
    runtime_data: runtimeData,
    endorsements: { certs: [] },
    jwk: { ...key.jwk },
  };
}

/** `sha256:<hex>` of a key attestation. */
export function attestationHash({ cmw, runtime_data }: KeyAttestation): string {
  return `sha256:${sha256Hex(canonicalize({ cmw, runtime_data }))}`;
}

/** Two claims of two auditors in two phases. */
export const someClaims: Claim[] = [
  { name: 'injection_risk', type: 'score_normalized', value: 0.25, provenance: { threshold: 0.8 } },
  { name: 'pii_found', type: 'boolean', value: false, detail: { spans: [] } },
];

let evidenceCount = 0;

/** Valid Evidence of an allowed exchange, with its own id and nonce; its claims_hash follows its claims. */
export function anEvidence(keyAttestationHash: string, change: Partial<Evidence> = {}): Evidence {
  evidenceCount += 1;
  const count = String(evidenceCount).padStart(12, '0');
  const claims = change.claims ?? someClaims;
  const run = { version: '1.0.0', boundary: 'attested', status: 'ok', duration_ms: 1 } as const;
  return {
    schema_version: evidenceSchemaVersion,
    evidence_id: `ev_01890000-0000-7000-8000-${count}`,
    iss: 'spiffe://assay.local/gateway/test',
    iat: madeAtS,
    eat_profile: evidenceProfile,
    nonce: toBase64Url(sha256(`nonce ${count}`)),
    phase: 'response',
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    session_id: 'demo-session',
    agent_id: 'default',
    workspace_id: 'default',
    model_id: 'echo',
    request_hash: sha256Hex('question'),
    response_hash: sha256Hex('answer'),
    claims,
    claims_hash: sha256Hex(canonicalize(claims)),
    auditors: [
      { ...run, auditor_id: 'injection', name: 'injection', phase: 'request', claims: [0] },
      { ...run, auditor_id: 'pii', name: 'pii', phase: 'response', claims: [1] },
    ],
    phases: [
      { phase: 'request', decision: 'allow', claims: [0], duration_ms: 2 },
      { phase: 'response', decision: 'allow', claims: [1], duration_ms: 2 },
    ],
    uninspected: [],
    features: [],
    decision: aDecision(),
    enforced: 'allow',
    mode: 'enforce',
    stream_mode: 'none',
    authentication: 'loopback',
    key_attestation_hash: keyAttestationHash,
    ...change,
  };
}

function aDecision(): Evidence['decision'] {
  return {
    decision: 'allow',
    policy_id: 'policy',
    policy_version: sha256Hex('policy'),
    policy_set_hash: `sha256:${sha256Hex('policy')}`,
    schema_hash: `sha256:${sha256Hex('schema')}`,
    reasons: ['permit'],
    obligations: [],
    messages: [],
    errors: [],
    ignored_missing: [],
    engine: 'cedar',
    engine_version: '4.13.0',
  };
}

/** Signs Evidence as the attestor does. */
export function signEvidence(key: SigningKey, evidence: Evidence): string {
  return signJws(key, { typ: evidenceType, alg: 'EdDSA', kid: key.kid }, evidence);
}

/** A chain of an epoch start and one receipt for each evidence, in order. */
export function aChain(
  key: Pick<SigningKey, 'jwk'>,
  keyAttestationHash: string,
  jwsList: readonly string[],
  change: Partial<ReceiptRecord> = {},
): ReceiptRecord[] {
  const chainId = 'chain-test';
  const base = {
    v: 1,
    chain_id: chainId,
    attestation_hash: keyAttestationHash,
    ts: new Date(madeAt).toISOString(),
  } as const;
  const genesis = genesisHash(chainId, keyAttestationHash, key.jwk);
  const start: ReceiptRecord = {
    ...base,
    seq: 0,
    prev_hash: genesis,
    kind: 'epoch_start',
    request_hash: zeroHash,
    response_hash: zeroHash,
    tool: null,
    verdict: 'epoch',
    latency_ms: 0,
    claims_hash: zeroHash,
    cedar_decision: 'none',
    cedar_policy_hash: zeroHash,
    auditor_ids: [],
    claim_count: 0,
    evidence_hash: zeroHash,
    public_key: key.jwk.x,
    prev_head: genesis,
    prev_size: 0,
  };
  const records = [start];
  for (const jws of jwsList) {
    const previous = records.at(-1) ?? start;
    const prevHash = Buffer.from(hashRecord(previous)).toString('hex');
    records.push({
      ...base,
      ...exchangeOf(jws),
      ...change,
      seq: previous.seq + 1,
      prev_hash: prevHash,
      kind: 'receipt',
    });
  }
  return records;
}

function exchangeOf(jws: string) {
  return {
    request_hash: sha256Hex('question'),
    response_hash: sha256Hex('answer'),
    tool: null,
    verdict: 'allow',
    latency_ms: 7,
    claims_hash: sha256Hex(canonicalize(someClaims)),
    cedar_decision: 'allow',
    cedar_policy_hash: sha256Hex('policy'),
    auditor_ids: ['injection', 'pii'],
    claim_count: someClaims.length,
    evidence_hash: sha256Hex(jws),
  };
}

/** A record in the form shown outside the log. */
export function toReceiptProof(key: SigningKey, record: ReceiptRecord): ReceiptProof {
  const [signature] = signRecords(key, [record]);
  if (signature === undefined) throw new Error('nothing was signed');
  return { record: toBase64Url(recordBytes(record)), signature: toBase64Url(signature) };
}

export interface FakeVerifier {
  /** Public JWK with its kid, as in a JWKS. */
  readonly jwk: Record<string, unknown>;
  sign(claims: unknown, header?: Record<string, unknown>): Promise<string>;
}

/** A verifier's ES256 key. */
export async function aVerifier(kid = 'verifier-1'): Promise<FakeVerifier> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return {
    jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' },
    sign: (claims, header = {}) =>
      new CompactSign(utf8.encode(JSON.stringify(claims)))
        .setProtectedHeader({ typ: passportType, alg: 'ES256', kid, ...header })
        .sign(privateKey),
  };
}

/** A valid passport over evidence in order. */
export function aPassport(
  key: SigningKey,
  keyAttestationHash: string,
  jwsList: readonly string[],
  change: Partial<PassportClaims> = {},
): PassportClaims {
  const leaves = jwsList.map((jws) => sha256(jws));
  return {
    eat_profile: passportProfile,
    iss: 'https://verifier.test',
    jti: 'pp_01890000-0000-7000-8000-000000000001',
    iat: madeAtS,
    nbf: madeAtS,
    exp: madeAtS + 86_400,
    'ear.verifier-id': { developer: 'assay', build: 'test' },
    cnf: { jkt: key.kid },
    submods: {
      'cpu-tee': {
        'ear.status': 'warning',
        'ear.trustworthiness-vector': { 'instance-identity': 0, hardware: 0, executables: 33 },
        'ear.appraisal-policy-id': 'policy',
        'x.kind': 'software',
        'x.freshness': 'verifier',
      },
      'gateway-decision': {
        'ear.status': 'affirming',
        'ear.trustworthiness-vector': { configuration: 2, 'sourced-data': 2 },
        'ear.appraisal-policy-id': 'policy',
      },
    },
    evidence_hash: sha256Hex(jwsList.at(-1) ?? ''),
    evidence_set: { count: jwsList.length, root: Buffer.from(merkleRoot(leaves)).toString('hex') },
    key_attestation_hash: keyAttestationHash,
    workspace_id: 'default',
    agent_id: 'default',
    receipt: null,
    ...change,
  };
}

export interface FakeExport {
  readonly key: SigningKey;
  readonly verifier: FakeVerifier;
  readonly bundle: Bundle;
  readonly passport: PassportClaims;
}

/** A complete valid bundle: one key, `size` evidence with their receipts, one passport. */
export async function aBundle(size = 3): Promise<FakeExport> {
  const key = createEd25519Key();
  const attestation = aKeyAttestation(key);
  const hash = attestationHash(attestation);
  const list = Array.from({ length: size }, () => anEvidence(hash));
  const jwsList = list.map((evidence) => signEvidence(key, evidence));
  const records = aChain(key, hash, jwsList);
  const newest = records.at(-1);
  if (newest === undefined) throw new Error('a chain is never empty');
  const receipt = { chain_id: newest.chain_id, seq: newest.seq, hash: Buffer.from(hashRecord(newest)).toString('hex') };
  const passport = aPassport(key, hash, jwsList, { receipt });
  const verifier = await aVerifier();
  const bundle: Bundle = {
    format: bundleFormat,
    exported_at: new Date(madeAt).toISOString(),
    passport: await verifier.sign(passport),
    evidence: list.map((evidence, index) => ({ evidence_id: evidence.evidence_id, jws: jwsList[index] ?? '' })),
    key_attestations: [attestation],
    receipts: records.slice(1).map((record) => toReceiptProof(key, record)),
    verifier_keys: [verifier.jwk],
  };
  return { key, verifier, bundle, passport };
}
