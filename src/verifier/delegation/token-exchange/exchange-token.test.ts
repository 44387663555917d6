import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import type { TestAgent } from '../../identity/issuer/issuer.fixture.ts';
import { claimsOf } from '../../identity/issuer/issuer.fixture.ts';
import { basic, crm, endpoints, openScene, type Scene } from './exchange-token.fixture.ts';

describe.each<Database['kind']>(['pglite', 'postgres'])('token exchange on %s', (kind) => {
  describe.skipIf(kind === 'postgres' && testDatabaseUrl === undefined)('(TEST_DATABASE_URL for postgres)', () => {
    let scene: Scene;
    let ada: string;
    let agent: TestAgent;
    beforeAll(async () => {
      scene = await openScene(kind);
      ada = await scene.person('ada@acme.example');
      agent = await scene.agent('helper');
      await scene.consent(ada, agent.id);
    });
    afterAll(() => scene?.issuer.close());

    it('an agent of the method client_credentials acts for itself only, whatever a person allowed', async () => {
      const own = await scene.agent('own');
      await scene.consent(ada, own.id);
      const path = `/v1/agents/${own.id}`;
      const setMethod = async (method: string) => {
        const { headers } = await scene.issuer.verifier.admin('GET', path);
        const change = { injection_method: method };
        await scene.issuer.verifier.admin('PATCH', path, change, { 'if-match': String(headers['etag']) });
      };
      await setMethod('client_credentials');
      const refused = await scene.exchange('/oauth/token', await scene.fields(ada, own));
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { error: 'unauthorized_client', error_code: 'client_not_allowed' },
      ]);
      await setMethod('token_exchange');
      expect((await scene.exchange('/oauth/token', await scene.fields(ada, own))).status).toBe(200);
    });

    it.each(endpoints)('%s gives a token that names actor, subject and consent', async (path) => {
      const { status, body, headers } = await scene.exchange(path, await scene.fields(ada, agent));
      expect({ status, body }).toMatchObject({ status: 200 });
      const act = { sub: agent.spiffeId, iss: scene.issuer.url, sub_profile: 'ai_agent' };
      expect(body).toEqual({
        access_token: expect.any(String),
        token_type: 'Bearer',
        expires_in: 300,
        act,
        issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        scope: 'crm:read crm:search',
        grant_id: expect.stringMatching(/^dgr_/),
      });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(claimsOf(body['access_token'])).toEqual({
        iss: scene.issuer.url,
        sub: ada,
        aud: crm,
        client_id: agent.clientId,
        org_id: 'default',
        act,
        scope: 'crm:read crm:search',
        grant_id: body['grant_id'],
        agent_epoch: 1,
        jti: expect.stringMatching(/^dtk_/),
        iat: expect.any(Number),
        exp: expect.any(Number),
      });
      const introspected = await scene.issuer.form(
        '/oauth/introspect',
        { token: String(body['access_token']) },
        basic(agent),
      );
      expect(introspected.body).toMatchObject({ active: true, sub: ada, act, grant_id: body['grant_id'] });
    });
  });
});
