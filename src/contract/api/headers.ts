/** Headers that several operations take. */
import { Type } from 'typebox';

/** Header of a write that may be repeated. */
export const IdempotencyHeadersSchema = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      pattern: '^[\\x21-\\x7e]{1,200}$',
      description: 'A repeated request with the same key is made once and returns the same answer for one day',
    }),
  ),
});

/** Header of an update (RFC 9110 section 13.1.1). */
export const IfMatchHeadersSchema = Type.Object({
  'if-match': Type.Optional(
    Type.String({ maxLength: 64, description: 'The ETag of the record as you read it, e.g. "3"' }),
  ),
});
