/** The official MCP client discovers an external issuer, signs in there, and acts for an agent here. */
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { externalIdentitiesTable } from '../../src/verifier/identity/authentication/outside/tables.ts';
import { clickThrough } from '../../src/verifier/tools/foreign-oauth/foreign-interaction.fixture.ts';
import {
  type ForeignServer,
  openForeignServer,
} from '../../src/verifier/tools/foreign-oauth/foreign-server.fixture.ts';
import { type McpStory, openMcpStory } from '../support/mcp-story.ts';

const redirectUri = 'http://127.0.0.1:7777/callback';
let login: ForeignServer;
let story: McpStory;
let mcpUrl = 'none yet';

beforeAll(async () => {
  login = await openForeignServer({
    scopes: ['mcp:list', 'mcp:call'],
    authMethods: ['none'],
    jwtFor: (resource) => resource.startsWith(mcpUrl),
  });
  story = await openMcpStory({
    verifier: { VERIFIER_OIDC_ISSUER: login.issuer, VERIFIER_OIDC_AUDIENCE: 'https://assay.example/api' },
    mcp: { MCP_GATEWAY_OAUTH_ISSUER: login.issuer },
  });
  ({ mcpUrl } = story);
  await story.scene.agent('clerk');
}, 120_000);
afterAll(async () => {
  await story?.close();
  await login?.close();
});

/** OAuth state of an application. */
function anApplication() {
  let sentTo: URL | undefined;
  const kept: {
    client?: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
    tokens?: Parameters<OAuthClientProvider['saveTokens']>[0];
    verifier: string;
  } = { verifier: '' };
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: {
      redirect_uris: [redirectUri],
      client_name: 'Chat',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url) => {
      sentTo = url;
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier,
  };
  return { provider, kept, sentTo: () => sentTo };
}

it('the client is admitted for the person known to the verifier, once it knows them', async () => {
  const application = anApplication();
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${mcpUrl}/agents/clerk/mcp`), {
      authProvider: application.provider,
    });
    const client = new Client({ name: 'chat', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    const failure = await client.connect(transport).then(
      () => undefined,
      (error: unknown) => error,
    );
    return { client, transport, failure };
  };
  const { transport } = await connect();
  const sentTo = application.sentTo();
  expect(sentTo?.href).toContain(login.issuer);
  expect(sentTo?.searchParams.get('resource')).toBe(`${mcpUrl}/agents/clerk/mcp`);
  const back = new URL(await clickThrough(String(sentTo), redirectUri));
  await transport.finishAuth(back.searchParams);
  const token = String(application.kept.tokens?.access_token);
  expect(decodeJwt(token)).toMatchObject({ iss: login.issuer, aud: `${mcpUrl}/agents/clerk/mcp` });

  const stranger = await connect();
  expect(String(stranger.failure)).toContain('403');
  await story.join('ada@acme.example', 'admin');
  const { items } = await story.assay.members.list({ email: 'ada@acme.example' });
  const adaId = String(items[0]?.user_id);
  const { db } = story.issuer.verifier.verifier().services;
  const row = { issuer: login.issuer, subject: 'anna@foreign.example', email: 'ada@acme.example', linked_at: 0 };
  await db.insert(externalIdentitiesTable).values({ ...row, user_id: adaId });
  await expect
    .poll(
      async () => {
        const { client, failure } = await connect();
        if (failure !== undefined) return String(failure);
        const { tools } = await client.listTools();
        await client.close();
        return tools;
      },
      { timeout: 15_000, interval: 500 },
    )
    .toEqual([]);
}, 60_000);
