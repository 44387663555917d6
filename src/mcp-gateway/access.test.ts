/** Access to the MCP gateway: the accepted callers and their principals. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aProofKey, hashOf } from '../platform/http/bound-tokens/proofs.fixture.ts';
import {
  agentKey,
  audience,
  type CallRequest,
  delegatedClaims,
  openMcpGateway,
  personClaims,
  startMs,
  type TestMcpGateway,
  workspaceKey,
} from './access.fixture.ts';

let gateway: TestMcpGateway;
let operator: string;
const revisionOf = async () => JSON.parse((await gateway.ask({ method: 'GET', path: '/health' })).body).config.revision;
/** Publishes a configuration, and waits until it is in use. */
const publish = async (change: Parameters<TestMcpGateway['publish']>[0] = {}) => {
  const revision = gateway.publish(change);
  await vi.waitFor(async () => expect(await revisionOf()).toBe(revision));
};

beforeAll(async () => {
  gateway = await openMcpGateway({ ASSAY_AUTHENTICATION: 'required' });
  operator = await gateway.operatorToken();
});
beforeEach(async () => {
  gateway.set(startMs);
  await publish();
});
afterAll(() => gateway.close());

const bearer = (token: string) => [['authorization', `Bearer ${token}`]] as const;
const withToken = (change: Record<string, unknown> = {}, path = '/mcp'): CallRequest => ({
  path,
  headers: bearer(gateway.token(change)),
});

describe('a caller is', () => {
  it.each([
    ['the agent of a token', () => withToken(), { agentId: 'clerk', speaker: undefined, onBehalfOf: null }],
    ['the same at its own path', () => withToken({}, '/agents/clerk/mcp/crm'), { agentId: 'clerk' }],
    ['the agent of a key', () => ({ headers: [['x-assay-key', agentKey]] as const }), { agentId: 'clerk' }],
    [
      'the agent for whom a person speaks, by a grant that the verifier is asked about',
      () => withToken(personClaims, '/agents/helper/mcp'),
      { agentId: 'helper', speaker: 'usr_ada', speakerGrantId: 'gr_1' },
    ],
    [
      'the agent that acts for a person, within their consent',
      () => withToken({ ...delegatedClaims, tools: ['mail'] }),
      { agentId: 'clerk', onBehalfOf: { user: 'usr_ada', grantId: 'dgr_1', tools: ['mail'], hasToken: true } },
    ],
    [
      'any agent, for whoever operates this machine',
      () => ({ path: '/agents/helper/mcp', headers: bearer(operator) }),
      { agentId: 'helper', scopes: 'all' },
    ],
  ])('%s', async (_words, request, expected) => {
    const { status, body } = await gateway.ask(request());
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject(JSON.parse(JSON.stringify(expected)));
  });

  it('limited to the scopes known here', async () => {
    for (const [scope, expected] of [
      ['mcp:list openid gateway:call', ['mcp:list']],
      ['assay:full', ['mcp:list', 'mcp:call']],
      ['openid', []],
    ] as const) {
      expect(JSON.parse((await gateway.ask(withToken({ scope }))).body).scopes).toEqual(expected);
    }
  });
});

