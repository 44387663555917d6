/**
 * Bodies in other charsets than UTF-8 at every service: none is read as another text. Each service gets a valid body first, so
 * that a refusal is due to the charset.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpWorld, openMcpWorld } from '../support/mcp-world.ts';

let world: McpWorld;
let attestorToken: string;

beforeAll(async () => {
  attestorToken = 'a'.repeat(40);
  world = await openMcpWorld({ ATTESTOR_TOKEN: attestorToken });
}, 120_000);
afterAll(() => world?.close());

interface Edge {
  readonly service: string;
  readonly path: string;
  readonly body: string;
  readonly type?: string;
  readonly headers?: () => Promise<Record<string, string>> | Record<string, string>;
}

const chat = JSON.stringify({ model: 'echo', messages: [{ role: 'user', content: 'Grüße, bitte' }] });
const claims = JSON.stringify({ data: { input: 'Grüße, bitte' }, phase: 'request' });
const rpc = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { note: 'Grüße' } });
const mcp = { accept: 'application/json, text/event-stream' };
const operator = () => ({ 'x-assay-key': world.operatorToken });
const auditor = () => ({ authorization: `Bearer ${'x'.repeat(40)}` });
const gatewayOperator = async () => {
  const token = await readFile(world.services.dataDir.file('operator-token'), 'utf8');
  return { 'x-assay-key': token.trim() };
};

const edges: readonly Edge[] = [
  {
    service: 'verifier',
    path: '/v1/policies/validate',
    headers: operator,
    body: JSON.stringify({ text: '// Grüße', scope: { level: 'org', id: 'default' } }),
  },
  {
    service: 'verifier',
    path: '/oauth/token',
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=client_credentials&scope=Grüße',
  },
  {
    service: 'verifier',
    path: '/v1/token-exchange',
    type: 'application/x-www-form-urlencoded',
    body: 'grant_type=urn:ietf:params:oauth:grant-type:token-exchange&scope=Grüße',
  },
  { service: 'verifier', path: '/mcp', headers: () => ({ ...mcp, ...operator() }), body: rpc },
  {
    service: 'attestor',
    path: '/v1/attest',
    headers: () => ({ authorization: `Bearer ${attestorToken}` }),
    body: JSON.stringify({ nonce: 'Grüße' }),
  },
  { service: 'gateway', path: '/v1/chat/completions', body: chat },
  { service: 'gateway', path: '/v1/messages', body: JSON.stringify({ ...JSON.parse(chat), max_tokens: 5 }) },
  { service: 'gateway', path: '/v1/embeddings', body: JSON.stringify({ model: 'echo', input: 'Grüße' }) },
  { service: 'gateway', path: '/v1/evaluate', body: claims },
  { service: 'gateway', path: '/v1/tool-calls', headers: gatewayOperator, body: JSON.stringify({ server: 'Grüße' }) },
  { service: 'gateway', path: '/mcp', headers: () => mcp, body: rpc },
  { service: 'mcp-gateway', path: '/mcp', headers: () => mcp, body: rpc },
  { service: 'injection', path: '/claims', headers: auditor, body: claims },
  { service: 'injection', path: '/v1/claims', headers: auditor, body: claims },
  { service: 'injection', path: '/mcp', headers: () => ({ ...mcp, ...auditor() }), body: rpc },
];

async function send(edge: Edge, body: Buffer, type: string): Promise<{ status: number; text: string }> {
  const { service, path, headers = () => ({}) } = edge;
  const response = await fetch(`${world.services.urls[service]}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(await headers()) },
    body: new Uint8Array(body),
    // The byte count is not required: bodies are also chunked.
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text() };
}

/** Refused by HTTP, or in-band by an auditor (contract 7.1). */
const isRefused = ({ status, text }: { status: number; text: string }) =>
  status === 400 || status === 415 || (status === 200 && text.includes('"INVALID_REQUEST"'));

const typeOf = ({ type = 'application/json' }: Edge) => type;
const bytesOf = ({ body }: Edge) => Buffer.from(body);
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const withBytes = (text: string, ...bytes: number[]) => {
  const [before = '', after = ''] = text.split('ü');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
};

const charsets = [
  'utf-16',
  'utf-16le',
  'utf-7',
  'iso-8859-1',
  'windows-1252',
  'utf-8; charset=utf-16',
  '"utf-16"',
  'ascii, utf-8',
];
const bodies: readonly (readonly [string, (text: string) => Buffer])[] = [
  ['UTF-16', (text) => Buffer.from(text, 'utf16le')],
  ['UTF-16 with its mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 of the other order', swapped],
  ['UTF-32', (text) => Buffer.concat([...text].map((char) => Buffer.from([char.charCodeAt(0), 0, 0, 0])))],
  ['Latin-1', (text) => Buffer.from(text, 'latin1')],
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
  ['UTF-8 with a byte that is none', (text) => withBytes(text, 0xff)],
  ['UTF-8 in an overlong form', (text) => withBytes(text, 0xc0, 0xa2)],
  ['UTF-8 with half of a pair', (text) => withBytes(text, 0xed, 0xa0, 0x80)],
  ['UTF-8 beyond Unicode', (text) => withBytes(text, 0xf5, 0x80, 0x80, 0x80)],
  ['UTF-8 that is cut', (text) => withBytes(text, 0xc3)],
];

describe.each(edges.map((edge) => [`${edge.service} ${edge.path}`, edge] as const))('%s', (_name, edge) => {
  it('accepts the charset of a body in UTF-8', async () => {
    for (const type of [typeOf(edge), `${typeOf(edge)}; charset=UTF-8`]) {
      const { status, text } = await send(edge, bytesOf(edge), type);
      expect([200, 400, 401, 409, 422], text).toContain(status);
      expect(text).not.toMatch(/charset|UTF-8/);
    }
  });

  it.each(charsets)('refuses a body declared as %s', async (charset) => {
    const answer = await send(edge, bytesOf(edge), `${typeOf(edge)}; charset=${charset}`);
    expect(isRefused(answer), `${answer.status} ${answer.text}`).toBe(true);
  });

  it.each(bodies)('refuses a body in %s', async (_what, encode) => {
    const answer = await send(edge, encode(edge.body), typeOf(edge));
    expect(isRefused(answer), `${answer.status} ${answer.text}`).toBe(true);
    // It is refused for its charset, and nothing in it was read.
    expect(answer.text).not.toContain('\ufffd');
  });

  it('refuses the same as a part of multipart/form-data', async () => {
    const part = `--b\r\ncontent-disposition: form-data; name="body"\r\ncontent-type: application/json; charset=utf-16\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(part), Buffer.from(edge.body, 'utf16le'), Buffer.from('\r\n--b--\r\n')]);
    const answer = await send(edge, body, 'multipart/form-data; boundary=b');
    expect(isRefused(answer), `${answer.status} ${answer.text}`).toBe(true);
  });
});
