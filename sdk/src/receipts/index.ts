/** The hash-linked, signed receipt chain: append, verify, export, import. */
export type { BreakReason, ReceiptEpoch, VerifyMode } from './chain-checker.ts';
export type { CheckpointRequest, SignCheckpoint } from './chain-checkpoints.ts';
export type { ChainVerifyOptions } from './chain-reports.ts';
export {
  type Checkpoint,
  chainNoteKey,
  chainOfOrigin,
  chainOrigin,
  checkpointText,
  findCosignatures,
  isSignedByEpoch,
  parseCheckpoint,
  type SignedCheckpoint,
} from './checkpoint.ts';
export type { KeptCheckpoint } from './checkpoint-file.ts';
export type { DurabilityMode } from './durability.ts';
export { type ReceiptEntry, signatureBytes } from './entry.ts';
export type { UnreadableEntry } from './entry-batch.ts';
export {
  type ExportHeader,
  ExportHeaderSchema,
  ExportLineSchema,
  exportFormat,
  type ParsedExport,
  parseExport,
} from './export.ts';
export type { AppendFile, FileSystem, ReadableFile } from './file-system.ts';
export type { ImportOptions, ImportResult, ImportSource } from './import.ts';
export { nodeFileSystem } from './node-file-system.ts';
export { nodeProcessTable } from './node-process-table.ts';
export { openHash, toChainedRecord } from './open-record.ts';
export { openReceiptChain, type ReceiptChain, type ReceiptChainOptions, type ReceiptKey } from './receipt-chain.ts';
export { ReceiptError, type ReceiptErrorCode, type ReceiptErrorDetail } from './receipt-error.ts';
export type { ListOptions, ReadOptions, ReceiptReader, StoredReceipt } from './receipt-reader.ts';
export {
  emptyHash,
  epochExchange,
  isReceiptDraft,
  isReceiptRecord,
  type ReceiptDraft,
  ReceiptDraftSchema,
  type ReceiptKind,
  type ReceiptRecord,
  ReceiptRecordSchema,
} from './record.ts';
export {
  genesisPreimage,
  parseRecord,
  recordBytes,
  recordHash,
  serializeRecord,
  signaturePrefix,
  signedMessage,
} from './record-bytes.ts';
export { genesisHash, hashData, hashRecord, signRecords } from './record-hash.ts';
export { cosign, type NoteSigner, signCheckpoint } from './sign-note.ts';
export {
  checkNoteSignature,
  type NoteKey,
  type NoteSignature,
  parseSignatureLine,
  parseSignedNote,
  parseVerifierKey,
  printSignatureLine,
  printSignedNote,
  printVerifierKey,
  type SignedNote,
  toNoteKey,
} from './signed-note.ts';
export type { AppendedReceipt, SignedTogether, SignReceipts, SignTogether, Unsigned } from './signing.ts';
export { type VerifyOptions, type VerifyResult, verifyReceipts } from './verify.ts';
export { type ExportCheck, verifyExport } from './verify-export.ts';
export {
  type AddCheckpoint,
  maxProofLines,
  parseAddCheckpoint,
  printAddCheckpoint,
  type ReadAddCheckpoint,
  sizeMediaType,
} from './witness-request.ts';
export type { ProcessIdentity, ProcessTable } from './writer-lock.ts';
