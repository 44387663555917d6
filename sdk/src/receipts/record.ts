/** The receipt record (contract 2.16): one link of the chain, for an exchange or for the start of an epoch. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isWellFormedText } from '../contract/bounds.ts';

const hexHash = '^[0-9a-f]{64}$';
/** 32 bytes in base64url; the last letter carries two zero bits, so that a key has one spelling. */
const keyCoordinate = '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$';
const HexHash = Type.String({ pattern: hexHash, description: 'hex SHA-256' });
const PrefixedHash = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const name = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Members that the caller of `append` gives for an exchange; the chain adds the rest. */
const exchangeMembers = {
  request_hash: HexHash,
  response_hash: HexHash,
  tool: Type.Union([name(256), Type.Null()]),
  verdict: name(64),
  latency_ms: Count,
  claims_hash: HexHash,
  cedar_decision: name(64),
  cedar_policy_hash: HexHash,
  auditor_ids: Type.Array(name(128), { maxItems: 256, description: 'Sorted by UTF-16 code units, without duplicates' }),
  claim_count: Count,
};

export const ReceiptDraftSchema = Type.Object(
  {
    ...exchangeMembers,
    evidence_hash: Type.Optional(Type.String({ pattern: hexHash, description: 'needed without an attachment' })),
  },
  { $id: 'ReceiptDraft', additionalProperties: false },
);

export const ReceiptRecordSchema = Type.Object(
  {
    v: Type.Literal(1),
    chain_id: name(256),
    seq: Count,
    prev_hash: HexHash,
    ts: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
    attestation_hash: PrefixedHash,
    ...exchangeMembers,
    kind: Type.Union([Type.Literal('receipt'), Type.Literal('epoch_start')]),
    evidence_hash: HexHash,
    public_key: Type.Optional(Type.String({ pattern: keyCoordinate, description: 'x of the Ed25519 JWK' })),
    prev_head: Type.Optional(HexHash),
    prev_size: Type.Optional(Count),
  },
  { $id: 'ReceiptRecord', additionalProperties: false },
);

/** One link of the chain; its bytes are its RFC 8785 form. Only `epoch_start` carries the last three members. */
export type ReceiptRecord = Static<typeof ReceiptRecordSchema>;
export type ReceiptDraft = Static<typeof ReceiptDraftSchema>;
export type ReceiptKind = ReceiptRecord['kind'];

/** SHA-256 of nothing: for an epoch start, which has no exchange, and for an exchange without evidence. */
export const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Values of an `epoch_start` in the members that describe an exchange. */
export const epochExchange = {
  request_hash: emptyHash,
  response_hash: emptyHash,
  tool: null,
  verdict: 'epoch',
  latency_ms: 0,
  claims_hash: emptyHash,
  cedar_decision: 'none',
  cedar_policy_hash: emptyHash,
  auditor_ids: [],
  claim_count: 0,
  evidence_hash: emptyHash,
} as const;

const recordShape = Compile(ReceiptRecordSchema);
const draftShape = Compile(ReceiptDraftSchema);

/** True for a value of the record's shape that also keeps the rules across members. */
export function isReceiptRecord(value: unknown): value is ReceiptRecord {
  return (
    recordShape.Check(value) &&
    isWellFormedText(value.chain_id) &&
    hasWellFormedNames(value) &&
    isSortedSet(value.auditor_ids) &&
    isRealTime(value.ts) &&
    fitsKind(value)
  );
}

/** True for a value of the draft's shape; its auditor ids may be unsorted. */
export function isReceiptDraft(value: unknown): value is ReceiptDraft {
  return draftShape.Check(value) && hasWellFormedNames(value);
}

/** A lone surrogate has no canonical form, and U+0000 does not survive databases. */
function hasWellFormedNames(names: Pick<ReceiptDraft, 'tool' | 'verdict' | 'cedar_decision' | 'auditor_ids'>): boolean {
  return (
    isWellFormedText(names.verdict) &&
    isWellFormedText(names.cedar_decision) &&
    (names.tool === null || isWellFormedText(names.tool)) &&
    names.auditor_ids.every(isWellFormedText)
  );
}

/** Sorted by UTF-16 code units, without repeats: one spelling for one set of auditors. */
export function isSortedSet(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id);
}

/** The fixed form compares as text, so a nonexistent day would order wrongly. */
export function isRealTime(ts: string): boolean {
  const at = (start: number, end: number) => Number(ts.slice(start, end));
  const [year, month, day] = [at(0, 4), at(5, 7), at(8, 10)];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && isLeap ? 29 : (daysOfMonth[month - 1] ?? 0);
  return day >= 1 && day <= days && at(11, 13) <= 23 && at(14, 16) <= 59 && at(17, 19) <= 59;
}

/** Computed here: printing a date again for each of a million records takes longer than hashing them. */
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** An epoch start names the signer and no exchange; a receipt the reverse. */
function fitsKind(record: ReceiptRecord): boolean {
  if (record.kind === 'receipt') {
    return record.public_key === undefined && record.prev_head === undefined && record.prev_size === undefined;
  }
  return (
    record.public_key !== undefined &&
    record.prev_head !== undefined &&
    record.prev_size !== undefined &&
    record.tool === null &&
    record.auditor_ids.length === 0 &&
    epochConstants.every((member) => record[member] === epochExchange[member])
  );
}

const epochConstants = [
  'request_hash',
  'response_hash',
  'verdict',
  'latency_ms',
  'claims_hash',
  'cedar_decision',
  'cedar_policy_hash',
  'claim_count',
  'evidence_hash',
] as const;
