/**
 * The part of a proxied call besides its body that an approval is bound to. The same bytes mean different things to
 * different APIs, and headers switch on features that the body does not show.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { sha256Hex } from '@assay/sdk/crypto';

/** The place where something is put to a model, or judged without one. */
export interface Endpoint {
  /** Path and query. */
  readonly endpoint: string;
  /** Hex SHA-256 of the client's own forwarded headers; null where there are none. */
  readonly headersHash: string | null;
}

export interface SentCall {
  readonly path: string;
  readonly upstreamHeaders: Readonly<Record<string, string>>;
  readonly clientHeaders: IncomingHttpHeaders;
}

/** Headers that identify the single call, its program and its path through proxies; they differ on every try. */
const passing = new Set([
  ...['user-agent', 'date', 'via', 'priority', 'x-real-ip', 'cdn-loop', 'idempotency-key', 'x-idempotency-key'],
  ...['traceparent', 'tracestate', 'baggage', 'b3', 'sentry-trace', 'uber-trace-id', 'newrelic'],
  ...['elastic-apm-traceparent', 'x-cloud-trace-context', 'x-amzn-trace-id', 'x-trace-id', 'grpc-trace-bin'],
  ...['request-id', 'x-request-id', 'x-client-request-id', 'x-ms-client-request-id', 'x-openai-client-request-id'],
  ...['correlation-id', 'x-correlation-id', 'x-request-start', 'amz-sdk-invocation-id', 'amz-sdk-request'],
]);
const passingGroups = ['x-stainless-', 'x-b3-', 'x-datadog-', 'x-envoy-', 'x-forwarded-', 'sec-', 'cf-'];

/** All other headers count, known or not, because a model server may act on them. */
export function toEndpoint({ path, upstreamHeaders, clientHeaders }: SentCall): Endpoint {
  const bound = Object.entries(upstreamHeaders).filter(
    // Headers that the gateway sets itself, such as its own key, are not the client's choice.
    ([name, value]) => !isPassing(name) && textOf(clientHeaders[name]) === value,
  );
  const sorted = bound.sort(([left], [right]) => (left < right ? -1 : 1));
  return { endpoint: path, headersHash: sorted.length === 0 ? null : sha256Hex(JSON.stringify(sorted)) };
}

function isPassing(name: string): boolean {
  return passing.has(name) || passingGroups.some((group) => name.startsWith(group));
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
