/**
 * Headers that repeat the body (2026-07-28): `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name` and `Mcp-Param-*`.
 * Decisions here use the body only; the headers must agree with it, because proxies on the way may go by them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { ParamHeader } from '../../platform/tools/param-headers.ts';
import { textOfParam } from '../param-headers.ts';
import type { JsonObject } from '../ports.ts';
import { codes, type McpError, McpFailure } from './wire.ts';

const canonicalBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decimal = /^-?\d+(\.\d+)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The single value of a header without surrounding spaces; undefined when it is absent. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.replace(/^[\t ]+|[\t ]+$/g, '') : undefined;
}

/** Decodes `=?base64?…?=`; gives other values unchanged. Undefined for an invalid encoding. */
export function decodeHeader(value: string): string | undefined {
  if (!value.startsWith('=?base64?') || !value.endsWith('?=') || value.length < 11) return value;
  const encoded = value.slice(9, -2);
  if (!canonicalBase64.test(encoded)) return undefined;
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return undefined;
  }
}

/** @throws McpFailure "header mismatch" unless a modern request has the headers and they agree with its body. */
export function checkMirroredHeaders(headers: IncomingHttpHeaders, method: string, params: JsonObject): void {
  if (headerOf(headers, 'mcp-protocol-version') === undefined) throw mismatch('MCP-Protocol-Version', 'is missing');
  const inHeader = headerOf(headers, 'mcp-method');
  if (inHeader === undefined) throw mismatch('Mcp-Method', 'is missing');
  if (inHeader !== method) throw mismatch('Mcp-Method', 'names a method that differs from the body');
  checkName(headers, method, params);
}

/**
 * Checks headers that older clients send voluntarily. @throws McpFailure "header mismatch" where one disagrees with the
 * body: a proxy may have let the request pass because of it.
 */
export function checkGivenHeaders(headers: IncomingHttpHeaders, method: string, params: JsonObject): void {
  const inHeader = headerOf(headers, 'mcp-method');
  if (inHeader !== undefined && inHeader !== method)
    throw mismatch('Mcp-Method', 'names a method that differs from the body');
  if (headerOf(headers, 'mcp-name') !== undefined) checkName(headers, method, params);
}

function checkName(headers: IncomingHttpHeaders, method: string, params: JsonObject): void {
  const member = method === 'resources/read' ? 'uri' : named.has(method) ? 'name' : undefined;
  if (member === undefined) return;
  const inBody = params[member];
  const inHeader = headerOf(headers, 'mcp-name');
  if (inHeader === undefined) {
    if (typeof inBody === 'string') throw mismatch('Mcp-Name', 'is missing');
    return;
  }
  const decoded = decodeHeader(inHeader);
  if (decoded === undefined) throw mismatch('Mcp-Name', 'is not encoded correctly');
  if (typeof inBody === 'string' && decoded !== inBody)
    throw mismatch('Mcp-Name', `is not params.${member} of the body`);
}

const named = new Set(['tools/call', 'prompts/get']);

/** @throws McpFailure "header mismatch" unless each argument with a header of its own agrees with it. */
export function checkParamHeaders(
  headers: IncomingHttpHeaders,
  wanted: readonly ParamHeader[],
  args: JsonObject,
): void {
  for (const each of wanted) {
    const { name, isNumber } = each;
    const inBody = textOfParam(args, each);
    if (inBody === undefined) continue;
    const header = `Mcp-Param-${name}`;
    const raw = headerOf(headers, header.toLowerCase());
    if (raw === undefined) throw mismatch(header, 'is missing');
    const inHeader = decodeHeader(raw);
    if (inHeader === undefined) throw mismatch(header, 'is not encoded correctly');
    const isSame = isNumber && decimal.test(inHeader) ? Number(inHeader) === Number(inBody) : inHeader === inBody;
    if (!isSame) throw mismatch(header, 'is not the argument of the body');
  }
}

/** The error for a header that disagrees with the body. It repeats no value of the request. */
export function mismatch(header: string, problem: string): McpFailure {
  const message = `The headers and the body disagree: ${header} ${problem}.`;
  const error: McpError = { code: codes.headerMismatch, message, status: 400, data: { mismatch: { header } } };
  return new McpFailure(error);
}
