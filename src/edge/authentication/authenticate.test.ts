import { randomBytes } from 'node:crypto';
import { sha256Hex } from '@assay/sdk/crypto';
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
const aKey = () => `assay_key_${randomBytes(32).toString('base64url')}`;
const bearer = (credential: string) => ({ credential, scheme: 'bearer' as const });

const agent = { id: 'clerk', workspace_id: 'sales', audit_mode: 'enforce' as const, agent_epoch: 3 };
const access_tokens = { issuer, audience, keys: [signer.key] };

const claims = {
  iss: issuer,
  sub: 'spiffe://test/agent/clerk',
  aud: audience,
  client_id: 'oc_1',
  jti: 'token-1',
  scope: 'gateway:call',
  exp: start / 1000 + 300,
  iat: start / 1000,
  org_id: 'default',
  agent_id: 'clerk',
  agent_epoch: 3,
};
const aToken = (change: Record<string, unknown> = {}, header: Record<string, unknown> = {}) =>
  signer.sign({ ...claims, ...change }, { typ: 'at+jwt', ...header });

/** Opens with a bundle of a verifier that is older than access tokens. */
function openWithout() {
  const opened = open(null);
  opened.publishExactly({});
  return opened;
}

function open(change: Partial<ConfigBundle> | null = {}, isFollowing = true) {
  let now = start;
  let index: BundleIndex | undefined;
  const publishExactly = (next: Partial<ConfigBundle>) => {
    index = indexBundle(aConfigBundle([], next));
  };
  const publish = (next: Partial<ConfigBundle>) => publishExactly({ agents: [agent], access_tokens, ...next });
  if (change !== null) publish(change);
  const authentication = createGatewayAuthentication({
    index: () => index,
    orgId: 'default',
    trustDomain: 'test',
    isFollowing,
    clock: { now: () => now },
  });
  /** The caller, or the text of the refusal with its code. */
  const ask = (credential: string) => {
    try {
      return authentication.byCredential(bearer(credential));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return `${error.code}: ${error.publicText}`;
    }
  };
  return { ask, publish, publishExactly, isOurs: authentication.isOurs, set: (timeMs: number) => (now = timeMs) };
}

describe('an API key', () => {
  const key = aKey();
  const listed = (change: object = {}) => ({ api_keys: [{ id: 'key_1', sha256: sha256Hex(key), ...change }] });

  it('is known only by its hash, and represents the caller named in the bundle', () => {
    const limits = { role: 'agent', scopes: ['gateway:call'], isDeployment: false, organisation: 'default' };
    expect(open(listed()).ask(key)).toMatchObject({ user: 'key_1', authentication: 'api_key', ...limits });
    expect(open(listed({ agent_id: 'clerk' })).ask(key)).toMatchObject({ user: 'clerk', agentId: 'clerk', ...limits });
    expect(open(listed({ workspace_id: 'sales' })).ask(key)).toMatchObject({ workspaceId: 'sales', ...limits });
  });

  it("expires at its time, by the gateway's clock", () => {
    const { ask, set } = open(listed({ expires_at: start + 1 }));
    expect(ask(key)).toMatchObject({ user: 'key_1' });
    set(start + 1);
    expect(ask(key)).toBe('unauthorized: the API key has expired');
  });

  it('ends with the bundle that leaves it out', () => {
    const { ask, publish } = open(listed());
    expect(ask(key)).toMatchObject({ user: 'key_1' });
    publish({ revision: 2 });
    expect(ask(key)).toMatch(/^unauthorized: the API key is unknown/);
  });

  it('is refused at any place when unknown, truncated, or another secret of ours', () => {
    const { ask } = open(listed());
    const basic = `Basic ${Buffer.from(`user:${key}`).toString('base64')}`;
    for (const other of [
      basic,
      aKey(),
      key.slice(0, -1),
      `${key}A`,
      `assay_secret_${key.slice(10)}`,
      'assay_invite_x',
    ]) {
      expect(ask(other), other).toMatch(/^unauthorized/);
    }
  });

  it('cannot be distinguished from others before there is a bundle, nor where none will come', () => {
    expect(open(null).ask(key)).toMatch(/^unavailable/);
    expect(open(null, false).ask(key)).toMatch(/^unauthorized/);
  });
});

