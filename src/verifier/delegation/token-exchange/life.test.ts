import { randomBytes } from 'node:crypto';
import * as dpop from 'dpop';
import { eq } from 'drizzle-orm';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tokenExchangeGrant, tokenTypes } from '../../../contract/api/token-exchange/states.ts';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { loadVerifierConfig } from '../../base/config.ts';
import { replaceHooks } from '../../base/hooks.fixture.ts';
import { basic, claimsOf, type TestAgent } from '../../identity/issuer/issuer.fixture.ts';
import { createResources } from '../../identity/issuer/resources.ts';
import { delegationGrantsTable } from '../delegations/tables.ts';
import { createTokenExchangeServices, type TokenExchangeWiring } from './create.ts';
import { crm, endpoints, openScene, type Scene } from './exchange-token.fixture.ts';

const allowed = { execute: [client.allowInsecureRequests] };

describe.each<Database['kind']>(['pglite', 'postgres'])('a delegated token on %s', (kind) => {
  describe.skipIf(kind === 'postgres' && testDatabaseUrl === undefined)('(TEST_DATABASE_URL for postgres)', () => {
    let scene: Scene;
    let ada: string;
    let api: string;
    let startedAt: number;
    let count = 0;
    beforeAll(async () => {
      scene = await openScene(kind);
      api = `${scene.issuer.url}/v1`;
      ada = await scene.person('ada@acme.example');
      startedAt = scene.issuer.verifier.clock.now();
    });
    beforeEach(() => scene.issuer.verifier.clock.set(startedAt));
    afterAll(() => scene?.issuer.close());

    const services = () => scene.issuer.verifier.verifier().services;
    /** Adds an agent that Ada lets read agents at our API, and the CRM. */
    const anAgent = async (change: Record<string, unknown> = {}) => {
      const agent = await scene.agent(`agent-${count++}`, { resources: [api, crm], ...change });
      const grant = await scene.consent(ada, agent.id, { resources: [api, crm], scopes: ['agents:read', 'crm:read'] });
      return { agent, grant };
    };
    const exchange = async (agent: TestAgent, change: Record<string, unknown> = {}) =>
      scene.exchange('/v1/token-exchange', await scene.fields(ada, agent, { resource: api, ...change }));
    const tokenOf = async (agent: TestAgent, change: Record<string, unknown> = {}) => {
      const { body } = await exchange(agent, change);
      if (typeof body['access_token'] !== 'string') throw new Error(JSON.stringify(body));
      return body['access_token'];
    };
    const statusAt = async (token: string) =>
      (await scene.issuer.verifier.get('/v1/agents', { authorization: `Bearer ${token}` })).status;
    const isActive = async (token: string, agent: TestAgent) =>
      (await scene.issuer.form('/oauth/introspect', { token }, basic(agent))).body['active'];
    const expectAlive = async (token: string, agent: TestAgent) =>
      expect([await statusAt(token), await isActive(token, agent)]).toEqual([200, true]);
    const expectDead = async (token: string, agent: TestAgent) =>
      expect([await statusAt(token), await isActive(token, agent)]).toEqual([401, false]);

    it.each(endpoints)('openid-client and oauth4webapi complete an exchange at %s unmodified', async (path) => {
      const { agent } = await anAgent();
      const parameters = async () => {
        const { client_id: _id, client_secret: _secret, grant_type: _grant, ...rest } = await scene.fields(ada, agent);
        return { ...rest, resource: crm, scope: 'crm:read' } as Record<string, string>;
      };
      const discovered = await client.discovery(new URL(scene.issuer.url), agent.clientId, undefined, undefined, {
        ...allowed,
        algorithm: 'oauth2',
      });
      const server = { issuer: scene.issuer.url, token_endpoint: `${scene.issuer.url}${path}` };
      expect(discovered.serverMetadata().grant_types_supported).toContain(tokenExchangeGrant);
      const config = new client.Configuration(
        server,
        agent.clientId,
        undefined,
        client.ClientSecretBasic(agent.secret),
      );
      client.allowInsecureRequests(config);
      const tokens = await client.genericGrantRequest(config, tokenExchangeGrant, await parameters());
      expect(tokens).toMatchObject({
        token_type: 'bearer',
        scope: 'crm:read',
        issued_token_type: tokenTypes.accessToken,
      });

      const own = { client_id: agent.clientId };
      const response = await oauth.genericTokenEndpointRequest(
        ...([server, own, oauth.ClientSecretBasic(agent.secret), tokenExchangeGrant] as const),
        new URLSearchParams(await parameters()),
        { [oauth.allowInsecureRequests]: true },
      );
      const answer = await oauth.processGenericTokenEndpointResponse(server, own, response);
      expect(claimsOf(answer.access_token)).toMatchObject({ sub: ada, aud: crm, scope: 'crm:read' });
    });

    it('32 exchanges with one actor token at once: exactly one is answered', async () => {
      const { agent } = await anAgent();
      const fields = await scene.fields(ada, agent, { resource: api });
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) => scene.exchange(endpoints[index % 2] ?? endpoints[0], fields)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(new Set(answers.map(({ body }) => body['error_code']))).toEqual(
        new Set([undefined, 'actor_token_replayed']),
      );
    });

    it('an access token of the agent is a valid actor like its identity document, and single use too', async () => {
      const { agent } = await anAgent();
      const { body } = await scene.issuer.form('/oauth/token', { grant_type: 'client_credentials' }, basic(agent));
      const actor = { actor_token: String(body['access_token']), actor_token_type: tokenTypes.accessToken };
      expect(await exchange(agent, actor)).toMatchObject({ status: 200 });
      expect(await exchange(agent, actor)).toMatchObject({ body: { error_code: 'actor_token_replayed' } });
    });

    it('ends with its grant, both at our API and at introspection', async () => {
      const { agent, grant } = await anAgent();
      const token = await tokenOf(agent);
      await expectAlive(token, agent);
      await services().delegations.revoke(scene.asPerson(ada), agent.id, grant.id);
      await expectDead(token, agent);
      expect(await exchange(agent)).toMatchObject({ body: { error_code: 'no_active_delegation' } });
    });

    it('ends when its client revokes it, with all tokens exchanged from it', async () => {
      const [{ agent: first }, { agent: second }] = [
        await anAgent({ max_delegation_depth: 2 }),
        await anAgent({ max_delegation_depth: 2 }),
      ];
      const token = await tokenOf(first);
      const onward = await tokenOf(second, { subject_token: token });
      await expectAlive(onward, second);
      expect((await scene.issuer.form('/oauth/revoke', { token }, basic(second))).status).toBe(400);
      expect((await scene.issuer.form('/oauth/revoke', { token }, basic(first))).status).toBe(200);
      await expectDead(token, first);
      await expectDead(onward, second);
    });

    it('ends when the person withdraws the consent of the application whose token was exchanged', async () => {
      const chained = { max_delegation_depth: 2 };
      const [{ agent: first }, { agent: second }] = [await anAgent(chained), await anAgent(chained)];
      const subjectToken = await scene.subjectToken(ada);
      const token = await tokenOf(first, { subject_token: subjectToken });
      const onward = await tokenOf(second, { subject_token: token });
      const other = await tokenOf(first);
      await expectAlive(onward, second);
      const allowed = String(claimsOf(subjectToken)['grant_id']);
      await services().db.transaction((tx) => services().issuer.grants.revoke(tx, ada, allowed));
      await expectDead(token, first);
      await expectDead(onward, second);
      await expectAlive(other, first);
    });

    it('names the former actors, never has more than its source, and ends with every part of its chain', async () => {
      const [{ agent: first, grant }, { agent: second }] = [
        await anAgent({ max_delegation_depth: 2 }),
        await anAgent({ max_delegation_depth: 2 }),
      ];
      const token = await tokenOf(first, { scope: 'agents:read' });
      const fields = { subject_token: token, scope: 'agents:read crm:read' };
      const { body } = await exchange(second, fields);
      const act = { iss: scene.issuer.url, sub_profile: 'ai_agent' };
      expect(body).toMatchObject({
        scope: 'agents:read',
        act: { ...act, sub: second.spiffeId, act: { ...act, sub: first.spiffeId } },
      });
      const onward = String(body['access_token']);
      expect(claimsOf(onward)).toMatchObject({ sub: ada, parent_grants: [grant.id] });
      await expectAlive(onward, second);
      const another = await tokenOf(second, { subject_token: await tokenOf(first) });
      await scene.issuer.verifier.admin('POST', `/v1/agents/${first.id}/suspend`, { reason: 'tests' });
      await expectDead(onward, second);
      await expectDead(another, second);
      await scene.issuer.verifier.admin('POST', `/v1/agents/${first.id}/reactivate`, { reason: 'tests' });
      await expectDead(onward, second);
      const third = await tokenOf(second, { subject_token: await tokenOf(first) });
      await expectAlive(third, second);
      await services().delegations.revoke(scene.asPerson(ada), first.id, grant.id);
      await expectDead(third, second);
    });

    it("keeps its source's tools: a grant without such a bound restores none", async () => {
      const tooled = async (tools: readonly string[]) => {
        const agent = await scene.agent(`tooled-${count++}`, { resources: [api] });
        await scene.consent(ada, agent.id, { resources: [api], scopes: ['agents:read'], tools });
        return agent;
      };
      const { agent: free } = await anAgent({ max_delegation_depth: 2 });
      const subject_token = await tokenOf(await tooled(['a', 'b']));
      const onward = async (agent: TestAgent) => claimsOf(await tokenOf(agent, { subject_token }))['tools'];
      expect(claimsOf(subject_token)['tools']).toEqual(['a', 'b']);
      expect(await onward(free)).toEqual(['a', 'b']);
      expect(await onward(await tooled(['b', 'c']))).toEqual(['b']);
      expect(await onward(await tooled(['c']))).toEqual([]);
    });

    it('a chain is as long as its most restricted agent allows', async () => {
      const [{ agent: deep }, { agent: shallow }] = [
        await anAgent({ max_delegation_depth: 5 }),
        await anAgent({ max_delegation_depth: 1 }),
      ];
      for (const [from, to] of [
        [deep, shallow],
        [shallow, deep],
      ] as const) {
        const answer = await exchange(to, { subject_token: await tokenOf(from) });
        expect(answer).toMatchObject({ status: 400, body: { error_code: 'delegation_depth_exceeded' } });
      }
    });

    it('ends with the suspension of its agent, and stays invalid', async () => {
      const { agent } = await anAgent();
      const token = await tokenOf(agent);
      await scene.issuer.verifier.admin('POST', `/v1/agents/${agent.id}/suspend`, { reason: 'tests' });
      expect(await statusAt(token)).toBe(401);
      await scene.issuer.verifier.admin('POST', `/v1/agents/${agent.id}/reactivate`, { reason: 'tests' });
      await expectDead(token, agent);
    });

    it('ends when the person leaves', async () => {
      const { agent } = await anAgent();
      const leaver = await scene.person(`leaver-${count}@acme.example`);
      await scene.consent(leaver, agent.id, { resources: [api], scopes: ['agents:read'] });
      const subject_token = await scene.subjectToken(leaver);
      const token = await tokenOf(agent, { subject_token });
      await expectAlive(token, agent);
      await scene.issuer.verifier.admin('DELETE', `/v1/members/${leaver}`);
      await expectDead(token, agent);
      expect(await exchange(agent, { subject_token })).toMatchObject({ body: { error_code: 'subject_token_invalid' } });
    });

    it('ends with the earliest of its inputs, to the second', async () => {
      const { agent } = await anAgent({ max_token_ttl_s: 120 });
      const nowS = Math.floor(startedAt / 1000);
      expect((await exchange(agent)).body['expires_in']).toBe(120);
      const subject_token = await scene.subjectToken(ada, { exp: nowS + 7 });
      const { body } = await exchange(agent, { subject_token });
      expect(body['expires_in']).toBe(7);
      const token = String(body['access_token']);
      scene.issuer.verifier.clock.set((nowS + 7) * 1000 - 1);
      await expectAlive(token, agent);
      scene.issuer.verifier.clock.set((nowS + 7) * 1000);
      await expectDead(token, agent);
    });

    it('an actor document is valid to its last second, and a grant to its own', async () => {
      const { agent } = await anAgent();
      const actor_token = await scene.actorToken(agent.id);
      const expMs = Number(claimsOf(actor_token)['exp']) * 1000;
      scene.issuer.verifier.clock.set(expMs - 1_000);
      expect((await exchange(agent, { actor_token })).body['expires_in']).toBe(1);
      const late = await scene.agent(`late-${count++}`, { resources: [api] });
      const request = { resources: [api], scopes: ['agents:read'] };
      const { expires_at } = await scene.consent(ada, late.id, request, { ttl_seconds: 60 });
      scene.issuer.verifier.clock.set(Math.floor(Date.parse(expires_at) / 1000) * 1000 - 1_000);
      expect((await exchange(late)).body['expires_in']).toBe(1);
      scene.issuer.verifier.clock.set(Date.parse(expires_at));
      expect((await exchange(late)).body).toMatchObject({ error_code: 'no_active_delegation' });
    });

    it("is refused with the place for the person's consent, the same one each time", async () => {
      const agent = await scene.agent(`asking-${count++}`);
      const ask = async () => (await exchange(agent, { resource: crm, scope: 'crm:read' })).body;
      const first = await ask();
      const id = String(first['consent_request_id']);
      expect(first).toMatchObject({
        error_code: 'no_active_delegation',
        consent_request_uri: `${scene.issuer.url}/consent/${id}`,
        consent_request_id: expect.stringMatching(/^apr_/),
      });
      expect((await ask())['consent_request_id']).toBe(id);
      await services().delegations.grant(scene.asPerson(ada), agent.id, { consent_request_id: id });
      expect(await ask()).toMatchObject({ scope: 'crm:read' });
      // A consent to one resource does not stop a request for consent to another.
      expect((await exchange(agent, { resource: 'https://mail.example.com' })).body).toMatchObject({
        error: 'invalid_target',
        error_code: 'resource_not_granted',
        consent_request_uri: expect.stringContaining('/consent/apr_'),
      });
      const outside = await scene.agent(`outside-${count++}`);
      // Nobody is asked for what could not be granted; the caller is told what to change.
      for (const [fields, why] of [
        [{ resource: 'https://unknown.example' }, 'the access manifest of the agent does not name the resource'],
        [{ resource: crm, scope: 'crm:erase' }, 'the access manifest of the agent has none of the scopes'],
        [{ resource: [crm, api] }, 'name one resource'],
      ] as const) {
        const refused = (await exchange(outside, fields)).body;
        expect(refused).not.toHaveProperty('consent_request_uri');
        expect(refused['error_description']).toContain(why);
      }
    });

    it('counts against max_uses, and none is issued beyond them', async () => {
      const agent = await scene.agent(`counted-${count++}`);
      await scene.consent(ada, agent.id, { maxUses: 2 }, { constraints: { max_uses: 2 } });
      const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(agent, { resource: crm })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(answers.filter(({ body }) => body['error_code'] === 'no_active_delegation')).toHaveLength(3);
      const metrics = (await scene.issuer.verifier.get('/metrics')).raw.toString();
      expect(metrics).toMatch(/^assay_token_exchanges_total\{outcome="ok"\} ([2-9]|\d{2})/m);
      expect(metrics).toMatch(/^assay_token_exchanges_total\{outcome="no_active_delegation"\} ([3-9]|\d{2})/m);
    });

    it('is only for addresses that the grant names', async () => {
      const agent = await scene.agent(`bound-${count++}`);
      await scene.consent(ada, agent.id, {}, { constraints: { ip: ['192.0.2.0/24'] } });
      const { body } = await exchange(agent, { resource: crm });
      expect(body).toMatchObject({ error_code: 'no_active_delegation' });
      expect(body).not.toHaveProperty('consent_request_uri');
    });

    it('is only for addresses that every grant behind it names', async () => {
      const chained = { max_delegation_depth: 2 };
      const [{ agent: first, grant }, { agent: second }] = [await anAgent(chained), await anAgent(chained)];
      const token = await tokenOf(first);
      const onward = async (ip: string[]) => {
        const { db } = services();
        const isIt = eq(delegationGrantsTable.id, grant.id);
        await db.update(delegationGrantsTable).set({ constraints: { ip } }).where(isIt);
        return (await exchange(second, { subject_token: token })).body;
      };
      expect(await onward(['192.0.2.0/24'])).toMatchObject({ error_code: 'subject_token_invalid' });
      expect(await onward(['192.0.2.0/24', '127.0.0.0/8', '::1'])).toMatchObject({ scope: expect.anything() });
    });

    it('for a resource with opaque tokens is opaque, with equal introspection and end', async () => {
      const { agent, grant } = await anAgent();
      const wired = wiring();
      const opaque = {
        uri: crm,
        name: 'CRM',
        scopes: ['crm:read'],
        defaultScope: 'crm:read',
        format: 'opaque',
      } as const;
      const resources = createResources(scene.issuer.url, [opaque]);
      const issuer = { ...wired.issuer, grantParts: { ...wired.issuer.grantParts, resources } };
      const putBack = use({ ...wired, issuer });
      const ask = async (change = {}) =>
        scene.exchange('/oauth/token', await scene.fields(ada, agent, { resource: crm, ...change }));
      const { body } = await ask();
      const token = String(body['access_token']);
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
      const read = async () => (await scene.issuer.form('/oauth/introspect', { token }, basic(agent))).body;
      expect(await read()).toMatchObject({ active: true, sub: ada, aud: crm, act: body['act'], grant_id: grant.id });
      expect((await ask({ requested_token_type: tokenTypes.jwt })).body).toMatchObject({ error: 'invalid_request' });
      const another = String((await ask()).body['access_token']);
      await scene.issuer.form('/oauth/revoke', { token }, basic(agent));
      expect(await read()).toEqual({ active: false });
      expect(await isActive(another, agent)).toBe(true);
      await services().delegations.revoke(scene.asPerson(ada), agent.id, grant.id);
      expect(await isActive(another, agent)).toBe(false);
      putBack();
    });

    it('is bound to the key of a DPoP proof, for the called endpoint, used once', async () => {
      // Proofs use this machine's time, which went on since the tests began.
      scene.issuer.verifier.clock.set(Date.now());
      const { agent } = await anAgent();
      const keys = await dpop.generateKeyPair('ES256');
      for (const path of endpoints) {
        const proof = await dpop.generateProof(keys, `${scene.issuer.url}${path}`, 'POST');
        const ask = async (to: string) =>
          scene.exchange(to, await scene.fields(ada, agent, { resource: api }), { dpop: proof });
        const other = endpoints.find((each) => each !== path) ?? path;
        expect((await ask(other)).body).toMatchObject({ error: 'invalid_dpop_proof' });
        const { body } = await ask(path);
        expect(body).toMatchObject({ token_type: 'DPoP' });
        expect((await ask(path)).body).toMatchObject({ error: 'invalid_dpop_proof', error_code: 'dpop_proof_invalid' });
        const token = String(body['access_token']);
        expect(claimsOf(token)['cnf']).toEqual({ jkt: await dpop.calculateThumbprint(keys.publicKey) });
        expect(await statusAt(token)).toBe(401);
        const use = await dpop.generateProof(keys, `${api}/agents`, 'GET', undefined, token);
        const headers = { authorization: `DPoP ${token}`, dpop: use };
        expect((await scene.issuer.verifier.get('/v1/agents', headers)).status).toBe(200);
        // A client without the key cannot exchange it for an unbound token.
        const onward = await exchange(agent, { subject_token: token });
        expect(onward.body).toMatchObject({ error_code: 'subject_token_invalid' });
      }
    });

    it('is issued for another agent only to a client that is configured for it', async () => {
      const [{ agent }, gateway] = [await anAgent(), await scene.agent(`front-${count++}`)];
      const secrets = { client_id: gateway.clientId, client_secret: gateway.secret };
      const ask = async () =>
        scene.exchange('/oauth/token', await scene.fields(ada, agent, { resource: api, ...secrets }));
      expect((await ask()).body).toMatchObject({ error_code: 'actor_client_mismatch' });
      const config = loadVerifierConfig({ VERIFIER_EXCHANGE_ON_BEHALF_CLIENTS: `x, ${gateway.clientId}` });
      const putBack = use({ ...wiring(), config });
      const { body } = await ask();
      expect(claimsOf(body['access_token'])).toMatchObject({
        client_id: gateway.clientId,
        act: { sub: agent.spiffeId },
      });
      putBack();
    });

    /** Answers exchanges by these parts. Returns a function that puts the verifier's own back. */
    const use = (parts: TokenExchangeWiring) => {
      const { tokenExchangeGrant: answer } = createTokenExchangeServices(parts);
      return replaceHooks(services().lifecycleHooks, { grantHandlers: new Map([[tokenExchangeGrant, answer]]) });
    };
    const wiring = () => {
      const { verifier } = scene.issuer;
      return {
        clock: verifier.clock,
        config: loadVerifierConfig({}),
        ...services(),
        randomBytes,
        countExchange: () => {},
      };
    };
  });
});
