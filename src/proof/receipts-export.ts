/**
 * Checks a receipt export: the whole chain from its genesis, the attestation of each epoch's key, and the Evidence
 * beside the records.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import {
  type ExportCheck,
  type NoteKey,
  parseExport,
  parseRecord,
  ReceiptError,
  verifyExport,
} from '@assay/sdk/receipts';
import { type CheckedAttestation, findEvidenceKey } from './bundle-attestations.ts';
import { checkEvidence } from './evidence.ts';
import { decodeUtf8 } from './json.ts';
import { findReceiptMismatch } from './receipt-evidence.ts';
import { type Finding, proven, type Report, refused, toPlainText, toReport, unproven } from './report.ts';
import { type Refusal, refuse } from './verdict.ts';

export interface ReceiptsExportCheck {
  /** Checked key attestations. An epoch without one leaves its key unproven. */
  readonly attestations: readonly CheckedAttestation[];
  /** Witnesses whose cosignatures count; none if absent. */
  readonly witnesses?: readonly NoteKey[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
  /** Called repeatedly with the number of checked entries. */
  readonly onProgress?: (checked: number) => void;
}

type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Most single findings about evidence; the rest is counted. */
const maxEvidenceFindings = 20;

/** Checks an export. `open` gives its bytes from the start, and is called twice. Never throws. */
export async function checkReceiptsExport(open: () => Source, check: ReceiptsExportCheck): Promise<Report> {
  const subject = 'receipt export';
  let outcome: ExportCheck;
  try {
    const { crypto, onProgress, witnesses = [] } = check;
    const progress = onProgress === undefined ? {} : { onProgress };
    outcome = await verifyExport(open(), { crypto, mode: 'full', witnesses, ...progress });
  } catch (error) {
    if (error instanceof ReceiptError) return toReport([refused(subject, refuse('receipts', error.message))]);
    throw error;
  }
  const chain = toChainFinding(outcome);
  if (chain.status !== 'proven') return toReport([chain]);
  const keys = toEpochFindings(outcome, check.attestations);
  const findings = [chain, ...toCheckpointFindings(outcome), ...keys, ...(await checkAttachments(open(), check))];
  return toReport(findings, toNotes(check.attestations, outcome));
}

function toChainFinding({ header, result, header_matches }: ExportCheck): Finding {
  const subject = `receipt chain ${toPlainText(header.chain_id, 60)}`;
  if (!result.chain_intact) {
    const message = `the chain breaks at record ${result.first_bad_seq ?? '?'} (${result.reason ?? 'unknown'})`;
    return refused(subject, refuse('receipts', message));
  }
  if (!header_matches) return refused(subject, refuse('receipts', 'the header contradicts the records'));
  if (result.total_receipts === 0)
    return unproven(subject, 'receipts', 'The export is empty: there is nothing to prove.');
  const range = `${result.first_seq ?? 0} to ${result.last_seq ?? 0}`;
  return proven(
    subject,
    `Intact: records ${range} are each linked to the one before and signed by the key of their epoch.`,
  );
}

/** An export without a checkpoint claims nothing about its end. */
function toCheckpointFindings({ result }: ExportCheck): Finding[] {
  const { checkpoint_size: size, witnessed_size: witnessed } = result;
  if (size === null) return [];
  const own = proven('checkpoint', `The key of the chain signed its first ${size} records exactly as they are here.`);
  if (witnessed === null) return [own];
  return [
    own,
    proven('witness', `A trusted witness cosigned the first ${witnessed} records, so none of them is missing.`),
  ];
}

function toEpochFindings({ result }: ExportCheck, attestations: readonly CheckedAttestation[]): Finding[] {
  return result.epochs.map((epoch) => {
    const subject = `key of the epoch from record ${epoch.seq}`;
    const attestation = attestations.find((known) => known.hash === epoch.attestation_hash);
    if (attestation === undefined) {
      return unproven(subject, 'key_unknown', 'Its key attestation was not given: who holds this key is not proven.');
    }
    if (attestation.jwk.x !== epoch.jwk.x) {
      return refused(subject, refuse('key_attestation_mismatch', 'the key attestation it names is about another key'));
    }
    return proven(subject, `Attested (${attestation.kind}).`);
  });
}

/** Checks the Evidence beside the records. Without a key attestation its epoch is already unproven, so it is not judged. */
async function checkAttachments(source: Source, check: ReceiptsExportCheck): Promise<Finding[]> {
  const known = new Set(check.attestations.map((attestation) => attestation.hash));
  const wrong: Finding[] = [];
  let sound = 0;
  let bad = 0;
  const { entries } = await parseExport(source);
  for await (const { record: bytes, attachment } of entries) {
    const record = parseRecord(bytes);
    if (record === undefined || attachment === undefined || !known.has(record.attestation_hash)) continue;
    const refusal = await findAttachmentProblem(record, attachment, check);
    if (refusal === undefined) sound += 1;
    else bad += 1;
    if (refusal !== undefined && wrong.length < maxEvidenceFindings) {
      wrong.push(refused(`evidence of record ${record.seq}`, refusal));
    }
  }
  if (bad > wrong.length) wrong.push(refused('evidence', refuse('receipts', `${bad} evidence are wrong in total`)));
  const sentence = `${sound} evidence in the export are signed by an attested key and agree with their receipts.`;
  return sound === 0 ? wrong : [proven('evidence', sentence), ...wrong];
}

async function findAttachmentProblem(
  record: NonNullable<ReturnType<typeof parseRecord>>,
  attachment: Uint8Array,
  check: ReceiptsExportCheck,
): Promise<Refusal | undefined> {
  const verdict = await checkEvidence(decodeUtf8(attachment), {
    keys: (kid) => findEvidenceKey(check.attestations, kid),
    now: check.now,
    crypto: check.crypto,
  });
  return verdict.ok ? findReceiptMismatch(record, verdict.evidence) : verdict;
}

function toNotes(attestations: readonly CheckedAttestation[], { result }: ExportCheck): string[] {
  const said = attestations.flatMap((attestation) => attestation.notes);
  const tail =
    result.witnessed_size === null
      ? 'Whether the end of the chain was cut off is not proven: compare its size with that of somebody who saw the chain.'
      : `Only a later checkpoint of the witness shows what came after record ${result.witnessed_size - 1}.`;
  return [...said.map((note) => `${note.charAt(0).toUpperCase()}${note.slice(1)}.`), tail];
}
