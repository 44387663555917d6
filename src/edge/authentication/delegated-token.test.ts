import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aConfigBundle, createBundleSigner } from '../../../test/support/config-verifier.ts';
import { type BundleIndex, indexBundle } from '../../configuration/resolve-agent.ts';
import type { ConfigBundle } from '../../contract/control/config-bundle.ts';
import { AppError } from '../../platform/errors.ts';
import { createGatewayAuthentication } from './authenticate.ts';

const start = 1_800_000_000_000;
const signer = createBundleSigner();
const issuer = 'https://verifier.test';
const audience = `${issuer}/gateway`;
const access_tokens = { issuer, audience, keys: [signer.key] };
const anAgent = (id: string, change: object = {}) => {
  return { id, workspace_id: 'sales', audit_mode: 'enforce' as const, agent_epoch: 3, ...change };
};
const agents = [anAgent('clerk'), anAgent('helper', { agent_epoch: 7 }), anAgent('scout')];
const actorOf = (agent: string, act?: unknown, change: object = {}) => ({
  sub: `spiffe://test/agent/${agent}`,
  iss: issuer,
  sub_profile: 'ai_agent',
  ...(act === undefined ? {} : { act }),
  ...change,
});
const claims = {
  iss: issuer,
  sub: 'usr_ada',
  aud: audience,
  client_id: 'oc_1',
  jti: 'dtk_1',
  scope: 'gateway:call',
  exp: start / 1000 + 300,
  iat: start / 1000,
  org_id: 'default',
  grant_id: 'dgr_1',
  agent_epoch: 3,
  act: actorOf('clerk'),
};
const aToken = (change: object = {}) => signer.sign({ ...claims, ...change }, { typ: 'at+jwt' });