describe('an access token', () => {
  it('of an active agent represents it', () => {
    for (const change of [{}, { aud: ['x', audience] }, { scope: 'openid assay:full' }]) {
      expect(open().ask(aToken(change))).toMatchObject({
        user: 'clerk',
        agentId: 'clerk',
        authentication: 'oauth',
        credentialId: 'token-1',
        kind: 'agent',
        role: 'agent',
        scopes: ['gateway:call'],
        isDeployment: false,
        organisation: 'default',
      });
    }
    expect(open().ask(aToken({}, { typ: 'application/AT+JWT' }))).toMatchObject({ user: 'clerk' });
  });

  const person = { agent_id: undefined, agent_epoch: undefined, sub: 'usr_1' };
  const of =
    (change: Record<string, unknown>, header: Record<string, unknown> = {}) =>
    () =>
      aToken(change, header);
  it.each<[string, () => string, RegExp]>([
    ['without an algorithm', of({}, { alg: 'none' }), /not an access token/],
    ['by a symmetric algorithm', of({}, { alg: 'HS256' }), /not an access token/],
    ['of another type', of({}, { typ: 'JWT' }), /not an access token/],
    ['that asks for an extension', of({}, { crit: ['exp'] }), /not an access token/],
    ['of an unknown key', of({}, { kid: 'other' }), /an unknown key/],
    ['by a stranger under a known kid', () => forge(), /signature/],
    ['of another issuer', of({ iss: 'https://elsewhere.test' }), /another issuer/],
    ['for another audience', of({ aud: `${issuer}/v1` }), /not for gateways/],
    ['that has expired', of({ exp: start / 1000 - 30 }), /expired/],
    ['that does not hold yet', of({ nbf: start / 1000 + 31 }), /is not valid yet/],
    ['of another organisation', of({ org_id: 'acme' }), /another organisation/],
    ['without the scope', of({ scope: 'agents:read gateway:caller' }), /scope/],
    ['bound to a key', of({ cnf: { jkt: 'x' } }), /bound to a key/],
    ['bound to a certificate', of({ cnf: { 'x5t#S256': 'x' } }), /bound to a key/],
    ['of a person', of(person), /not a token of an agent/],
    ['of an agent that nobody registered', of({ agent_id: 'ghost' }), /not registered/],
    ['of an earlier epoch', of({ agent_epoch: 2 }), /ended/],
    ['of a later epoch', of({ agent_epoch: 4 }), /ended/],
    ['without an expiry', of({ exp: undefined }), /claim is missing/],
    ['without an id', of({ jti: undefined }), /claim is missing/],
  ])('%s is refused with its reason', (_name, make, reason) => {
    const answer = open().ask(make());
    expect(answer).toMatch(/^unauthorized/);
    expect(answer).toMatch(reason);
  });

  function forge(): string {
    return createBundleSigner().sign(claims, { typ: 'at+jwt', kid: signer.key.kid });
  }

  it('is valid for half a minute after its end, since clocks differ, and no longer although it was checked', () => {
    const { ask, set } = open();
    const token = aToken();
    expect(ask(token)).toMatchObject({ user: 'clerk' });
    set(claims.exp * 1000 + 29_999);
    expect(ask(token)).toMatchObject({ user: 'clerk' });
    set(claims.exp * 1000 + 30_000);
    expect(ask(token)).toMatch(/expired/);
  });

  it('is refused after its check once a bundle ends it', () => {
    const { ask, publish } = open();
    const token = aToken();
    expect(ask(token)).toMatchObject({ user: 'clerk' });
    publish({ revision: 2, agents: [{ ...agent, agent_epoch: 4 }] });
    expect(ask(token)).toMatch(/ended/);
    publish({ revision: 3, agents: [{ ...agent, agent_epoch: 4, status: 'suspended' }] });
    expect(ask(token)).toMatch(/^agent_suspended/);
    publish({ revision: 3, agents: [{ ...agent, agent_epoch: 4, status: 'stopped' }] });
    expect(ask(token)).toMatch(/^agent_stopped/);
    publish({ revision: 4, access_tokens: { ...access_tokens, keys: [] } });
    expect(ask(token)).toMatch(/an unknown key/);
  });

  it('is invalid under a verifier without an epoch', () => {
    const { agent_epoch: _epoch, ...older } = agent;
    expect(open({ agents: [older] }).ask(aToken())).toMatch(/ended/);
    expect(openWithout().ask(aToken())).toMatch(/no key for access tokens/);
  });

  it('is invalid with any changed character', () => {
    const { ask } = open();
    const token = aToken();
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABab01-_.='), (at, letter) => {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
        const answer = ask(changed);
        expect(answer === undefined || typeof answer === 'string').toBe(changed !== token);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a foreign credential', () => {
  it('is nobody here, and none of ours', () => {
    const { ask, isOurs } = open();
    const foreign = createBundleSigner().sign({ iss: 'https://model.test', aud: 'api', org_id: 'o' }, { typ: 'JWT' });
    for (const credential of ['sk-proj-abc', 'Basic eA==', foreign, 'eyJ', 'eyJ.eyJ.x', 'assay', '']) {
      expect(ask(credential), credential).toBeUndefined();
      expect(isOurs(credential), credential).toBe(false);
    }
  });

  it('never throws for any text', () => {
    const { ask } = open();
    fc.assert(fc.property(fc.string(), (text) => ask(`eyJ${text}`) !== null));
    fc.assert(fc.property(fc.jsonValue(), (value) => ask(signer.sign(value, { typ: 'at+jwt' })) !== null));
  });
});

describe('credentials kept from model servers', () => {
  it('include every secret of ours, known or not, and every token for a gateway', () => {
    const { isOurs } = open();
    const ours = [aKey(), `assay_secret_${'x'.repeat(43)}`, 'assay_invite_x', aToken(), aToken({ exp: 1 })];
    for (const credential of ours) expect(isOurs(credential), credential).toBe(true);
    expect(open(null).isOurs(aToken())).toBe(true);
    expect(isOurs(aToken({ iss: 'https://elsewhere.test' }))).toBe(true);
  });
});
