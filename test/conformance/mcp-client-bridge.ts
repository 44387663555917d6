/**
 * Our clients for the public MCP conformance suite: authorization as apps are installed (`foreign-oauth`) with the
 * conversation of the installer, and everything else as the MCP gateway asks servers (`upstreams`).
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AgentTool } from '../../src/contract/agent-tools.ts';
import { aPrincipal, aRequest, openUpstreams, remote } from '../../src/mcp-gateway/upstreams/upstreams.fixture.ts';
import { createSecret } from '../../src/platform/secret.ts';
import { createForeignOAuthServices } from '../../src/verifier/foreign-oauth/create.ts';
import { openOAuth } from '../../src/verifier/foreign-oauth/oauth.fixture.ts';
import { selectScopes } from '../../src/verifier/foreign-oauth/scopes.ts';
import type { ForeignClient, ForeignOAuth } from '../../src/verifier/foreign-oauth/seams.ts';
import { createToolCalling } from '../../src/verifier/installations/tool-calling.ts';
import { createToolListing } from '../../src/verifier/installations/tool-listing.ts';

interface Wish {
  readonly scenario: string;
  readonly url: string;
  readonly context: Readonly<Record<string, unknown>>;
}
type Json = Readonly<Record<string, unknown>>;

const org = 'default';
const publicUrl = 'https://conformance-test.local';
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Listens for what the suite wants done; `url` is where its command sends that. */
export async function openClientBridge() {
  const fixture = await openOAuth();
  const { db, vault, outbound, audit, changes } = fixture.verifier.verifier().services;
  const { foreignOAuth } = createForeignOAuthServices({
    ...{ db, vault, outbound, control: { audit, changes }, clock: fixture.verifier.clock, randomBytes, publicUrl },
    places: {
      ...{ publicUrl, redirectUri: `${publicUrl}/v1/scoped-credentials/callback` },
      documentUrl: `${publicUrl}/client-metadata.json`,
    },
  });
  const clientOf = () => outbound.forOrganisation(org);
  const installer = {
    oauth: foreignOAuth,
    list: createToolListing({ clientOf }),
    call: createToolCalling({ clientOf }),
  };
  const gateway = openUpstreams();
  const server = createServer((request, response) => {
    text(request)
      .then((body) => act(JSON.parse(body)))
      .then(
        () => response.end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  const act = (wish: Wish) => (wish.scenario.startsWith('auth/') ? install(installer, wish) : callAll(gateway, wish));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await gateway.close();
      await fixture.close();
    },
  };
}

interface Installer {
  readonly oauth: ForeignOAuth;
  readonly list: ReturnType<typeof createToolListing>;
  readonly call: ReturnType<typeof createToolCalling>;
}

/** As an app is installed and called: discovered, registered, connected, listed; anew where its server has become another. */
async function install({ oauth, list, call }: Installer, { url, context }: Wish): Promise<void> {
  let failure: unknown;
  for (let turn = 0; turn < 2; turn += 1) {
    oauth.forget(org, url);
    const headers = await connect(oauth, url, context);
    const source = { type: 'streamable-http', url, headers } as const;
    try {
      const tools = await list(org, source);
      for (const tool of tools.filter(isObject)) {
        const wish = { name: String(tool['name']), arguments: {} };
        const outcome = await call(org, source, wish, AbortSignal.timeout(20_000));
        if (outcome.kind !== 'answered') throw new Error(`the call was ${outcome.kind}`);
      }
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function connect(oauth: ForeignOAuth, url: string, context: Json): Promise<Record<string, string>> {
  const auth = await oauth.discover(org, url);
  if (!auth.required || auth.issuer === null) return {};
  const { issuer, resource } = auth;
  const client = await clientAt(oauth, issuer, resource, context);
  const parties = { issuer, resource, clientRowId: client.id };
  const scopes = selectScopes(auth);
  const flow = await oauth.begin(org, { ...parties, scopes });
  const answer = await fetch(flow.url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? 'about:blank');
  const cameTo = /\/callback\/([0-9a-f]{32})$/.exec(back.pathname)?.[1];
  const { state, verifier } = flow;
  const given = await oauth.finish(org, { ...parties, state, verifier, callback: back.searchParams, cameTo, scopes });
  if (given.kind !== 'tokens') throw new Error(`no tokens: ${JSON.stringify(given)}`);
  return { authorization: `Bearer ${given.tokens.accessToken.reveal()}` };
}

function clientAt(oauth: ForeignOAuth, issuer: string, resource: string, context: Json): Promise<ForeignClient> {
  const { client_id: clientId, client_secret: secret } = context;
  if (typeof clientId !== 'string' || typeof secret !== 'string') return oauth.ensureClient(org, issuer, resource);
  return oauth.keepClient(org, issuer, { clientId, secret: createSecret(secret) });
}

/** Lists the tools, and calls those that the scenario names; what the server asks first is answered. */
async function callAll({ upstreams }: ReturnType<typeof openUpstreams>, { url, context }: Wish): Promise<void> {
  const ask = async (tools: readonly AgentTool[], method: string, params: Json) => {
    const server = remote(url, { installation_id: url, tools: [...tools] });
    const clientCapabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
    const principal = aPrincipal({ key: url });
    const outcome = await upstreams.request(server, principal, aRequest({ method, params, clientCapabilities }));
    return outcome.kind === 'answered' ? outcome.result : undefined;
  };
  const listed = (await ask([], 'tools/list', {}))?.['tools'];
  const tools = (Array.isArray(listed) ? listed.filter(isObject) : []).map(toTool);
  for (const { name, arguments: args } of wishes(context, tools)) {
    let more: Json = {};
    for (let round = 0; round < 5; round += 1) {
      const result = await ask(tools, 'tools/call', { name, arguments: args, ...more });
      if (result?.['resultType'] !== 'input_required') break;
      const { inputRequests = {}, requestState } = result;
      const accepted = { action: 'accept', content: { confirmed: true } };
      const inputResponses = Object.fromEntries(Object.keys(Object(inputRequests)).map((key) => [key, accepted]));
      more = { inputResponses, ...(requestState === undefined ? {} : { requestState }) };
    }
  }
}

function toTool(definition: Json): AgentTool {
  const name = String(definition['name']);
  return { name, definition, hash: 'sha256:0', mode: 'available', callable: true, reason: null };
}

function wishes({ toolCalls }: Json, tools: readonly AgentTool[]): { name: string; arguments: Json }[] {
  if (Array.isArray(toolCalls)) return toolCalls;
  return tools.map(({ name }) => ({ name, arguments: name === 'add_numbers' ? { a: 5, b: 3 } : {} }));
}
