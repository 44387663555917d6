/** Answers before the protocol library has seen the request: JSON-RPC errors with an HTTP status. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { discardThenEnd, isUploading } from '../serve/answer.ts';

/**
 * Codes of JSON-RPC, and ours (-32000 to -32019; those from -32020 on belong to MCP). They equal those of the MCP
 * gateway, so that a client needs one table (docs/mcp.md).
 */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  tooLarge: -32000,
  notAllowed: -32000,
  foreignPage: -32010,
  busy: -32011,
} as const;

export interface RpcRefusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a request with an error. `id` is that of the request, if it was read. */
export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  refusal: RpcRefusal,
  id: string | number | null = null,
): void {
  if (response.destroyed || response.headersSent) return;
  const { code, message, data, status, headers } = refusal;
  const error = { code, message, ...(data === undefined ? {} : { data }) };
  const body = JSON.stringify({ jsonrpc: '2.0', id, error });
  const comes = isUploading(request);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(comes ? { connection: 'close' } : {}),
    ...headers,
  });
  if (!comes) {
    response.end(body);
    return;
  }
  response.write(body);
  discardThenEnd(request, response);
}

/** Gives the id for an answer to this message. */
export function idOf(message: unknown): string | number | null {
  if (typeof message !== 'object' || message === null || !('id' in message)) return null;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
