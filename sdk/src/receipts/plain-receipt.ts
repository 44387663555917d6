/**
 * Reads the common form of a record directly: a receipt whose names are plain ASCII. Reading is most of the cost of
 * verifying a long chain; parsing, checking and printing such a record again takes several times as long as hashing
 * it.
 */
import { isRealTime, isSortedSet, type ReceiptRecord } from './record.ts';

/** Letters that canonical JSON prints unchanged: printable ASCII except the quotation mark and the backslash. */
const letter = '[ !#-\\[\\]-~]';
const hash = '"([0-9a-f]{64})"';
const count = '(0|[1-9]\\d{0,15})';
const name = (max: number) => `"(${letter}{1,${max}})"`;
const id = `"${letter}{1,128}"`;

// Each member ends where the next one's name begins, so the match is unambiguous and never backtracks.
const form = new RegExp(
  `^\\{"attestation_hash":"(sha256:[0-9a-f]{64})","auditor_ids":\\[((?:${id}(?:,${id}){0,255})?)\\]` +
    `,"cedar_decision":${name(64)},"cedar_policy_hash":${hash},"chain_id":${name(256)},"claim_count":${count}` +
    `,"claims_hash":${hash},"evidence_hash":${hash},"kind":"receipt","latency_ms":${count},"prev_hash":${hash}` +
    `,"request_hash":${hash},"response_hash":${hash},"seq":${count},"tool":(?:null|${name(256)})` +
    `,"ts":"(\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z)","v":1,"verdict":${name(64)}\\}$`,
);

/**
 * Gives the record of a canonical text of that form; `undefined` for every other text, canonical or not. INVARIANT:
 * what this reads, `parseRecord` without it reads as the same, which a property test holds.
 */
export function readPlainReceipt(text: string): ReceiptRecord | undefined {
  const found = form.exec(text);
  if (found === null) return undefined;
  const auditorIds = readIds(found[2] ?? '');
  const numbers = [Number(found[6]), Number(found[9]), Number(found[13])] as const;
  const ts = found[15] ?? '';
  if (!numbers.every(Number.isSafeInteger) || !isRealTime(ts) || !isSortedSet(auditorIds)) return undefined;
  return {
    v: 1,
    chain_id: found[5] ?? '',
    seq: numbers[2],
    prev_hash: found[10] ?? '',
    ts,
    attestation_hash: found[1] ?? '',
    request_hash: found[11] ?? '',
    response_hash: found[12] ?? '',
    tool: found[14] ?? null,
    verdict: found[16] ?? '',
    latency_ms: numbers[1],
    claims_hash: found[7] ?? '',
    cedar_decision: found[3] ?? '',
    cedar_policy_hash: found[4] ?? '',
    auditor_ids: auditorIds,
    claim_count: numbers[0],
    kind: 'receipt',
    evidence_hash: found[8] ?? '',
  };
}

/** No id holds a quotation mark, so the text between two of them separates ids. */
function readIds(list: string): string[] {
  return list === '' ? [] : list.slice(1, -1).split('","');
}
