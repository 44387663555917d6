/**
 * Our clients for the public MCP conformance suite: the installer's authorization (`foreign-oauth`), and for everything else the
 * MCP gateway's client (`upstreams`).
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { isRecord } from '@assay/sdk/contract';
import type { AgentTool } from '../../src/contract/agent-tools.ts';
import { aPrincipal, aRequest, openUpstreams, remote } from '../../src/mcp-gateway/upstreams/upstreams.fixture.ts';
import { AppError } from '../../src/platform/errors.ts';
import { createSecret } from '../../src/platform/secret.ts';
import { createForeignOAuthServices } from '../../src/verifier/tools/foreign-oauth/create.ts';
import { openOAuth } from '../../src/verifier/tools/foreign-oauth/oauth.fixture.ts';
import type {
  ForeignClient,
  ForeignOAuth,
  GivenClient,
  TokenAnswer,
} from '../../src/verifier/tools/foreign-oauth/ports.ts';
import { selectScopes, widenScopes } from '../../src/verifier/tools/foreign-oauth/scopes.ts';
import { toSnapshot, toUsable } from '../../src/verifier/tools/installations/definitions.ts';
import { scopesWantedBy } from '../../src/verifier/tools/installations/mcp-session.ts';
import { createVerifierToolCalling } from '../../src/verifier/tools/installations/tool-calling.ts';
import { createToolListing } from '../../src/verifier/tools/installations/tool-listing.ts';

interface Wish {
  readonly scenario: string;
  readonly url: string;
  readonly context: Readonly<Record<string, unknown>>;
}
type Json = Readonly<Record<string, unknown>>;

const org = 'default';
const publicUrl = 'https://conformance-test.local';
const isObject = (value: unknown): value is Json => isRecord(value);

/** Listens for requests of the suite; its command posts them to `url`. */
export async function openClientBridge() {
  const fixture = await openOAuth();
  const { db, vault, outbound, audit, changes } = fixture.verifier.verifier().services;
  const { foreignOAuth } = createForeignOAuthServices({
    db,
    vault,
    outbound,
    audit,
    changes,
    clock: fixture.verifier.clock,
    randomBytes,
    publicUrl,
    places: {
      publicUrl,
      redirectUri: `${publicUrl}/v1/scoped-credentials/callback`,
      documentUrl: `${publicUrl}/client-metadata.json`,
    },
  });
  const clientOf = () => outbound.forOrganisation(org);
  const installer = {
    oauth: foreignOAuth,
    list: createToolListing({ clientOf }),
    call: createVerifierToolCalling({ clientOf }),
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
  const act = (request: Wish) =>
    request.scenario.startsWith('auth/') ? install(installer, request) : callAll(gateway, request);
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
  readonly call: ReturnType<typeof createVerifierToolCalling>;
}

/**
 * Installs an app and calls it: discover, register, connect, list. Reconnects if its server has changed, or if it requests more
 * scopes, as a person would.
 */
async function install(installer: Installer, request: Wish): Promise<void> {
  const { url } = request;
  let scopes: readonly string[] = [];
  let failure: unknown;
  for (let turn = 0; turn < 3; turn += 1) {
    installer.oauth.forget(org, url);
    const connected = await connect(installer.oauth, request, scopes);
    try {
      await listAndCall(installer, url, connected.headers);
      return;
    } catch (error) {
      const wider = widenScopes(connected.scopes, scopesWantedBy(error) ?? []);
      // Repeats once if it wants other scopes than it was given, or refuses for another reason.
      if (scopes.length > 0 || (wider === undefined && turn > 0)) throw error;
      scopes = wider ?? [];
      failure = error;
    }
  }
  throw failure;
}

async function listAndCall({ list, call }: Installer, url: string, headers: Record<string, string>): Promise<void> {
  const source = { type: 'streamable-http', url, headers } as const;
  for (const tool of (await list(org, source)).filter(isObject)) {
    const request = { name: String(tool['name']), arguments: {} };
    const outcome = await call(org, source, request, AbortSignal.timeout(20_000));
    if (outcome.kind === 'answered') continue;
    const { scopesMissing } = outcome.kind === 'refused' ? outcome : {};
    const extensions = scopesMissing && { reason: 'insufficient_scope', scopes_missing: scopesMissing };
    throw new AppError('unprocessable', `the call was ${outcome.kind}`, extensions && { extensions });
  }
}

async function connect(oauth: ForeignOAuth, { scenario, url, context }: Wish, more: readonly string[]) {
  const auth = await oauth.discover(org, url);
  if (!auth.required || auth.issuer === null) return { headers: {}, scopes: [] };
  const { issuer, resource } = auth;
  const scopes = more.length > 0 ? more : selectScopes(auth);
  if (scenario.startsWith('auth/client-credentials-')) {
    const request = { issuer, resource, scopes, client: givenClient(context) ?? { clientId: 'none' } };
    return toConnected(await oauth.clientCredentials(org, request), scopes);
  }
  const client = await clientAt(oauth, issuer, resource, context);
  const parties = { issuer, resource, clientRowId: client.id };
  const flow = await oauth.begin(org, { ...parties, scopes });
  const answer = await fetch(flow.url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? 'about:blank');
  const cameTo = /\/callback\/([0-9a-f]{32})$/.exec(back.pathname)?.[1];
  const { state, verifier } = flow;
  const callback = back.searchParams;
  return toConnected(await oauth.finish(org, { ...parties, state, verifier, callback, cameTo, scopes }), scopes);
}

function toConnected(given: TokenAnswer, scopes: readonly string[]) {
  if (given.kind !== 'tokens') throw new Error(`no tokens: ${JSON.stringify(given)}`);
  return { headers: { authorization: `Bearer ${given.tokens.accessToken.reveal()}` }, scopes };
}

function clientAt(oauth: ForeignOAuth, issuer: string, resource: string, context: Json): Promise<ForeignClient> {
  const given = givenClient(context);
  return given === undefined ? oauth.ensureClient(org, issuer, resource) : oauth.keepClient(org, issuer, given);
}

function givenClient({ client_id: clientId, client_secret: secret }: Json): GivenClient | undefined {
  if (typeof clientId !== 'string' || typeof secret !== 'string') return undefined;
  return { clientId, secret: createSecret(secret) };
}

/** Lists the tools and calls those that the scenario names; answers requests of the server first. */
async function callAll({ upstreams }: ReturnType<typeof openUpstreams>, { url, context }: Wish): Promise<void> {
  const ask = async (tools: readonly AgentTool[], method: string, params: Json) => {
    const server = remote(url, { installation_id: url, tools: [...tools] });
    const clientCapabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
    const principal = aPrincipal({ key: url });
    const outcome = await upstreams.request(server, principal, aRequest({ method, params, clientCapabilities }));
    return outcome.kind === 'answered' ? outcome.result : undefined;
  };
  const listed = (await ask([], 'tools/list', {}))?.['tools'];
  const tools = toTools(Array.isArray(listed) ? listed : []);
  for (const { name, arguments: args } of requests(context, tools)) {
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

/** The callable tools after installation, in the verifier's form. */
function toTools(listed: readonly unknown[]): AgentTool[] {
  const { definitions } = toSnapshot('app', listed);
  const usable = new Set(toUsable(definitions, definitions).map(({ name }) => name));
  return definitions.flatMap(({ server: _server, other, ...definition }): AgentTool[] => {
    const { name } = definition;
    if (!usable.has(name)) return [];
    const known = { name, definition: { ...definition, ...other }, hash: 'sha256:0' };
    return [{ ...known, mode: 'available', callable: true, reason: null }];
  });
}

function requests({ toolCalls }: Json, tools: readonly AgentTool[]): { name: string; arguments: Json }[] {
  if (Array.isArray(toolCalls)) return toolCalls;
  const numbers = { a: 5, b: 3 };
  const schema = tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.definition['inputSchema'];
  const wanted: Readonly<Record<string, Json>> = { add_numbers: numbers, json_schema_echo: { schema } };
  return tools.map(({ name }) => ({ name, arguments: wanted[name] ?? {} }));
}
