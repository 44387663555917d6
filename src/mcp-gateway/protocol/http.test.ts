import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { catalogOfTools, legacyRequest, modernRequest, principal, send, startFront } from './mcp-handler.fixture.ts';

let front: Awaited<ReturnType<typeof startFront>>;
let url: string;
beforeAll(async () => {
  front = await startFront();
  url = `${front.url}/mcp`;
});
afterAll(() => front.close());
beforeEach(() => {
  front.world.principal = principal;
  front.world.catalogError = undefined;
  front.world.catalog = catalogOfTools('1', ['notes/read']);
});

/** The same tools by the SDK: both give the same answers. */
const sdk = createMcpHandler(
  () => {
    const server = new Server({ name: 'sdk', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: [] }));
    server.setRequestHandler('tools/call', () => ({ content: [] }));
    return server;
  },
  { onerror: () => {} },
);

const call = () => modernRequest('tools/call', { name: 'notes__read', arguments: {} });
const withHeaders = (headers: Record<string, string | undefined>) => {
  const request = call();
  const kept = Object.entries({ ...request.headers, ...headers }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { body: request.body, headers: Object.fromEntries(kept) };
};

describe("a message gets the SDK's status and code", () => {
  test.each([
    ['is not encoded correctly', call()],
    ['no version header', withHeaders({ 'mcp-protocol-version': undefined })],
    ['another version header', withHeaders({ 'mcp-protocol-version': '2025-11-25' })],
    ['no method header', withHeaders({ 'mcp-method': undefined })],
    ['another method header', withHeaders({ 'mcp-method': 'tools/list' })],
    ['no name header', withHeaders({ 'mcp-name': undefined })],
    ['another name header', withHeaders({ 'mcp-name': 'notes__write' })],
    ['an encoded name header', withHeaders({ 'mcp-name': `=?base64?${btoa('notes__read')}?=` })],
    ['a badly encoded name header', withHeaders({ 'mcp-name': '=?base64?a?=' })],
    ['an unknown method', modernRequest('tools/none')],
    ['a method of the older revisions', modernRequest('logging/setLevel')],
    ['a ping, which went with them', modernRequest('ping')],
    ['a ping of an older client', legacyRequest('ping')],
    ['an older client', legacyRequest('tools/list')],
    ['an unknown method of an older client', legacyRequest('tools/none')],
    ['no JSON', { ...call(), body: '{"jsonrpc"' }],
    ['another content type', withHeaders({ 'content-type': 'text/plain' })],
    ['a batch with a newer request', { ...call(), body: [call().body] }],
    ['a message without a version', { ...call(), body: { id: 1, method: 'tools/list' } }],
    [
      'a notification',
      { ...call(), body: { jsonrpc: '2.0', method: 'notifications/x' }, headers: { ...legacyRequest('x').headers } },
    ],
  ])('%s', async (_name, { headers, body }) => {
    const answer = await send(url, { headers, body });
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const theirs = await sdk.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body: text }));
    const theirText = await theirs.text();
    const json = theirText.startsWith('{') ? theirText : theirText.split('data: ')[1];
    const their = json === undefined ? undefined : JSON.parse(json);
    expect({ status: answer.status, code: answer.message?.error?.code }).toEqual({
      status: theirs.status,
      code: their?.error?.code,
    });
  });
});

test('an unknown revision is refused with the supported ones', async () => {
  const { headers, body } = call();
  const meta = { ...body.params._meta, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
  const later = {
    headers: { ...headers, 'mcp-protocol-version': '2099-01-01' },
    body: { ...body, params: { ...body.params, _meta: meta } },
  };
  const { status, message } = await send(url, later);
  expect(status).toBe(400);
  expect(message?.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } });
});

test('GET and DELETE are not served, and no session is ever given', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(url, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    await answer.body?.cancel();
  }
  const { headers } = await send(url, legacyRequest('initialize', { protocolVersion: '2025-06-18' }));
  expect(headers.get('mcp-session-id')).toBeNull();
});

