/** A time in a request: RFC 3339 without leap seconds, which our clocks cannot represent. */
import { Type } from 'typebox';

const withoutLeapSecond = ':[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:\\d{2})$';

/** Gives the schema of a time. `Date.parse` gives a number for every text that matches. */
export function requestTime(options: { readonly description?: string } = {}) {
  return Type.String({ format: 'date-time', pattern: withoutLeapSecond, ...options });
}
