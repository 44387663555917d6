/** From a detected artefact to its report: one line for each kind. */
import { nodeProofCrypto } from '@assay/sdk/crypto';
import { checkBundle } from '../../proof/bundle.ts';
import { checkReceiptsExport } from '../../proof/receipts-export.ts';
import { type Report, toReport } from '../../proof/report.ts';
import {
  reportEvidence,
  reportKeyAttestation,
  reportPassport,
  reportReceipt,
  type SingleCheck,
} from '../../proof/single-report.ts';
import type { Anchors } from './anchors.ts';
import type { Artefact } from './artefact.ts';

export interface ArtefactCheck {
  readonly anchors: Anchors;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The bytes of the file from the start; called again for each pass over a receipt export. */
  readonly open: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Called now and then with the number of receipts checked. */
  readonly onProgress: (checked: number) => void;
}

/** Checks an artefact with what is trusted here. */
export async function checkArtefact(artefact: Artefact, check: ArtefactCheck): Promise<Report> {
  const { attestations, verifierKeys } = check.anchors;
  const single: SingleCheck = { attestations, verifierKeys, now: check.now, crypto: nodeProofCrypto };
  switch (artefact.kind) {
    case 'evidence':
      return reportEvidence(artefact.jws, single);
    case 'evidence_view':
      return reportEvidence(artefact.jws, single, artefact.view);
    case 'passport':
      return reportPassport(artefact.jwt, single);
    case 'bundle':
      return checkBundle(artefact.bundle, { ...single, trustedVerifierKeys: verifierKeys });
    case 'receipt':
      return reportReceipt(artefact.proof, single);
    case 'receipts':
      return checkReceiptsExport(check.open, { ...single, onProgress: check.onProgress });
    case 'key_attestation':
      return reportKeyAttestation(artefact.attestation, single);
    case 'unknown':
      return toReport([{ subject: 'file', status: 'refused', reason: 'unsupported', sentence: artefact.sentence }]);
    default:
      return artefact satisfies never;
  }
}
