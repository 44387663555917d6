import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classify, echoedId } from './classify.ts';
import { McpFailure, metaKeys } from './wire.ts';

/** The result: an era with a kind, or the code of the error. */
function ours(headers: Record<string, string>, body: unknown): string | number {
  try {
    const found = classify(headers, body);
    if (found.kind === 'request') return `${found.request.era} request`;
    return `${found.isModern ? 'modern' : 'legacy'} notification`;
  } catch (error) {
    if (error instanceof McpFailure) return error.error.code;
    throw error;
  }
}

function theirs(headers: Record<string, string>, body: unknown): string | number {
  const found = classifyInboundRequest({
    httpMethod: 'POST',
    ...(headers['mcp-protocol-version'] === undefined
      ? {}
      : { protocolVersionHeader: headers['mcp-protocol-version'] }),
    ...(headers['mcp-method'] === undefined ? {} : { mcpMethodHeader: headers['mcp-method'] }),
    body,
  });
  if (found.kind === 'reject') return found.code;
  if (found.kind === 'modern') return `modern ${found.messageKind}`;
  return `legacy ${found.reason === 'notification' ? 'notification' : 'request'}`;
}

const absent = Symbol('absent');
const maybe = <T>(...values: T[]) => fc.constantFrom<T | typeof absent>(absent, ...values);
const without = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== absent));

const modern = '2026-07-28';
const messages = fc.record({
  version: maybe<unknown>(modern, '2025-11-25', 7),
  capabilities: maybe<unknown>({}, 'no'),
  header: maybe(modern, '2025-11-25'),
  headerMethod: maybe('tools/list', 'initialize', 'notifications/x'),
  method: fc.constantFrom('tools/list', 'initialize', 'notifications/x'),
  id: maybe<unknown>(1, 'one'),
});

test("requests and notifications have the SDK's era, and its refusal codes", () => {
  fc.assert(
    fc.property(messages, ({ version, capabilities, header, headerMethod, method, id }) => {
      const _meta = without({ [metaKeys.protocolVersion]: version, [metaKeys.clientCapabilities]: capabilities });
      const body = without({ jsonrpc: '2.0', id, method, params: { _meta } });
      const headers = Object.fromEntries(
        Object.entries(without({ 'mcp-protocol-version': header, 'mcp-method': headerMethod })).map(([key, value]) => [
          key,
          String(value),
        ]),
      );
      const expected = theirs(headers, body);
      const found = ours(headers, body);
      expect(found).toBe(expected === 'modern request' || version === '2025-11-25' ? next(expected) : expected);
      // The SDK makes these checks later, ours are already made: the revision is supported, the headers are there.
      function next(so: string | number): string | number {
        if (typeof so === 'number' || so.startsWith('legacy')) return so;
        if (version === '2025-11-25') return -32022;
        return header === absent || headerMethod === absent ? -32020 : so;
      }
    }),
    { numRuns: 2_000 },
  );
});

test('anything but a single message is refused as an invalid request', () => {
  for (const body of [
    [],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
    null,
    'ping',
    {},
    { jsonrpc: '1.0', id: 1, method: 'ping' },
  ]) {
    expect(ours({}, body)).toBe(-32600);
  }
  for (const id of [null, 1.5, {}, 'x'.repeat(257), Number.MAX_VALUE]) {
    expect(ours({}, { jsonrpc: '2.0', id, method: 'ping' })).toBe(-32600);
  }
  expect(ours({}, { jsonrpc: '2.0', id: 1, result: {} })).toBe(-32600);
  expect(ours({}, { jsonrpc: '2.0', id: 1, method: 'ping', params: [] })).toBe(-32600);
});

test('errors repeat only a valid id', () => {
  expect(echoedId({ method: 'ping', id: 'a' })).toBe('a');
  for (const body of [{ method: 'ping', id: {} }, { id: 1 }, [], null]) expect(echoedId(body)).toBeNull();
});

test('any input throws nothing but a protocol error', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.dictionary(fc.string(), fc.string()), (body, headers) => {
      ours(headers, body);
    }),
  );
});