test('a body that is too large, too deep or not UTF-8 is refused unread', async () => {
  const { headers } = call();
  expect((await send(url, { headers, body: `"${'x'.repeat(4 * 1024 * 1024)}"` })).status).toBe(413);
  expect((await send(url, { headers, body: `${'['.repeat(70)}${']'.repeat(70)}` })).status).toBe(400);
  const chunks = new Blob(['"', 'x'.repeat(5 * 1024 * 1024), '"']).stream();
  const streamed = await fetch(url, { method: 'POST', headers, body: chunks, duplex: 'half' });
  expect([streamed.status, await streamed.json()]).toMatchObject([413, { error: { code: -32000 } }]);
  const bytes = await fetch(url, { method: 'POST', headers, body: Buffer.from([0x22, 0xff, 0x22]) });
  expect([bytes.status, await bytes.json()]).toMatchObject([400, { error: { code: -32700 } }]);
});

test('a repeated member in one object is refused: a proxy may have read the other one', async () => {
  const { headers, body } = call();
  const text = JSON.stringify(body);
  for (const twice of [
    text.replace('"method":', '"method":"ping","method":'),
    text.replace('"name":', '"\\u006eame":"mail__send","name":'),
    text.replace('"arguments":{}', '"arguments":{"__proto__":1,"__proto__":2}'),
  ]) {
    const { status, message } = await send(url, { headers, body: twice });
    expect([status, message?.error?.code]).toEqual([400, -32600]);
  }
  expect((await send(url, { headers, body: text.replace('{}', '{"__proto__":{"a":":"}}') })).status).toBe(200);
});

test("an older client's optional headers must match its body", async () => {
  const older = legacyRequest('tools/call', { name: 'notes__read' });
  const withMirrored = (headers: Record<string, string>) => ({ ...older, headers: { ...older.headers, ...headers } });
  for (const wrong of [{ 'mcp-method': 'tools/list' }, { 'mcp-name': 'notes__write' }]) {
    const { status, message } = await send(url, withMirrored(wrong));
    expect([status, message?.error?.code]).toEqual([400, -32020]);
  }
  expect((await send(url, withMirrored({ 'mcp-method': 'tools/call', 'mcp-name': 'notes__read' }))).status).toBe(200);
});

test('an older client that names a known revision gets it, any other gets our newest', async () => {
  const versionOf = async (protocolVersion: string) =>
    (await send(url, legacyRequest('initialize', { protocolVersion }))).message?.result?.['protocolVersion'];
  expect(await versionOf('2025-03-26')).toBe('2025-03-26');
  expect(await versionOf('2030-01-01')).toBe('2025-11-25');
});

test('a credential without the scope learns which one it needs, and nothing is done', async () => {
  front.world.principal = { ...principal, scopes: ['mcp:list'] };
  const listed = await send(url, modernRequest('tools/list'));
  expect(listed.status).toBe(200);
  const called = await send(url, call());
  expect([called.status, called.headers.get('www-authenticate')]).toEqual([403, 'Bearer scope="mcp:call"']);
  front.world.principal = { ...principal, scopes: ['mcp:call'] };
  expect((await send(url, modernRequest('tools/list'))).status).toBe(200);
});

test('the reason for an unavailable catalog has its own status, and an internal error reveals nothing', async () => {
  front.world.catalogError = new AppError('agent_suspended', 'row 12', { detail: 'The agent is suspended.' });
  const suspended = await send(url, modernRequest('tools/list'));
  expect([suspended.status, suspended.message?.error]).toMatchObject([403, { data: { code: 'agent_suspended' } }]);
  front.world.catalogError = new Error('password=hunter2');
  const failed = await send(url, modernRequest('tools/list'));
  expect(failed.status).toBe(500);
  expect(JSON.stringify(failed.message)).not.toContain('hunter2');
});

test('a server invisible to the principal is not found', async () => {
  expect((await send(`${front.url}/mcp/mail`, modernRequest('tools/list'))).status).toBe(404);
});
