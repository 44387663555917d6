/** Lists of every API take `limit` and an opaque `cursor` and answer `{items, next_cursor, has_more}` in a stable order. */
import { defaultLimit } from '../../contract/api/page.ts';
import { AppError } from '../errors.ts';

export interface Page<T> {
  items: T[];
  next_cursor: string | null;
  has_more: boolean;
}

/** Start of a page: rows whose number is below `before` (newest first). */
export interface PageStart {
  readonly limit: number;
  readonly before: number | undefined;
}

/** Reads `limit` and `cursor`. @throws AppError `invalid_request` for a cursor that was not made here */
export function parsePage(query: { limit?: number; cursor?: string }): PageStart {
  return {
    limit: query.limit ?? defaultLimit,
    before: query.cursor === undefined ? undefined : parseCursor(query.cursor),
  };
}

/** Makes a page from one row more than requested. The extra row only shows that there is more. */
export function toPage<Row extends { seq: number }, T>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { items: shown.map(toItem), next_cursor: hasMore ? toCursor(last.seq) : null, has_more: hasMore };
}

function toCursor(seq: number): string {
  return Buffer.from(`s${seq}`).toString('base64url');
}

function parseCursor(text: string): number {
  const [, digits] = /^s(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  if (digits === undefined) {
    const detail = 'the cursor is invalid: use the next_cursor of an earlier page';
    throw new AppError('invalid_request', detail, { detail, errors: [{ pointer: '/cursor', message: detail }] });
  }
  return Number(digits);
}