function open(change: Partial<ConfigBundle> = {}, orgId = 'default') {
  let index: BundleIndex | undefined;
  const publish = (next: Partial<ConfigBundle>) => {
    index = indexBundle(aConfigBundle([], { agents, access_tokens, org_id: orgId, ...next }));
  };
  publish(change);
  const authentication = createGatewayAuthentication({
    index: () => index,
    orgId,
    trustDomain: 'test',
    isFollowing: true,
    clock: { now: () => start },
  });
  const ask = (credential: string) => {
    try {
      return authentication.byCredential({ credential, scheme: 'bearer' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `${error.code}: ${error.publicText}`;
    }
  };
  return { ask, publish };
}

describe('a token of an agent that acts for a person', () => {
  it('represents the agent, and names the person and the consent', () => {
    expect(open().ask(aToken())).toEqual({
      user: 'clerk',
      agentId: 'clerk',
      kind: 'agent',
      role: 'agent',
      scopes: ['gateway:call'],
      isDeployment: false,
      organisation: 'default',
      authentication: 'oauth',
      credentialId: 'dtk_1',
      clientId: 'oc_1',
      onBehalfOf: { user: 'usr_ada', grantId: 'dgr_1' },
    });
    const chained = { act: actorOf('clerk', actorOf('helper', actorOf('scout'))), parent_grants: ['dgr_2', 'dgr_3'] };
    expect(open().ask(aToken(chained))).toMatchObject({ agentId: 'clerk', onBehalfOf: { user: 'usr_ada' } });
    expect(open().ask(aToken({ tools: ['mail'] }))).toMatchObject({ onBehalfOf: { tools: ['mail'] } });
  });

  it('of an organisation with its own trust domain is known only under that name', () => {
    const there = (domain: string) => {
      const act = { ...actorOf('clerk'), sub: `spiffe://${domain}/agent/clerk` };
      return open({}, 'Acme').ask(aToken({ org_id: 'Acme', act }));
    };
    expect(there('acme.test')).toMatchObject({ agentId: 'clerk' });
    expect(there('test')).toMatch(/not an agent of this organisation/);
  });

  const noAgent = /not an agent of this organisation/;
  const form = /missing or malformed/;
  const actorForm = /is malformed/;
  it.each<[string, object, RegExp]>([
    ['of another issuer', { iss: 'https://elsewhere.test' }, /another issuer/],
    ['for another audience', { aud: `${issuer}/v1` }, /not for gateways/],
    ['that has expired', { exp: start / 1000 - 30 }, /expired/],
    ['that does not hold yet', { nbf: start / 1000 + 31 }, /is not valid yet/],
    ['of another organisation', { org_id: 'acme' }, /another organisation/],
    ['without the scope', { scope: 'crm:read' }, /scope/],
    ['bound to a key', { cnf: { jkt: 'x' } }, /bound to a key/],
    ['that is an agent’s own as well', { agent_id: 'clerk' }, /contradict each other/],
    ['without a person', { sub: undefined }, form],
    ['does not name a person', { sub: 'spiffe://test/agent/clerk' }, form],
    ['for a person with a strange id', { sub: 'usr_a"b' }, form],
    ['without a grant', { grant_id: undefined }, form],
    ['with an empty grant', { grant_id: '' }, form],
    ['with parents of another form', { parent_grants: 'dgr_2' }, form],
    ['with tools of another form', { tools: 'mail' }, form],
    ['without an epoch', { agent_epoch: undefined }, form],
    ['of an earlier epoch', { agent_epoch: 2 }, /was ended/],
    ['of a later epoch', { agent_epoch: 4 }, /was ended/],
    ['whose actor is nothing', { act: null }, actorForm],
    ['whose actor is a text', { act: 'spiffe://test/agent/clerk' }, actorForm],
    ['whose actor is a list', { act: [actorOf('clerk')] }, actorForm],
    ['whose actor has no id', { act: actorOf('clerk', undefined, { sub: undefined }) }, actorForm],
    ['whose actor says more', { act: actorOf('clerk', undefined, { exp: 9e9 }) }, actorForm],
    ['whose actor is no agent', { act: actorOf('clerk', undefined, { sub_profile: 'service' }) }, actorForm],
    ['whose actor another vouches for', { act: actorOf('clerk', undefined, { iss: 'https://x' }) }, /another issuer/],
    ['of an agent that nobody registered', { act: actorOf('ghost') }, noAgent],
    ['of another trust domain', { act: { ...actorOf('clerk'), sub: 'spiffe://other/agent/clerk' } }, noAgent],
    ['of a name below ours', { act: { ...actorOf('clerk'), sub: 'spiffe://a.test/agent/clerk' } }, noAgent],
    ['of a gateway', { act: { ...actorOf('clerk'), sub: 'spiffe://test/gateway/clerk' } }, noAgent],
    ['of an agent written otherwise', { act: { ...actorOf('clerk'), sub: 'SPIFFE://test/agent/clerk' } }, noAgent],
    ['of a text that is no id', { act: { ...actorOf('clerk'), sub: 'clerk' } }, noAgent],
    ['with an unknown actor below', { act: actorOf('clerk', actorOf('ghost')) }, noAgent],
    ['with an unknown actor far below', { act: actorOf('clerk', actorOf('helper', actorOf('ghost'))) }, noAgent],
    ['with a malformed actor below', { act: actorOf('clerk', { sub: 'x' }) }, actorForm],
    ['with nothing below', { act: actorOf('clerk', null) }, actorForm],
  ])('%s is refused with its reason', (_name, change, reason) => {
    const answer = open().ask(aToken(change));
    expect(answer).toMatch(/^unauthorized/);
    expect(answer).toMatch(reason);
  });

  it('is refused with an endless chain', () => {
    let act = actorOf('clerk');
    for (let depth = 0; depth < 16; depth += 1) act = actorOf('clerk', act);
    expect(open().ask(aToken({ act }))).toMatch(/too many actors/);
  });

  it('ends with the bundle that ends its consent, or one that it depends on', () => {
    const { ask, publish } = open();
    const [own, chained] = [aToken(), aToken({ jti: 'dtk_2', parent_grants: ['dgr_8', 'dgr_9'] })];
    expect([ask(own), ask(chained)]).toMatchObject([{ agentId: 'clerk' }, { agentId: 'clerk' }]);
    publish({ revision: 2, ended_grants: [{ id: 'dgr_9', until: start + 300_000 }] });
    expect([ask(own), ask(chained)]).toMatchObject([{ agentId: 'clerk' }, expect.stringMatching(/consent .* ended/)]);
    publish({ revision: 3, ended_grants: [{ id: 'dgr_1', until: start + 300_000 }] });
    expect([ask(own), ask(chained)]).toEqual(Array(2).fill(expect.stringMatching(/consent .* ended/)));
  });

  it('is over with the bundle that tells that it was revoked, as a token of an agent itself is', () => {
    const { ask, publish } = open();
    const own = aToken({ act: undefined, sub: 'spiffe://test/agent/clerk', agent_id: 'clerk', jti: 'at_1' });
    expect([ask(aToken()), ask(own)]).toMatchObject([{ agentId: 'clerk' }, { agentId: 'clerk' }]);
    publish({ revision: 2, revoked_tokens: ['at_1', 'dtk_1'].map((jti) => ({ jti, until: start + 300_000 })) });
    expect([ask(aToken()), ask(own)]).toEqual(Array(2).fill(expect.stringMatching(/revoked/)));
  });

  it('is refused when it may be one that a bundle has no room for, and not when made later', () => {
    const { ask, publish } = open();
    const cut = start + 300_000 + 30_000;
    const [own, later] = [
      aToken({ act: undefined, sub: 'spiffe://test/agent/clerk', agent_id: 'clerk', jti: 'at_1' }),
      aToken({ exp: start / 1000 + 301 }),
    ];
    publish({ revision: 2, ended_grants_cut: cut });
    expect([ask(aToken()), ask(own), ask(later)]).toMatchObject([
      ...[expect.stringMatching(/too many consents/), { agentId: 'clerk' }, { agentId: 'clerk' }],
    ]);
    publish({ revision: 3, revoked_tokens_cut: cut });
    expect([ask(aToken()), ask(own), ask(later)]).toMatchObject([
      ...[expect.stringMatching(/too many/), expect.stringMatching(/too many/), { agentId: 'clerk' }],
    ]);
  });

  it('ends with its agent, and with every agent in its chain', () => {
    const { ask, publish } = open();
    const chained = aToken({ act: actorOf('clerk', actorOf('helper')) });
    expect(ask(chained)).toMatchObject({ agentId: 'clerk' });
    const suspend = (suspended: string) =>
      agents.map((agent) => (agent.id === suspended ? { ...agent, status: 'suspended' } : agent));
    publish({ revision: 2, agents: suspend('helper') });
    expect(ask(chained)).toMatch(/^unauthorized: .*in its chain is not active/);
    publish({ revision: 3, agents: suspend('clerk') });
    expect(ask(chained)).toMatch(/^agent_suspended/);
    publish({ revision: 4, agents: agents.map((agent) => ({ ...agent, agent_epoch: 4 })) });
    expect(ask(chained)).toMatch(/was ended/);
  });

  it('represents only its outermost actor, with anything below or beside it', () => {
    const { ask } = open();
    const agentName = fc.constantFrom('clerk', 'helper', 'scout', 'ghost');
    const member = fc.constantFrom('sub', 'grant_id', 'agent_epoch', 'tools', 'agent_id', 'parent_grants', 'act');
    fc.assert(
      fc.property(fc.array(agentName, { minLength: 1, maxLength: 5 }), member, fc.jsonValue(), (chain, name, value) => {
        const act = chain.reduceRight<object | undefined>((inner, agent) => actorOf(agent, inner), undefined);
        const answer = ask(aToken({ act, [name]: value }));
        if (typeof answer === 'string') return;
        expect([chain[0], answer?.onBehalfOf?.user]).toEqual([answer?.agentId, expect.stringMatching(/^usr_/)]);
        expect([chain.includes('ghost'), chain[0] === 'helper']).toEqual([false, false]);
      }),
      { numRuns: 300 },
    );
  });
});
