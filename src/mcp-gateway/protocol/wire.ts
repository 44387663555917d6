/** Constants of the Model Context Protocol: revisions, `_meta` keys and error codes; and small JSON checks. */
import { isRecord } from '@assay/sdk/contract';
import type { JsonObject } from '../ports.ts';

/** Revisions without a handshake, newest first. */
export const modernRevisions: readonly string[] = ['2026-07-28'];
/** Revisions that begin with `initialize`, served without a session, newest first. */
export const legacyRevisions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** The first revision without a handshake; revisions are dates and sort as text. */
export const firstModernRevision = '2026-07-28';

export const metaKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
  evidenceId: 'io.assay/evidence_id',
  code: 'io.assay/code',
  leftOut: 'io.assay/left_out',
} as const;

/** Error codes of JSON-RPC and MCP, and our own between -32000 and -32019. */
export const codes = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  headerMismatch: -32020,
  capabilityMissing: -32021,
  versionUnsupported: -32022,
  /** Code for a missing resource before 2026-07-28. */
  legacyResourceNotFound: -32002,
  httpRefused: -32000,
  forbidden: -32010,
  busy: -32011,
  rateLimited: -32012,
  unavailable: -32013,
  serverFailed: -32014,
  withheld: -32015,
  notFound: -32016,
  approvalOrInput: -32017,
} as const;

export type Era = 'modern' | 'legacy';
export type RequestId = string | number;

/** A request that was accepted. */
export interface McpRequest {
  readonly era: Era;
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  /** `_meta` of the params; empty where there is none. */
  readonly meta: JsonObject;
  /** The client's capabilities; undefined where it cannot be asked anything. */
  readonly clientCapabilities: JsonObject | undefined;
}

/** The end of a request: a result as JSON text, or an error. */
export type McpAnswer =
  | { readonly kind: 'result'; readonly json: string }
  | { readonly kind: 'error'; readonly error: McpError };

export interface McpError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject | undefined;
  /** HTTP status; 200 where the method itself failed. */
  readonly status?: number | undefined;
  readonly retryAfterS?: number | undefined;
}

/** Ends a request with a protocol error. */
export class McpFailure extends Error {
  readonly error: McpError;
  constructor(error: McpError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'McpFailure';
    this.error = error;
  }
}

export function toObject(value: unknown): JsonObject {
  return isRecord(value) ? value : {};
}

/** A string member of at most this length, else undefined. */
export function textOf(value: JsonObject, member: string, maxLength = 4_096): string | undefined {
  const text = Object.hasOwn(value, member) ? value[member] : undefined;
  return typeof text === 'string' && text.length <= maxLength ? text : undefined;
}

/** @throws McpFailure "invalid params" when the member is no text of a fitting length. */
export function requireText(params: JsonObject, member: string, maxLength = 4_096): string {
  const text = textOf(params, member, maxLength);
  if (text !== undefined && text !== '') return text;
  throw invalidParams(`params.${member} must be a string of 1 to ${maxLength} characters.`);
}

export function invalidParams(message: string, data?: JsonObject): McpFailure {
  return new McpFailure({ code: codes.invalidParams, message, data });
}
