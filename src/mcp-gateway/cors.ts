/** CORS rules (Fetch standard): which web pages may use MCP from a browser, by trusted origins. Pure. */
import type { IncomingHttpHeaders } from 'node:http';

export interface Cors {
  /** Response headers for a page of this origin; undefined for an untrusted or missing origin. */
  headersOf(origin: string | undefined): Readonly<Record<string, string>> | undefined;
  /** Headers of the answer to a preflight; undefined for an untrusted origin. */
  preflight(headers: IncomingHttpHeaders): Readonly<Record<string, string>> | undefined;
  /** Headers of the answer to a preflight for public documents. */
  readonly metadataHeaders: Readonly<Record<string, string>>;
}

const usualHeaders = [
  ...['authorization', 'content-type', 'accept', 'dpop', 'x-assay-key', 'x-assay-agent-id', 'x-assay-session-id'],
  ...['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'last-event-id', 'traceparent', 'tracestate'],
];
/** Tools choose the names of the parameters that are mirrored into headers. */
const parameterForm = /^mcp-param-[a-z0-9_-]{1,64}$/;
const maxAsked = 64;
const maxAgeS = '600';

export function createCors(trustedOrigins: readonly string[]): Cors {
  const headersOf: Cors['headersOf'] = (origin) => {
    if (origin === undefined || !trustedOrigins.includes(origin)) return undefined;
    return {
      'access-control-allow-origin': origin,
      vary: 'Origin',
      'access-control-expose-headers': 'www-authenticate, dpop-nonce, x-request-id, retry-after',
    };
  };
  return {
    headersOf,
    preflight(headers) {
      const own = headersOf(headers.origin);
      if (own === undefined) return undefined;
      const asked = (headers['access-control-request-headers'] ?? '').toLowerCase().split(',', maxAsked);
      const parameters = asked.map((name) => name.trim()).filter((name) => parameterForm.test(name));
      return {
        ...own,
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': [...usualHeaders, ...parameters].join(', '),
        'access-control-max-age': maxAgeS,
      };
    },
    metadataHeaders: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': 'mcp-protocol-version',
      'access-control-max-age': maxAgeS,
    },
  };
}
