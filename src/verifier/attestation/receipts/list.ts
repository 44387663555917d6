/** Lists receipts by chain, the last chain first, and in a chain from the newest back. */

import { fromBase64Url } from '@assay/sdk/crypto';
import { parseRecord } from '@assay/sdk/receipts';
import { defaultLimit } from '../../../contract/api/page.ts';
import type { ReceiptSummary } from '../../../contract/api/receipts/shapes.ts';
import { printReceiptId } from '../../../contract/receipt-id.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/page.ts';
import type { ReceiptPlace, ReceiptStore, StoredReceipt } from './store.ts';

export interface ReceiptListQuery {
  readonly limit?: number;
  readonly cursor?: string;
  readonly chain_id?: string;
}

/** @throws AppError `invalid_request` for a cursor that this API did not issue. */
export async function listReceipts(
  store: Pick<ReceiptStore, 'list'>,
  orgId: string,
  { limit = defaultLimit, cursor, chain_id: chainId }: ReceiptListQuery,
): Promise<Page<ReceiptSummary>> {
  const before = cursor === undefined ? undefined : parseCursor(cursor);
  // One more row than asked for, which tells that there is more.
  const rows = await store.list(orgId, { limit: limit + 1, chainId, before });
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(toSummary),
    next_cursor: last === undefined ? null : printCursor({ chainId: last.chain_id, seq: last.seq }),
    has_more: last !== undefined,
  };
}

function toSummary({ chain_id, seq, hash, record, evidence_id }: StoredReceipt & { chain_id: string }): ReceiptSummary {
  const read = parseRecord(fromBase64Url(record));
  if (read === undefined)
    throw new AppError('internal', `the stored receipt ${seq} of ${chain_id} is not a valid record`);
  const { kind, ts, tool, verdict, cedar_decision, claim_count, latency_ms } = read;
  const receipt_id = printReceiptId({ chainId: chain_id, seq, hash });
  return {
    receipt_id,
    chain_id,
    seq,
    kind,
    hash,
    evidence_id,
    issued_at: ts,
    tool,
    verdict,
    cedar_decision,
    claim_count,
    latency_ms,
  };
}

function printCursor({ chainId, seq }: ReceiptPlace): string {
  return Buffer.from(`r${seq} ${chainId}`).toString('base64url');
}

function parseCursor(text: string): ReceiptPlace {
  const [, digits, chainId] = /^r(\d{1,16}) (.{1,256})$/su.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const place = { chainId: chainId ?? '', seq: Number(digits) };
  if (chainId !== undefined && !chainId.includes('\0') && printCursor(place) === text) return place;
  const detail = 'the cursor is invalid: use the next_cursor of an earlier page';
  throw new AppError('invalid_request', detail, { detail, errors: [{ pointer: '/cursor', message: detail }] });
}
