/**
 * What a proxied call asks of the model server besides its body, as far as an approval of it is bound to it. The same bytes
 * mean another thing to another API, and headers switch on what the body does not say.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { sha256Hex } from '@assay/sdk/crypto';

/** Where something is put to a model, or judged without one. */
export interface Endpoint {
  /** Path and query. */
  readonly endpoint: string;
  /** Hex SHA-256 of the client's own headers that go on; null where there are none. */
  readonly headersHash: string | null;
}

export interface SentCall {
  readonly path: string;
  readonly upstreamHeaders: Readonly<Record<string, string>>;
  readonly clientHeaders: IncomingHttpHeaders;
}

/** Which call it is, made by which program and on which way: that is another one at every try. */
const passing = new Set([
  ...['user-agent', 'date', 'via', 'priority', 'x-real-ip', 'cdn-loop', 'idempotency-key', 'x-idempotency-key'],
  ...['traceparent', 'tracestate', 'baggage', 'b3', 'sentry-trace', 'uber-trace-id', 'newrelic'],
  ...['elastic-apm-traceparent', 'x-cloud-trace-context', 'x-amzn-trace-id', 'x-trace-id', 'grpc-trace-bin'],
  ...['request-id', 'x-request-id', 'x-client-request-id', 'x-ms-client-request-id', 'x-openai-client-request-id'],
  ...['correlation-id', 'x-correlation-id', 'x-request-start', 'amz-sdk-invocation-id', 'amz-sdk-request'],
]);
const passingGroups = ['x-stainless-', 'x-b3-', 'x-datadog-', 'x-envoy-', 'x-forwarded-', 'sec-', 'cf-'];

/** All other headers count, known or not: who knows what a model server makes of them. */
export function toEndpoint({ path, upstreamHeaders, clientHeaders }: SentCall): Endpoint {
  const bound = Object.entries(upstreamHeaders).filter(
    // What the gateway put there itself, such as its own key, is nothing that the client asks for.
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
