/** Callers by our access tokens: the token says who calls, the database says what they may do now. */
import { describe, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import type { Role } from '../../../platform/http/access.ts';
import { refuseCredential } from '../../../platform/http/bound-tokens/refuse-credential.ts';
import { createSecret } from '../../../platform/secret.ts';
import type { VerifiedToken } from '../issuer/ports.ts';
import { createIdentify } from './identify.ts';
import { createTokenCallers } from './token-caller.ts';

const db = {} as Db;
const person: VerifiedToken = {
  subject: 'usr_1',
  kind: 'person',
  orgId: 'acme',
  clientId: 'cli',
  scopes: ['agents:read'],
  jti: 'jti-1',
};
const agent: VerifiedToken = {
  subject: 'spiffe://x/agent/a',
  kind: 'agent',
  orgId: 'acme',
  clientId: 'c',
  agentId: 'a',
  epoch: 3,
  scopes: ['assay:full'],
  jti: 'jti-2',
};
const delegated: VerifiedToken = {
  ...person,
  kind: 'delegated',
  agentId: 'a',
  epoch: 3,
  spiffeId: 'spiffe://x/agent/a',
  grantId: 'dgr_1',
};
const owners = [{ user: 'usr_1', role: 'operator' as Role }];

interface World {
  readonly token: VerifiedToken | undefined;
  readonly role?: Role;
  readonly state?: { status: string; epoch: number; owners: typeof owners };
  readonly bound?: 'refused';
}

const gatewaySecret = createSecret('a secret of at least 32 characters');

function find({ token, role, state, bound }: World) {
  const findByToken = createTokenCallers({
    db,
    issuer: { verifyAccessToken: async () => token },
    roles: { roleOf: async (_db, orgId, user) => (orgId === 'acme' && user === 'usr_1' ? role : undefined) },
    agents: { findForToken: async () => state },
    async assertBound() {
      if (bound !== undefined) throw refuseCredential('bound', 'token_bound');
    },
  });
  return createIdentify({ apiKeys: { findCaller: async () => undefined }, gatewaySecret, findByToken }).byCredential(
    { credential: 'text', scheme: 'bearer' },
    { headers: {} },
  );
}

describe('an access token', () => {
  it('of a person gives the present role, within its scopes', async () => {
    expect(await find({ token: person, role: 'reviewer' })).toEqual({
      user: 'usr_1',
      kind: 'person',
      role: 'reviewer',
      organisation: 'acme',
      authentication: 'oauth',
      scopes: ['agents:read', 'self'],
      isDeployment: false,
      credentialId: 'jti-1',
    });
  });

  it('of a former member is refused', async () => {
    await expect(find({ token: person })).rejects.toMatchObject({ extensions: { reason: 'not_a_member' } });
  });

  it('of an agent gives the agent, with the present roles of its owners', async () => {
    const caller = await find({ token: agent, state: { status: 'active', epoch: 3, owners } });
    expect(caller).toMatchObject({ user: 'a', kind: 'agent', role: 'agent', scopes: 'all', owners, agentId: 'a' });
  });

  it.each([
    ['suspended', { status: 'suspended', epoch: 3, owners }],
    ['suspended and active again', { status: 'active', epoch: 4, owners }],
    ['without an owner', { status: 'orphaned', epoch: 3, owners: [] }],
    ['not there', undefined],
  ])('of an agent that is %s is refused', async (_words, state) => {
    const call = find({ token: agent, ...(state === undefined ? {} : { state }) });
    await expect(call).rejects.toMatchObject({ code: 'unauthorized', extensions: { reason: 'agent_inactive' } });
  });

  it('of an agent that acts for a person gives the present person, the agent, and its owners', async () => {
    const state = { status: 'active', epoch: 3, owners };
    const caller = await find({ token: delegated, role: 'reviewer', state });
    expect(caller).toEqual({
      user: 'usr_1',
      kind: 'person',
      role: 'reviewer',
      organisation: 'acme',
      authentication: 'oauth',
      scopes: ['agents:read', 'self'],
      isDeployment: false,
      credentialId: 'jti-1',
      owners,
      actor: { agentId: 'a', spiffeId: 'spiffe://x/agent/a', grantId: 'dgr_1' },
    });
  });

  it.each([
    ['whose agent is suspended', { state: { status: 'suspended', epoch: 3, owners }, role: 'admin' }, 'agent_inactive'],
    [
      'whose agent was suspended since',
      { state: { status: 'active', epoch: 4, owners }, role: 'admin' },
      'agent_inactive',
    ],
    ['whose agent is not there', { role: 'admin' }, 'agent_inactive'],
    ['whose person left', { state: { status: 'active', epoch: 3, owners } }, 'not_a_member'],
  ] as const)('of an agent that acts for a person, %s, is refused', async (_words, world, reason) => {
    await expect(find({ token: delegated, ...world })).rejects.toMatchObject({
      code: 'unauthorized',
      extensions: { reason },
    });
  });

  it('of an agent that acts for a person without a grant is no caller', async () => {
    const { grantId: _grant, ...token } = delegated;
    const state = { status: 'active', epoch: 3, owners };
    await expect(find({ token, role: 'admin', state })).rejects.toThrow('grant');
  });

  it('of a client without a person has no rights, with any scopes', async () => {
    const call = find({ token: { ...agent, kind: 'client', subject: 'c' }, role: 'admin' });
    await expect(call).rejects.toMatchObject({ extensions: { reason: 'client_token' } });
  });

  it('is refused without its key when bound', async () => {
    await expect(find({ token: person, role: 'admin', bound: 'refused' })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('unknown to the issuer is nobody', async () => {
    expect(await find({ token: undefined })).toBeUndefined();
  });
});

describe('a credential', () => {
  it('of more than 8 KiB is not looked up', async () => {
    const never = async (): Promise<never> => {
      throw new Error('looked up');
    };
    const apiKeys = { findCaller: never };
    const identify = createIdentify({ apiKeys, gatewaySecret, findByToken: never, findByOutsideToken: never });
    const presented = { credential: 'x'.repeat(8_193), scheme: 'bearer' } as const;
    expect(await identify.byCredential(presented, { headers: {} })).toBeUndefined();
  });
});
