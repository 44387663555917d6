/** Reports on a single artefact: evidence, passport, receipt or key attestation. */
import type { ProofCrypto } from '@assay/sdk/crypto';
import type { NoteKey } from '@assay/sdk/receipts';
import { type CheckedAttestation, checkAttestations, findEvidenceKey } from './bundle-attestations.ts';
import { describeEvidence } from './bundle-evidence.ts';
import { describePassport } from './bundle-passport.ts';
import { checkEvidence } from './evidence.ts';
import { findViewProblem } from './evidence-view.ts';
import { checkPassport } from './passport.ts';
import { checkReadReceipt, readReceipt } from './receipt.ts';
import { checkReceiptProof, type ProvenReceipt } from './receipt-proof.ts';
import { type Finding, proven, type Report, refused, toPlainText, toReport, unproven } from './report.ts';
import type { VendorRoot } from './reports/roots.ts';
import { softwareNote } from './tee/software.ts';
import type { VerifierKey } from './verifier-key.ts';

export interface SingleCheck {
  readonly attestations: readonly CheckedAttestation[];
  readonly verifierKeys: readonly VerifierKey[];
  /** Witnesses whose cosignatures count; none if absent. */
  readonly witnesses?: readonly NoteKey[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
  /** Trust anchors of hardware reports; the pinned vendor roots when left out. */
  readonly roots?: readonly VendorRoot[];
}

const noAttestation = 'No key attestation that was given names the signing key: who signed it is not proven.';
const viewNote =
  'The view adds trust tier, appraisal and notes to the signed evidence: these are statements of the server, not proven.';

/** Reports on one Evidence JWS, and on its decoded view if given. */
export async function reportEvidence(
  jws: string,
  check: SingleCheck,
  view?: Readonly<Record<string, unknown>>,
): Promise<Report> {
  const verdict = await checkEvidence(jws, { ...check, keys: (kid) => findEvidenceKey(check.attestations, kid) });
  if (!verdict.ok) {
    const finding =
      verdict.reason === 'key_unknown'
        ? unproven('evidence', 'key_unknown', noAttestation)
        : refused('evidence', verdict);
    return toReport([finding]);
  }
  const { evidence, kid, hash } = verdict;
  const subject = `evidence ${evidence.evidence_id}`;
  const notes = toKeyNotes(check.attestations, kid);
  const findings = [proven(subject, describeEvidence(evidence))];
  if (view === undefined) return toReport(findings, notes);
  const problem = findViewProblem(view, evidence, { jws, kid, hash });
  findings.push(problem === undefined ? proven('view', 'It shows the signed content.') : refused('view', problem));
  return toReport(findings, [...notes, viewNote]);
}

/** Reports on one passport. */
export async function reportPassport(jwt: string, check: SingleCheck): Promise<Report> {
  const verdict = await checkPassport(jwt, { ...check, keys: check.verifierKeys });
  const notes = ['The evidence that the passport was issued for was not given; its bundle has it.'];
  if (verdict.ok)
    return toReport([proven(`passport ${verdict.passport.jti}`, describePassport(verdict), verdict.status)], notes);
  if (verdict.reason !== 'key_unknown') return toReport([refused('passport', verdict)]);
  const sentence = 'No trusted verifier key signed it: who signed it is not proven.';
  return toReport([unproven('passport', 'key_unknown', sentence)], notes);
}

/** Reports on one receipt. */
export async function reportReceipt(proof: unknown, check: SingleCheck): Promise<Report> {
  const read = readReceipt(proof);
  if (!read.ok) return toReport([refused('receipt', read)]);
  const { record } = read.receipt;
  const subject = `receipt ${record.seq} of chain ${toPlainText(record.chain_id, 60)}`;
  const attestation = check.attestations.find((known) => known.hash === record.attestation_hash);
  if (attestation === undefined) return toReport([unproven(subject, 'key_unknown', noAttestation)]);
  const verdict = await checkReadReceipt(read.receipt, { jwk: attestation.jwk, crypto: check.crypto });
  if (!verdict.ok) return toReport([refused(subject, verdict)]);
  return toReport(
    [proven(subject, `Signed by an attested key and unchanged; made at ${record.ts}.`)],
    [...toKeyNotes(check.attestations, attestation.kid), 'One receipt does not show that its chain is complete.'],
  );
}

/** Reports on one receipt with the proof that it is part of a witnessed chain. */
export async function reportReceiptProof(proof: unknown, check: SingleCheck): Promise<Report> {
  const verdict = await checkReceiptProof(proof, { ...check, witnesses: check.witnesses ?? [] });
  if (!verdict.ok) return toReport([refused('receipt proof', verdict)]);
  const { record, checkpoint, attestation } = verdict;
  const subject = `receipt ${record.seq} of chain ${toPlainText(record.chain_id, 60)}`;
  const place = `It is record ${record.seq} of the ${checkpoint.size} that the checkpoint covers.`;
  return toReport(
    [
      proven(subject, `Signed by an attested key and unchanged; made at ${record.ts}.`),
      proven('inclusion', place),
      describeWitnesses(verdict),
    ],
    toKeyNotes([...check.attestations, attestation], attestation.kid),
  );
}

function describeWitnesses({ cosignatures }: ProvenReceipt): Finding {
  const [first] = cosignatures;
  if (first === undefined) {
    const sentence = 'No trusted witness cosigned the checkpoint: whether others saw another history is not proven.';
    return unproven('witness', 'checkpoint', sentence);
  }
  const names = cosignatures.map(({ name }) => toPlainText(name, 80)).join(', ');
  return proven('witness', `${names} saw the checkpoint at ${toTime(first.timeS)}.`);
}

/** A witness may name any number of seconds; there is no date past the last day of the calendar. */
function toTime(seconds: number): string {
  return seconds > 253_402_300_799 ? `second ${seconds}` : new Date(seconds * 1000).toISOString();
}

/** Reports on one key attestation. */
export async function reportKeyAttestation(candidate: unknown, check: SingleCheck): Promise<Report> {
  const { checked, findings } = await checkAttestations([candidate], check);
  return toReport(findings, toKeyNotes(checked, checked[0]?.kid ?? ''));
}

function toKeyNotes(attestations: readonly CheckedAttestation[], kid: string): string[] {
  const own = attestations.filter((attestation) => attestation.kid === kid);
  const said = own.flatMap((attestation) => attestation.notes);
  const notes = said.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`);
  return said.includes(softwareNote)
    ? [...notes, 'The operator of the attestor could have signed anything with this key.']
    : notes;
}
