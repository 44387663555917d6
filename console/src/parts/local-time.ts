/** Times as `datetime-local` inputs hold them, and as the API takes them. */

/** RFC 3339 in UTC; undefined for what is no time. */
export function toUtc(local: string): string | undefined {
  const time = Date.parse(local);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** To the minute, in the browser's time zone; empty for what is no time. */
export function toLocal(utc: string | undefined): string {
  if (utc === undefined) return '';
  const time = new Date(utc);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
