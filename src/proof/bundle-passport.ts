/** Checks the passport of a bundle: its signer, and that it covers exactly the evidence, key and receipt beside it. */
import type { Bundle } from '../contract/bundle.ts';
import type { PassportClaims } from '../contract/passport.ts';
import type { BundleCheck } from './bundle.ts';
import type { CheckedAttestation } from './bundle-attestations.ts';
import { findDecisionFindings } from './bundle-decisions.ts';
import type { CheckedEvidence } from './bundle-evidence.ts';
import type { CheckedReceipt } from './bundle-receipts.ts';
import { toHex } from './hash.ts';
import { merkleRoot } from './merkle.ts';
import { checkPassport, type PassportVerdict } from './passport.ts';
import { type Finding, proven, refused, toPlainText, unproven } from './report.ts';
import { refuse } from './verdict.ts';
import { parseVerifierKey, type VerifierKey } from './verifier-key.ts';

interface PassportContext {
  readonly keys: readonly CheckedAttestation[];
  readonly evidence: readonly CheckedEvidence[];
  readonly receipts: readonly CheckedReceipt[];
  readonly check: BundleCheck;
}

type Part = { findings: Finding[]; notes: string[] };
type Held = Extract<PassportVerdict, { ok: true }>;

/** Checks the passport and its statements about the other parts. */
export async function checkBundlePassport(bundle: Bundle, context: PassportContext): Promise<Part> {
  if (bundle.passport === null) return { findings: [], notes: ['The bundle holds no passport.'] };
  const { check } = context;
  const trusted = await checkPassport(bundle.passport, { ...check, keys: check.trustedVerifierKeys ?? [] });
  if (trusted.ok)
    return checkParts(trusted, context, proven(toSubject(trusted), describePassport(trusted), trusted.status));
  if (trusted.reason !== 'key_unknown') return { findings: [refused('passport', trusted)], notes: [] };

  // No trusted key signed it: check at least whether it is valid by the key that the bundle itself names.
  const named = await checkPassport(bundle.passport, { ...check, keys: await readNamedKeys(bundle, check) });
  if (!named.ok) return { findings: [refused('passport', named)], notes: [] };
  const sentence = "The passport's signer is only named by the bundle itself; who signed it is not proven.";
  return checkParts(named, context, unproven(toSubject(named), 'key_unknown', sentence));
}

async function readNamedKeys(bundle: Bundle, check: BundleCheck): Promise<VerifierKey[]> {
  const keys: VerifierKey[] = [];
  for (const candidate of bundle.verifier_keys) {
    const parsed = await parseVerifierKey(candidate, check.crypto);
    if (parsed.ok) keys.push(parsed.key);
  }
  return keys;
}

async function checkParts(held: Held, context: PassportContext, signer: Finding): Promise<Part> {
  const { passport } = held;
  const findings = [
    signer,
    ...findKeyFindings(passport, context),
    await checkEvidenceSet(passport, context),
    ...findDecisionFindings(passport, context.evidence),
    ...findReceiptFindings(passport, context.receipts),
  ];
  return { findings, notes: toNotes(passport) };
}

/** `cnf.jkt` and `key_attestation_hash` must be one attested key of the bundle, and that of the newest evidence. */
function findKeyFindings(passport: PassportClaims, context: PassportContext): Finding[] {
  const subject = 'key of the passport';
  const { jkt } = passport.cnf;
  const attestation = context.keys.find((key) => key.hash === passport.key_attestation_hash);
  if (attestation === undefined) {
    return [
      unproven(subject, 'key_attestation_mismatch', 'The bundle has no valid copy of the key attestation it names.'),
    ];
  }
  if (attestation.kid !== jkt) {
    return [
      refused(subject, refuse('key_attestation_mismatch', 'cnf.jkt and the key attestation name different keys')),
    ];
  }
  const submodKind = passport.submods['cpu-tee']?.['x.kind'];
  if (submodKind !== undefined && submodKind !== attestation.kind) {
    return [refused(subject, refuse('key_attestation_mismatch', 'the passport names another kind of attestation'))];
  }
  const newest = context.evidence.find((item) => item.hash === passport.evidence_hash);
  if (newest !== undefined && newest.kid !== jkt) {
    return [refused(subject, refuse('key_attestation_mismatch', 'the newest evidence is signed by another key'))];
  }
  return [proven(subject, `It is ${jkt}, attested in the bundle (${attestation.kind}).`)];
}

async function checkEvidenceSet(passport: PassportClaims, context: PassportContext): Promise<Finding> {
  const subject = 'evidence set';
  const mismatch = (message: string): Finding => refused(subject, refuse('evidence_set_mismatch', message));
  const { count, root } = passport.evidence_set;
  const { evidence, check } = context;
  const foreign = evidence.some(
    (item) => item.evidence.agent_id !== passport.agent_id || item.evidence.workspace_id !== passport.workspace_id,
  );
  if (foreign) return mismatch('evidence in the bundle is about another agent or workspace than the passport');
  if (evidence.length > count) return mismatch('the bundle holds more evidence than the passport covers');
  if (evidence.length < count) {
    const sentence = `The passport covers ${count} evidence, but the bundle holds ${evidence.length} valid ones: the set cannot be recomputed.`;
    return unproven(subject, 'evidence_set_mismatch', sentence);
  }
  const computed = toHex(
    await merkleRoot(
      evidence.map((item) => fromHex(item.hash)),
      check.crypto,
    ),
  );
  if (computed !== root) return mismatch('the root differs from the one of the evidence in the bundle');
  if (evidence.at(-1)?.hash !== passport.evidence_hash)
    return mismatch('evidence_hash is not the hash of the newest evidence');
  return proven(subject, `The passport was issued for exactly these ${count} evidence, in this order.`);
}

function findReceiptFindings(passport: PassportClaims, receipts: readonly CheckedReceipt[]): Finding[] {
  if (passport.receipt === null) return [];
  const subject = 'receipt of the passport';
  const { chain_id: chainId, seq, hash } = passport.receipt;
  const receipt = receipts.find((item) => item.hash === hash);
  if (receipt === undefined)
    return [unproven(subject, 'receipt_mismatch', 'The receipt it names is not in the bundle.')];
  const { record } = receipt;
  const agrees = record.chain_id === chainId && record.seq === seq && record.evidence_hash === passport.evidence_hash;
  if (!agrees)
    return [refused(subject, refuse('receipt_mismatch', 'the receipt it names is about different evidence'))];
  return [proven(subject, `It is receipt ${seq} of chain ${toPlainText(chainId, 60)}.`)];
}

function toNotes(passport: PassportClaims): string[] {
  const submods = Object.entries(passport.submods);
  const said = submods.flatMap(([name, submod]) =>
    (submod['x.notes'] ?? [])
      .slice(0, 20)
      .map((note) => `The passport notes (${toPlainText(name, 40)}): ${toPlainText(note, 300)}`),
  );
  const stale = submods.some(([, submod]) => submod['x.freshness'] === 'none');
  return stale
    ? [
        ...said,
        'The key did not answer a challenge of the verifier, so the freshness of its attestation is not proven.',
      ]
    : said;
}

/** Describes a proven passport in one sentence. */
export function describePassport({ passport, status }: Held): string {
  const until = new Date(passport.exp * 1000).toISOString();
  return `Signed by a trusted verifier for agent ${toPlainText(passport.agent_id)}: status ${status}, valid until ${until}.`;
}

function toSubject({ passport }: Held): string {
  return `passport ${passport.jti}`;
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
