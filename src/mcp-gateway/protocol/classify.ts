/**
 * Classifies a POST as a request or a notification, and its era. The body decides, as in the SDK's
 * `classifyInboundRequest` (a test compares both); the headers may only agree.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isRecord } from '@assay/sdk/contract';
import { toKnownCapabilities } from '../capabilities.ts';
import type { JsonObject } from '../ports.ts';
import { checkMirroredHeaders, headerOf, mismatch } from './mirrored.ts';
import {
  codes,
  firstModernRevision,
  legacyRevisions,
  type McpError,
  McpFailure,
  type McpRequest,
  metaKeys,
  modernRevisions,
  type RequestId,
  toObject,
} from './wire.ts';

export type Classified =
  | { readonly kind: 'request'; readonly request: McpRequest }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject; readonly isModern: boolean };

const maxIdLength = 256;
const maxMethodLength = 128;

/** The id that an error repeats; null where the body has no valid one. */
export function echoedId(body: unknown): RequestId | null {
  return isRecord(body) && typeof body['method'] === 'string' && isRequestId(body['id']) ? body['id'] : null;
}

/** @throws McpFailure with HTTP status 400 for everything that may not be sent here. */
export function classify(headers: IncomingHttpHeaders, body: unknown): Classified {
  if (Array.isArray(body)) throw invalid('Batches of messages are not supported: send each message by itself.');
  if (!isRecord(body) || body['jsonrpc'] !== '2.0') throw invalid('The body is not a JSON-RPC 2.0 message.');
  const { method, params, id } = body;
  if (method === undefined && ('result' in body || 'error' in body)) {
    throw invalid('This endpoint sends no requests to clients, so it takes no answers.');
  }
  if (typeof method !== 'string' || method === '' || method.length > maxMethodLength) {
    throw invalid('The message has no method, or a method of invalid length.');
  }
  if (params !== undefined && !isRecord(params)) throw invalid('params must be an object.');
  if (!('id' in body)) return notification(headers, method, params ?? {});
  if (!isRequestId(id)) throw invalid('The id must be an integer, or a string of at most 256 characters.');
  return { kind: 'request', request: toRequest(headers, { id, method, params: params ?? {} }) };
}

function isRequestId(id: unknown): id is RequestId {
  return (typeof id === 'string' && id.length <= maxIdLength) || (typeof id === 'number' && Number.isSafeInteger(id));
}

interface Message {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
}

function toRequest(headers: IncomingHttpHeaders, message: Message): McpRequest {
  const { method, params } = message;
  const meta = toObject(params['_meta']);
  const header = headerOf(headers, 'mcp-protocol-version');
  if (isHandshake(method, meta)) {
    if (header !== undefined && isModern(header))
      throw mismatch('MCP-Protocol-Version', 'is not a revision with initialize');
    return { ...message, era: 'legacy', meta, clientCapabilities: undefined };
  }
  if (Object.hasOwn(meta, metaKeys.protocolVersion)) return claimed(headers, message, meta);
  if (header !== undefined && isModern(header)) {
    const missing = [metaKeys.protocolVersion, metaKeys.clientCapabilities].filter((key) => !Object.hasOwn(meta, key));
    throw envelope(`_meta of the request is missing ${missing.join(', ')}.`, { missing });
  }
  if (header !== undefined && !legacyRevisions.includes(header)) throw unsupported(header);
  return { ...message, era: 'legacy', meta, clientCapabilities: undefined };
}

/** `initialize` belongs to the older revisions, unless its `_meta` is complete and names a newer one. */
function isHandshake(method: string, meta: JsonObject): boolean {
  const version = meta[metaKeys.protocolVersion];
  const isClaimed = typeof version === 'string' && isModern(version) && isRecord(meta[metaKeys.clientCapabilities]);
  return method === 'initialize' && !isClaimed;
}

function claimed(headers: IncomingHttpHeaders, message: Message, meta: JsonObject): McpRequest {
  const version = meta[metaKeys.protocolVersion];
  const capabilities = meta[metaKeys.clientCapabilities];
  if (typeof version !== 'string') throw envelope(`${metaKeys.protocolVersion} must be a string.`);
  if (!isRecord(capabilities)) throw envelope(`${metaKeys.clientCapabilities} is missing or not an object.`);
  checkClientInfo(meta[metaKeys.clientInfo]);
  const header = headerOf(headers, 'mcp-protocol-version');
  if (header !== undefined && header !== version) throw mismatch('MCP-Protocol-Version', 'differs from the body');
  const inHeader = headerOf(headers, 'mcp-method');
  if (inHeader !== undefined && inHeader !== message.method)
    throw mismatch('Mcp-Method', 'names a method that differs from the body');
  if (!modernRevisions.includes(version)) throw unsupported(version);
  checkMirroredHeaders(headers, message.method, message.params);
  return { ...message, era: 'modern', meta, clientCapabilities: toKnownCapabilities(capabilities) };
}

function checkClientInfo(info: unknown): void {
  if (info === undefined) return;
  if (isRecord(info) && typeof info['name'] === 'string' && typeof info['version'] === 'string') return;
  throw envelope(`${metaKeys.clientInfo} must be an object with name and version.`);
}

function notification(headers: IncomingHttpHeaders, method: string, params: JsonObject): Classified {
  const claim = toObject(params['_meta'])[metaKeys.protocolVersion];
  if (claim !== undefined && typeof claim !== 'string') throw envelope(`${metaKeys.protocolVersion} must be a string.`);
  const header = headerOf(headers, 'mcp-protocol-version');
  if (claim !== undefined && header !== undefined && header !== claim) {
    throw mismatch('MCP-Protocol-Version', 'differs from the body');
  }
  const revision = claim ?? header;
  const isModernOne = claim !== undefined || (revision !== undefined && isModern(revision));
  if (isModernOne && revision !== undefined && !modernRevisions.includes(revision)) throw unsupported(revision);
  const inHeader = headerOf(headers, 'mcp-method');
  if (isModernOne && inHeader !== undefined && inHeader !== method) {
    throw mismatch('Mcp-Method', 'names a method that differs from the body');
  }
  return { kind: 'notification', method, params, isModern: isModernOne };
}

const isModern = (revision: string): boolean => revision >= firstModernRevision;

const invalid = (message: string) => new McpFailure({ code: codes.invalidRequest, message, status: 400 });

function envelope(message: string, data?: JsonObject): McpFailure {
  const error: McpError = { code: codes.invalidParams, message, status: 400 };
  return new McpFailure(data === undefined ? error : { ...error, data: { envelope: data } });
}

function unsupported(requested: string): McpFailure {
  const data = { supported: [...modernRevisions], requested: requested.slice(0, 64) };
  const message = 'This revision of the protocol is not supported; data.supported lists the supported ones.';
  return new McpFailure({ code: codes.versionUnsupported, message, status: 400, data });
}
