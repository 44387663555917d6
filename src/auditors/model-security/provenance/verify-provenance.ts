// Verifies the provenance of a model (OpenSSF Model Signing): a detached Sigstore bundle lists the signed files with their
// digests. Nothing is fetched; trust is the operator's setting.

import type { Finding, InspectionContext } from '../finding.ts';
import { createReport, type Report } from '../formats/report.ts';
import { BundleError, type ModelBundle, parseBundle } from './bundle.ts';
import { verifyChain } from './certificate-chain.ts';
import { inTotoPayloadType, legacyEncoding, preAuthEncoding, verifySignature } from './dsse.ts';
import { keyFingerprint, keyHint } from './key-names.ts';
import { verifyKeyless } from './keyless.ts';
import { checkManifest, type ManifestCounts, type ModelFiles } from './manifest-check.ts';
import { isLegacyPayload, parseStatement, StatementError } from './statement.ts';
import { isEmptyTrust, type ModelTrust } from './trust.ts';

export interface ProvenanceRequest {
  /** The bytes of the signature file. */
  signature: Uint8Array;
  /** The path of the signature file among the model's files; that file needs no signature. */
  signaturePath: string;
  model: ModelFiles;
  trust: ModelTrust;
  /** Time at which certificates must be valid, in milliseconds since the epoch (a keyless signature has its own time). */
  now: number;
  context: Pick<InspectionContext, 'limits' | 'signal' | 'path'>;
}

/** The result. An absent member is unknown. */
export interface Provenance {
  method?: 'key' | 'certificate' | 'keyless';
  signatureValid?: boolean;
  /** The signature is valid, every signed file is unchanged and every file is signed. */
  provenanceVerified?: boolean;
  /** Fingerprint of the key (`sha256:…`), or the identity of a keyless signer. Only set for a valid signature. */
  signer?: string;
  counts?: ManifestCounts;
  findings: Finding[];
}

/** Verifies a signature and, if it is valid, the files that it lists. */
export async function verifyProvenance(request: ProvenanceRequest): Promise<Provenance> {
  const report = createReport(request.context);
  const finish = (known: Omit<Provenance, 'findings'>): Provenance => ({
    ...known,
    findings: report.finish('provenance').findings,
  });
  const bundle = readBundle(request.signature, report);
  // A broken signature is not the same as none: a policy that requires a signature must not accept a file that only has its name.
  if (bundle === undefined) return finish({ signatureValid: false, provenanceVerified: false });
  const method = bundle.material.kind;
  if (isEmptyTrust(request.trust)) {
    report.add('signature_unchecked');
    return finish({ method });
  }
  const signed = verifyBundle(bundle, request, report);
  if (signed === undefined) return finish({ method, signatureValid: false, provenanceVerified: false });
  const known = { method, signatureValid: true, signer: signed.signer };
  const compared = await compareFiles(signed.payload, request, report);
  if (compared === undefined) return finish({ ...known, provenanceVerified: false });
  return finish({ ...known, provenanceVerified: compared.matches, counts: compared.counts });
}

function readBundle(bytes: Uint8Array, report: Report): ModelBundle | undefined {
  try {
    const bundle = parseBundle(bytes);
    if (bundle.payloadType === inTotoPayloadType) return bundle;
    report.add('signature_malformed', { more: 'It does not hold an in-toto statement.' });
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    report.add('signature_malformed', { more: error.message });
  }
  return undefined;
}

/** Gives the signed payload and its signer; undefined if no trusted signer made it. */
function verifyBundle(
  bundle: ModelBundle,
  { trust, now }: ProvenanceRequest,
  report: Report,
): { payload: Uint8Array; signer: string } | undefined {
  const { material } = bundle;
  if (material.kind === 'key') return verifyWithKey(bundle, material.hint, trust, report);
  if (material.kind === 'certificate') return verifyWithChain(bundle, material.chain, trust, now, report);
  // A bundle that needs another kind of trust is distrusted; otherwise an attacker could choose what is not configured.
  if (trust.sigstore === undefined) return void report.add('signature_untrusted', { more: 'It is keyless.' });
  const result = verifyKeyless(bundle.json, trust.sigstore);
  if (!result.valid) return void report.add(result.reason, { more: result.code });
  if (result.payloadType !== inTotoPayloadType) return void report.add('signature_malformed');
  return { payload: result.payload, signer: result.signer.identity };
}

function verifyWithKey(bundle: ModelBundle, hint: string, trust: ModelTrust, report: Report) {
  // The hint only selects one of the trusted keys; a key inside the bundle is never used.
  const candidates = trust.keys.filter((key) => hint === '' || keyHint(key) === hint);
  if (candidates.length === 0) return void report.add('signature_untrusted', { more: 'No trusted key is meant.' });
  const key = candidates.find((candidate) => isSignedBy(candidate, bundle));
  if (key === undefined) return void report.add('signature_invalid');
  return { payload: bundle.payload, signer: keyFingerprint(key) };
}

function verifyWithChain(
  bundle: ModelBundle,
  chain: readonly Uint8Array[],
  trust: ModelTrust,
  now: number,
  report: Report,
) {
  const result = verifyChain(chain, { anchors: trust.anchors, at: now });
  if (!result.trusted) return void report.add('signature_untrusted', { more: result.reason });
  const key = result.leaf.publicKey;
  if (!isSignedBy(key, bundle)) return void report.add('signature_invalid');
  return { payload: bundle.payload, signer: keyFingerprint(key) };
}

function isSignedBy(key: Parameters<typeof verifySignature>[0], bundle: ModelBundle): boolean {
  const { payload, payloadType, signature } = bundle;
  if (verifySignature(key, preAuthEncoding(payloadType, payload), signature)) return true;
  return isLegacyPayload(payload) && verifySignature(key, legacyEncoding(payload), signature);
}

async function compareFiles(payload: Uint8Array, request: ProvenanceRequest, report: Report) {
  const { model, signaturePath, context } = request;
  try {
    const manifest = parseStatement(payload, context.limits.maxEntries);
    return await checkManifest(manifest, model, { signaturePath, signal: context.signal, report });
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    report.add(error.id, { more: error.message });
    return undefined;
  }
}
