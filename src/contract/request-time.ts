/** A time in a request: RFC 3339 without leap seconds, which no clock of ours can tell. */
import { Type } from 'typebox';

const withoutLeapSecond = ':[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-]\\d{2}:\\d{2})$';

/** The schema of it. `Date.parse` gives a number for every text that fits. */
export function requestTime(options: { readonly description?: string } = {}) {
  return Type.String({ format: 'date-time', pattern: withoutLeapSecond, ...options });
}
