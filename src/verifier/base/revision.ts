/** Optimistic concurrency of updates (RFC 9110 section 13.1.1): a record's revision is its ETag, and an update names it. */
import { AppError } from '../../platform/errors.ts';

/** The largest `integer` of PostgreSQL. */
const maxRevision = 2 ** 31 - 1;

/** The ETag of a revision. */
export function toEtag(revision: number): string {
  return `"${revision}"`;
}

/**
 * Gives the revision that an update names. @throws AppError `precondition_required`, `precondition_failed`, `invalid_request`.
 */
export function parseIfMatch(header: string | undefined): number {
  if (header === undefined) {
    const detail = 'an update names in If-Match the ETag of what it was made from';
    throw new AppError('precondition_required', detail, { detail });
  }
  const [, digits] = /^"(\d{1,10})"$/.exec(header) ?? [];
  // A well-formed other tag does not match; a weak one never does (RFC 9110 section 13.1.1).
  if (digits === undefined && /^(?:W\/)?"[^"]*"$/.test(header)) throw staleRevision();
  if (digits === undefined) {
    const detail = 'If-Match takes the one ETag that was read, such as "3"';
    throw new AppError('invalid_request', detail, { detail });
  }
  // No record has such a revision, and the columns hold no larger number.
  if (Number(digits) > maxRevision) throw staleRevision();
  return Number(digits);
}

/** The error for a record that is not at the revision that the caller read. */
export function staleRevision(): AppError {
  const detail = 'the record has another revision: read it again';
  return new AppError('precondition_failed', detail, { detail });
}
