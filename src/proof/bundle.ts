/**
 * Checks an evidence bundle offline: each part by itself, then that the parts belong together. The bundle is never
 * its own trust anchor: keys of the verifier come from the caller.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import { type Bundle, BundleSchema } from '../contract/bundle.ts';
import { type CheckedAttestation, checkAttestations } from './bundle-attestations.ts';
import { checkBundleEvidence } from './bundle-evidence.ts';
import { findBundleLimitProblem } from './bundle-limits.ts';
import { checkBundlePassport } from './bundle-passport.ts';
import { checkBundleReceipts } from './bundle-receipts.ts';
import { type Report, refused, toReport } from './report.ts';
import type { VendorRoot } from './reports/roots.ts';
import { createShape } from './shape.ts';
import type { VerifierKey } from './verifier-key.ts';

export interface BundleCheck {
  /** Keys of verifiers that the caller trusts. Without them the passport's signer stays unproven. */
  readonly trustedVerifierKeys?: readonly VerifierKey[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
  /** Trust anchors of hardware reports; the pinned vendor roots by default. */
  readonly roots?: readonly VendorRoot[];
}

const parseShape = createShape(BundleSchema, 'the bundle');

/** Checks a decoded bundle (JSON or CBOR, same members) and reports on every part. Never throws. */
export async function checkBundle(candidate: unknown, check: BundleCheck): Promise<Report> {
  const limit = findBundleLimitProblem(candidate);
  if (limit !== undefined) return toReport([refused('bundle', limit)]);
  const shape = parseShape(candidate);
  if (!shape.ok) return toReport([refused('bundle', shape)]);
  const bundle: Bundle = shape.value;

  const attestations = await checkAttestations(bundle.key_attestations, check);
  const keys = attestations.checked;
  const evidence = await checkBundleEvidence(bundle.evidence, keys, check);
  const receipts = await checkBundleReceipts(bundle.receipts, {
    keys,
    evidence: evidence.checked,
    crypto: check.crypto,
  });
  const passport = await checkBundlePassport(bundle, {
    keys,
    evidence: evidence.checked,
    receipts: receipts.checked,
    check,
  });
  return toReport(
    [...passport.findings, ...attestations.findings, ...evidence.findings, ...receipts.findings],
    [...passport.notes, ...toAttestationNotes(keys), ...receipts.notes],
  );
}

function toAttestationNotes(keys: readonly CheckedAttestation[]): string[] {
  return keys.flatMap((key) => key.notes.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`));
}
