/** Calls tools at a test verifier, without a network. */
import type { TestVerifier } from '../../test-verifier.ts';

export interface ToolAnswer {
  readonly status: number;
  readonly isError: boolean;
  /** `error` of a refusal: code, message, data. */
  readonly structured: Record<string, unknown>;
  readonly body: Record<string, unknown>;
}

export async function callTool(
  verifier: TestVerifier,
  headers: Record<string, string>,
  name: string,
  args: object,
): Promise<ToolAnswer> {
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  const sent = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
    ...headers,
  };
  const { status, raw, headers: got, body } = await verifier.call('POST', '/mcp', sent, message);
  const text = raw.toString('utf8');
  const isStream = String(got['content-type']).startsWith('text/event-stream');
  const data = isStream
    ? text
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))
        ?.slice('data: '.length)
    : text;
  const read = status === 200 ? JSON.parse(data ?? '{}') : body;
  const { structuredContent = {}, isError = false } = Object(read.result);
  return { status, isError, structured: structuredContent, body: read };
}

/** Gives the error of a refusal; undefined without one. */
export function refusalOf({ structured }: ToolAnswer): Record<string, unknown> | undefined {
  const { error } = structured;
  return error === undefined ? undefined : Object(error);
}
