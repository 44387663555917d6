/**
 * Headers that repeat what stands in the body (2026-07-28): `MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name` and
 * `Mcp-Param-*`. What is decided here goes by the body alone; the headers must not say anything else, because others on the
 * way may go by them.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../seams.ts';
import { codes, isObject, type McpError, McpFailure } from './wire.ts';

const canonicalBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const decimal = /^-?\d+(\.\d+)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The one value of a header without spaces around it; undefined when it is absent. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value.replace(/^[\t ]+|[\t ]+$/g, '') : undefined;
}

/** Decodes `=?base64?…?=`; other values are themselves. Undefined when the encoding is not the one of this text. */
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

/** @throws McpFailure header mismatch, unless the headers of a modern request are there and say what its body says. */
export function checkMirroredHeaders(headers: IncomingHttpHeaders, method: string, params: JsonObject): void {
  if (headerOf(headers, 'mcp-protocol-version') === undefined) throw mismatch('MCP-Protocol-Version', 'is missing');
  const inHeader = headerOf(headers, 'mcp-method');
  if (inHeader === undefined) throw mismatch('Mcp-Method', 'is missing');
  if (inHeader !== method) throw mismatch('Mcp-Method', 'names another method than the body');
  checkName(headers, method, params);
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
  if (decoded === undefined) throw mismatch('Mcp-Name', 'is not encoded as it has to be');
  if (typeof inBody === 'string' && decoded !== inBody)
    throw mismatch('Mcp-Name', `is not params.${member} of the body`);
}

const named = new Set(['tools/call', 'prompts/get']);

/** A property of a tool's arguments that its schema wants in a header too. */
export interface ParamHeader {
  readonly path: readonly string[];
  /** Lower case, without `Mcp-Param-`. */
  readonly name: string;
  readonly isNumber: boolean;
}

const maxParamHeaders = 64;
const maxSchemaDepth = 16;

/** The headers that a tool's input schema asks for: those of properties reached by `properties` alone. */
export function paramHeadersOf(inputSchema: unknown): readonly ParamHeader[] {
  const found: ParamHeader[] = [];
  visit(inputSchema, [], found);
  return found;
}

function visit(schema: unknown, path: readonly string[], found: ParamHeader[]): void {
  if (!isObject(schema) || path.length > maxSchemaDepth || found.length >= maxParamHeaders) return;
  const name = schema['x-mcp-header'];
  if (path.length > 0 && typeof name === 'string' && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/.test(name)) {
    const isNumber = schema['type'] === 'integer' || schema['type'] === 'number';
    found.push({ path, name: name.toLowerCase(), isNumber });
  }
  const properties = schema['properties'];
  if (!isObject(properties)) return;
  for (const [key, child] of Object.entries(properties)) visit(child, [...path, key], found);
}

/** @throws McpFailure header mismatch, unless each argument that has a header of its own stands in it. */
export function checkParamHeaders(
  headers: IncomingHttpHeaders,
  wanted: readonly ParamHeader[],
  args: JsonObject,
): void {
  for (const { path, name, isNumber } of wanted) {
    const inBody = toText(valueAt(args, path));
    if (inBody === undefined) continue;
    const header = `Mcp-Param-${name}`;
    const raw = headerOf(headers, header.toLowerCase());
    if (raw === undefined) throw mismatch(header, 'is missing');
    const inHeader = decodeHeader(raw);
    if (inHeader === undefined) throw mismatch(header, 'is not encoded as it has to be');
    const isSame = isNumber && decimal.test(inHeader) ? Number(inHeader) === Number(inBody) : inHeader === inBody;
    if (!isSame) throw mismatch(header, 'is not the argument of the body');
  }
}

function valueAt(root: JsonObject, path: readonly string[]): unknown {
  let value: unknown = root;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

/** The error of a header that says something else than the body. Repeats no value of the request. */
export function mismatch(header: string, problem: string): McpFailure {
  const message = `The headers and the body disagree: ${header} ${problem}.`;
  const error: McpError = { code: codes.headerMismatch, message, status: 400, data: { mismatch: { header } } };
  return new McpFailure(error);
}