describe('refuses', () => {
  it.each([
    ['a call without a credential', () => ({}), 401],
    ['a key that nobody knows', () => ({ headers: [['x-assay-key', `assay_key_${'z'.repeat(43)}`]] as const }), 401],
    ['a token for the gateway of models', () => withToken({ aud: 'https://verifier.test/gateway' }), 401],
    ['a token for another MCP gateway', () => withToken({ aud: 'http://127.0.0.1:8101/mcp' }), 401],
    ['a token for one server below this', () => withToken({ aud: `${audience}/crm` }), 401],
    ['a token of another issuer', () => withToken({ iss: 'https://evil.test' }), 401],
    ['a token of another organisation', () => withToken({ org_id: 'other' }), 401],
    ['a token that has expired', () => withToken({ exp: startMs / 1000 - 31 }), 401],
    ['a token from before the agent’s epoch', () => withToken({ agent_epoch: 2 }), 401],
    ['a token of a client alone', () => withToken({ agent_id: undefined, sub: 'oc_1' }), 401],
    ['a token that is bound to a key, as Bearer', () => withToken({ cnf: { jkt: 'A'.repeat(43) } }), 401],
    ['a token that is bound to a certificate', () => withToken({ cnf: { 'x5t#S256': 'A'.repeat(43) } }), 401],
    ['a token that is bound to something unknown', () => withToken({ cnf: { kid: 'x' } }), 401],
    [
      'a token that is bound to nothing, as DPoP',
      () => ({ headers: [['authorization', `DPoP ${gateway.token()}`]] as const }),
      401,
    ],
    ['a key as DPoP', () => ({ headers: [['authorization', `DPoP ${agentKey}`]] as const }), 401],
    ['an agent for another agent', () => withToken({}, '/agents/helper/mcp'), 403],
    [
      'an agent for another agent by header',
      () => ({ headers: [...bearer(gateway.token()), ['x-assay-agent-id', 'helper']] as const }),
      403,
    ],
    [
      'a key of an agent for another agent',
      () => ({ path: '/agents/helper/mcp', headers: [['x-assay-key', agentKey]] as const }),
      403,
    ],
    [
      'a key that is bound to no agent',
      () => ({ path: '/agents/clerk/mcp', headers: [['x-assay-key', workspaceKey]] as const }),
      403,
    ],
    ['a person who names no agent', () => withToken(personClaims), 403],
    [
      'a person who names the agent by header',
      () => ({ headers: [...bearer(gateway.token(personClaims)), ['x-assay-agent-id', 'clerk']] as const }),
      403,
    ],
    ['two Authorization headers', () => ({ headers: [...bearer(gateway.token()), ...bearer('other')] }), 400],
    ['a token in the URL', () => ({ path: `/mcp?access_token=${gateway.token()}`, headers: bearer(operator) }), 400],
    ['a key in the URL', () => ({ path: `/mcp?k=${agentKey}`, headers: bearer(gateway.token()) }), 400],
    [
      'two agents in one call',
      () => ({ path: '/agents/helper/mcp', headers: [...bearer(operator), ['x-assay-agent-id', 'clerk']] as const }),
      400,
    ],
    [
      'the operator of another organisation',
      () => ({ headers: [...bearer(operator), ['x-assay-organization', 'other']] as const }),
      403,
    ],
    ['an alias that is none', () => withToken({}, '/mcp/CRM'), 404],
  ])('%s', async (_words, request, expected) => {
    const before = gateway.calls.length;
    const { status, body } = await gateway.ask(request());
    expect({ status, body }).toMatchObject({ status: expected });
    expect(gateway.calls).toHaveLength(before);
  });

  it('a revoked token, and one whose consent ended, with the bundle that says so', async () => {
    const until = startMs + 300_000;
    await publish({ revoked_tokens: [{ jti: 'token-1', until }], ended_grants: [{ id: 'dgr_1', until }] });
    expect((await gateway.ask(withToken())).status).toBe(401);
    expect((await gateway.ask(withToken({ jti: 'token-2' }))).status).toBe(200);
    expect((await gateway.ask(withToken({ ...delegatedClaims, jti: 'token-3' }))).status).toBe(401);
  });

  it('a suspended agent, for any person who speaks for it', async () => {
    const suspended = { id: 'clerk', workspace_id: 'sales', audit_mode: 'enforce' as const, status: 'suspended' };
    await publish({ agents: [{ ...suspended, agent_epoch: 3 }] });
    for (const request of [
      withToken(),
      withToken(personClaims, '/agents/clerk/mcp'),
      { headers: [['x-assay-key', agentKey]] as const },
      { path: '/agents/clerk/mcp', headers: bearer(operator) },
    ]) {
      const { status, body } = await gateway.ask(request);
      expect({ status, code: JSON.parse(body).code }).toEqual({ status: 403, code: 'agent_suspended' });
    }
  });

  it('an admitted request in progress when its agent is suspended', async () => {
    const opened = new Promise<void>((resolve) => gateway.holdWith(() => resolve()));
    const answer = gateway.ask(withToken()).then(
      () => 'answered',
      () => 'cut off',
    );
    await opened;
    const status = { status: 'suspended', agent_epoch: 4 };
    await publish({ agents: [{ id: 'clerk', workspace_id: 'sales', audit_mode: 'enforce', ...status }] });
    expect(await answer).toBe('cut off');
    gateway.holdWith((response) => response.writeHead(204).end());
  });
});

