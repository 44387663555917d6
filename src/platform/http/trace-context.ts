/** W3C Trace Context: continues a caller's trace or starts one, and names this service's own span in it. */

export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** This service's span: 16 hex digits. */
  readonly spanId: string;
  /** The caller's span, if there was one. */
  readonly parentId: string | undefined;
  readonly sampled: boolean;
}

const header = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const zeros = /^0+$/;

/** Reads a `traceparent`; `undefined` when it is absent or malformed, as section 3.2.2 requires. */
export function parseTraceparent(text: string | undefined): Omit<TraceContext, 'spanId'> | undefined {
  if (text === undefined || text.length > 512) return undefined;
  const [, version, traceId, parentId, flags, rest] = header.exec(text) ?? [];
  if (version === undefined || traceId === undefined || parentId === undefined || flags === undefined) return undefined;
  if (version === 'ff' || zeros.test(traceId) || zeros.test(parentId)) return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  return { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Gives the trace of one request: the caller's, or a new one. */
export function continueTrace(
  traceparent: string | undefined,
  ids: { spanId: string; newTraceId: () => string },
): TraceContext {
  const parent = parseTraceparent(traceparent);
  return parent === undefined
    ? { traceId: ids.newTraceId(), spanId: ids.spanId, parentId: undefined, sampled: false }
    : { ...parent, spanId: ids.spanId };
}

/** Gives the header to send on, with this service's span as the parent. */
export function toTraceparent(trace: TraceContext): string {
  return `00-${trace.traceId}-${trace.spanId}-${trace.sampled ? '01' : '00'}`;
}
