/** Tests listing the tools of MCP servers: both eras of the protocol, and hostile servers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isAppError } from '../../../platform/errors.ts';
import { createGuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { loopbackBlocks, parseOutboundAllow } from '../../../platform/http/outbound-addresses.ts';
import { toSnapshot } from './definitions.ts';
import { aTool, type McpFault, type McpServerFixture, openMcpServer } from './mcp-server.fixture.ts';
import { scopesWantedBy } from './mcp-session.ts';
import { createVerifierToolCalling } from './tool-calling.ts';
import { createToolListing } from './tool-listing.ts';

const guarded = createGuardedFetch({ allow: parseOutboundAllow(loopbackBlocks) });
const listTools = createToolListing({ clientOf: () => guarded });
const listSoon = createToolListing({ clientOf: () => guarded, timeoutMs: 1_500 });
const callTool = createVerifierToolCalling({ clientOf: () => guarded });
let server: McpServerFixture;
beforeAll(async () => {
  server = await openMcpServer();
});
afterAll(() => server.close());
beforeEach(() => {
  Object.assign(server.behaviour, { fault: undefined, pageSize: undefined, tools: [aTool('search'), aTool('fetch')] });
});

const source = (headers: Record<string, string> = {}) => ({
  type: 'streamable-http' as const,
  url: server.url,
  headers,
});
const refusalOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'taken';
  } catch (error) {
    if (!isAppError(error)) throw error;
    return String(error.extensions?.['reason'] ?? error.code);
  }
};

describe('a server', () => {
  it("is asked for all of its pages, with the installation's headers", async () => {
    const annotated = aTool('write', 'Writes', {
      title: 'Write',
      annotations: { destructiveHint: true },
      _meta: { x: 1 },
    });
    server.behaviour.tools = [aTool('search'), annotated, aTool('fetch')];
    server.behaviour.pageSize = 1;
    const tools = await listTools('default', source({ authorization: 'Bearer canary-token', 'x-region': 'eu' }));
    expect(tools).toEqual([...server.behaviour.tools].map((tool) => expect.objectContaining(tool)));
    expect(server.calls.at(-1)).toMatchObject({ authorization: 'Bearer canary-token', 'x-region': 'eu' });
    const { definitions } = toSnapshot('crm', tools);
    expect(definitions.map(({ name }) => name)).toEqual(['fetch', 'search', 'write']);
    expect(definitions[2]).toEqual({
      server: 'crm',
      name: 'write',
      title: 'Write',
      description: 'Writes',
      inputSchema: annotated.inputSchema,
      annotations: { destructiveHint: true },
      other: { _meta: { x: 1 } },
    });
  });

  const faults: readonly [McpFault, string][] = [
    ['hang', 'upstream_timeout'],
    ['garbage', 'mcp_invalid'],
    ['html', 'outbound_type'],
    ['error', 'upstream_unavailable'],
    ['unauthorized', 'unauthorized'],
    ['insufficient_scope', 'insufficient_scope'],
    ['redirect', 'outbound_redirect'],
    ['flood', 'outbound_size'],
    ['pings', 'tools_invalid'],
    ['endless_pages', 'tools_invalid'],
  ];
  it.each(faults)('is refused when it answers with %s (%s), and not quoted', async (fault, reason) => {
    server.behaviour.fault = fault;
    const list = fault === 'hang' ? listSoon : listTools;
    const error = await list('default', source()).catch((thrown: unknown) => thrown);
    expect(isAppError(error) && (error.extensions?.['reason'] ?? error.code)).toBe(reason);
    expect(isAppError(error) && error.publicText).not.toContain('canary');
  });

  it('names additional scopes that it wants, when listed or called', async () => {
    server.behaviour.fault = 'insufficient_scope';
    server.behaviour.wantedScopes = ['tools.admin', 'x'.repeat(300)];
    const error = await listTools('default', source()).catch((thrown: unknown) => thrown);
    expect(scopesWantedBy(error)).toEqual(['tools.admin']);
    server.behaviour.wantedScopes = ['tools.admin', 'tools.write'];
    const request = { name: 'search', arguments: {} };
    expect(await callTool('default', source(), request, new AbortController().signal)).toMatchObject({
      kind: 'refused',
      code: 'insufficient_scope',
      isRetryable: false,
      scopesMissing: ['tools.admin', 'tools.write'],
    });
    server.behaviour.wantedScopes = [];
    expect(await refusalOf(listTools('default', source()))).toBe('forbidden');
  });

  it('is refused when unreachable, or at a forbidden address', async () => {
    const nowhere = { ...source(), url: 'http://127.0.0.1:61999/mcp' };
    expect(await refusalOf(listTools('default', nowhere))).toBe('upstream_unavailable');
    const shut = createToolListing({ clientOf: () => createGuardedFetch({ allow: parseOutboundAllow('') }) });
    expect(await refusalOf(shut('default', source()))).toMatch(/^outbound_/);
  });

  it('of an entry with an invalid URL is refused', async () => {
    expect(await refusalOf(listTools('default', { ...source(), url: 'http://127.0.0.1:22/mcp' }))).toBe(
      'outbound_port',
    );
  });

  it('ends with its caller', async () => {
    server.behaviour.fault = 'hang';
    const ending = new AbortController();
    const work = refusalOf(listTools('default', source(), ending.signal));
    ending.abort();
    expect(await work).not.toBe('taken');
  });
});
