/** The hash-linked, signed receipt chain: append, verify, export, import. */
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
  signedMessage,
} from './record-bytes.ts';
export { genesisHash, hashData, hashRecord, signRecords } from './record-hash.ts';
