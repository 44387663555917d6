/** Checks a detected artefact, with one line for each kind. The command line and the browser page share it. */
import type { Artefact } from './artefact.ts';
import { checkBundle } from './bundle.ts';
import { reportCompositePassport } from './composite-passport-report.ts';
import { checkReceiptsExport } from './receipts-export.ts';
import { type Report, toReport } from './report.ts';
import {
  reportEvidence,
  reportKeyAttestation,
  reportPassport,
  reportReceipt,
  reportReceiptProof,
  type SingleCheck,
} from './single-report.ts';

export interface ArtefactCheck extends SingleCheck {
  /** Gives the bytes of the file from the start; called again for each pass over a receipt export. */
  readonly open: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Called repeatedly with the number of checked receipts. */
  readonly onProgress?: (checked: number) => void;
}

/** Display name of each kind of file. */
export const artefactNames: Readonly<Record<Artefact['kind'], string>> = {
  evidence: 'evidence',
  evidence_view: 'evidence',
  passport: 'passport',
  composite_passport: 'composite passport',
  bundle: 'evidence bundle',
  receipt: 'receipt',
  receipt_proof: 'receipt proof',
  receipts: 'receipt export',
  key_attestation: 'key attestation',
  unknown: 'unknown',
};

/** Checks an artefact with the caller's trust anchors. Never throws. */
export async function checkArtefact(artefact: Artefact, check: ArtefactCheck): Promise<Report> {
  switch (artefact.kind) {
    case 'evidence':
      return reportEvidence(artefact.jws, check);
    case 'evidence_view':
      return reportEvidence(artefact.jws, check, artefact.view);
    case 'passport':
      return reportPassport(artefact.jwt, check);
    case 'composite_passport':
      return reportCompositePassport(artefact.jwt, check);
    case 'bundle':
      return checkBundle(artefact.bundle, { ...check, trustedVerifierKeys: check.verifierKeys });
    case 'receipt':
      return reportReceipt(artefact.proof, check);
    case 'receipt_proof':
      return reportReceiptProof(artefact.proof, check);
    case 'receipts':
      return checkReceiptsExport(check.open, check);
    case 'key_attestation':
      return reportKeyAttestation(artefact.attestation, check);
    case 'unknown':
      return toReport([{ subject: 'file', status: 'refused', reason: 'unsupported', sentence: artefact.sentence }]);
    default:
      return artefact satisfies never;
  }
}