describe('a key-bound token', () => {
  it('is valid once with a proof for the exact call', async () => {
    const key = await aProofKey();
    const token = gateway.token({ cnf: { jkt: key.jkt } });
    let count = 0;
    const proofFor = (change: Record<string, unknown> = {}) => {
      count += 1;
      const claims = { jti: `p-${count}`, htm: 'POST', htu: 'http://127.0.0.1:8100/mcp', iat: startMs / 1000 };
      return key.prove({ ...claims, ath: hashOf(token), ...change });
    };
    const show = async (proof: string, path = '/mcp') =>
      gateway.ask({
        path,
        headers: [
          ['authorization', `DPoP ${token}`],
          ['dpop', proof],
        ],
      });
    const good = await proofFor();
    expect((await show(good)).status).toBe(204);
    const replayed = await show(good);
    expect(replayed.status).toBe(401);
    expect(String(replayed.headers['www-authenticate'])).toContain('DPoP');
    expect(String(replayed.headers['www-authenticate'])).toContain('error="invalid_dpop_proof"');
    expect((await show(await proofFor(), '/mcp/crm')).status).toBe(401);
    expect((await show(await proofFor({ htm: 'GET' }))).status).toBe(401);
    expect((await show(await proofFor({ ath: hashOf('other') }))).status).toBe(401);
    expect((await show(await proofFor({ htu: 'https://evil.test/mcp' }))).status).toBe(401);
    expect((await gateway.ask({ headers: [['authorization', `DPoP ${token}`]] })).status).toBe(401);
  });
});

describe('a refusal names', () => {
  it('where to get a token for this resource, and the scopes', async () => {
    const { headers } = await gateway.ask({ path: '/agents/clerk/mcp/crm' });
    const metadata = 'http://127.0.0.1:8100/.well-known/oauth-protected-resource/agents/clerk/mcp/crm';
    expect(headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadata}", scope="mcp:list mcp:call"`);
  });

  it('the error of the token', async () => {
    const { headers } = await gateway.ask(withToken({ aud: 'https://verifier.test/gateway' }));
    expect(headers['www-authenticate']).toMatch(/error="invalid_token", error_description="[^"]*request http:/);
  });

  it('all missing scopes at once', async () => {
    await gateway.ask(withToken({ scope: 'openid' }));
    const { status, headers } = gateway.calls.at(-1)?.call.challenge(['mcp:list', 'mcp:call']) ?? {};
    expect(status).toBe(403);
    expect(headers?.['www-authenticate']).toBe(
      'Bearer resource_metadata="http://127.0.0.1:8100/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="mcp:list mcp:call"',
    );
  });
});

describe('operator endpoints', () => {
  it('refuse credentials of agents and people', async () => {
    for (const credential of [gateway.token(), gateway.token(personClaims)]) {
      expect((await gateway.ask({ method: 'GET', path: '/metrics', headers: bearer(credential) })).status).toBe(403);
    }
    expect((await gateway.ask({ method: 'GET', path: '/metrics', headers: bearer(operator) })).status).toBe(200);
  });
});
