/** Reads the trace id out of a W3C `traceparent` header. */

/** @returns the 32 hex digits, or `undefined` when the header is absent or invalid. */
export function traceIdOf(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, parentId, rest] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/.exec(header) ?? [];
  if (traceId === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(parentId ?? ''))
    return undefined;
  return version === '00' && rest !== undefined ? undefined : traceId;
}
