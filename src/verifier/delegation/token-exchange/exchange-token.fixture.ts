/** For tests: a person, their agent, a consent, and calls of both exchange endpoints. */

import type { DelegationGrant, GrantRequest } from '../../../contract/api/delegations/shapes.ts';
import { tokenExchangeGrant, tokenTypes } from '../../../contract/api/token-exchange/states.ts';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import { createId } from '../../../platform/ids.ts';
import { type Author, createAuthor } from '../../base/control/author.ts';
import { joinAs } from '../../front/pages/test-visitor.ts';
import {
  basic,
  openTestIssuer,
  type TestAgent,
  type TestAnswer,
  type TestIssuer,
} from '../../identity/issuer/issuer.fixture.ts';
import { signAccessToken } from '../../identity/issuer/sign-access-token.ts';
import { oauthRecordsTable } from '../../identity/issuer/tables.ts';
import type { TestVerifierOptions } from '../../test-verifier.ts';
import type { ConsentQuestion } from '../delegations/ports.ts';

export const crm = 'https://crm.example.com';
export const endpoints = ['/v1/token-exchange', '/oauth/token'] as const;
export const manifest = {
  account_domains: ['acme.example'],
  resources: [crm, 'https://mail.example.com'],
  scopes: ['crm:read', 'crm:search', 'agents:read'],
  max_delegation_depth: 2,
} as const;

export interface Scene {
  readonly issuer: TestIssuer;
  /** Adds a member who has allowed nothing yet; gives `usr_…`. */
  person(email: string, orgId?: string): Promise<string>;
  agent(id: string, change?: Readonly<Record<string, unknown>>): Promise<TestAgent>;
  /** Asks for consent and gives it; by default to all CRM scopes of the manifest. */
  consent(
    userId: string,
    agentId: string,
    wanted?: Partial<ConsentQuestion>,
    request?: Partial<GrantRequest>,
  ): Promise<DelegationGrant>;
  /** Gives an access token of the person for our API. */
  subjectToken(userId: string, change?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Signs with this verifier's key. */
  sign(claims: Readonly<Record<string, unknown>>): string;
  /** Gives an identity document of the agent, for the issuer. */
  actorToken(agentId: string, audience?: string): Promise<string>;
  exchange(
    path: string,
    fields: Readonly<Record<string, unknown>>,
    headers?: Record<string, string>,
  ): Promise<TestAnswer>;
  /** Gives the fields of a successful exchange. */
  fields(
    userId: string,
    agent: TestAgent,
    change?: Readonly<Record<string, unknown>>,
  ): Promise<Record<string, unknown>>;
  asPerson(userId: string): Author;
}

export async function openScene(
  kind: Database['kind'] = testDatabaseKind,
  env: Record<string, string> = {},
  options: TestVerifierOptions = {},
): Promise<Scene> {
  return toScene(await openTestIssuer(kind, env, options));
}

/** Makes the same scene over an open issuer. */
export function toScene(issuer: TestIssuer): Scene {
  const { verifier } = issuer;
  const services = () => verifier.verifier().services;
  const db = () => verifier.testDb.database().db;
  const nowS = () => Math.floor(verifier.clock.now() / 1000);
  const sign = (claims: Readonly<Record<string, unknown>>) =>
    signAccessToken(services().issuer.grantParts.keys.active, claims);
  const asPerson = (userId: string): Author => ({ ...createAuthor('default', userId, 'viewer'), kind: 'person' });

  const scene: Scene = {
    issuer,
    sign,
    asPerson,
    async person(email, orgId = 'default') {
      await joinAs(verifier, { email, role: 'viewer' }, orgId);
      const person = await services().people.findByEmail(db(), email);
      if (person === undefined) throw new Error(`${email} is nobody`);
      return person.id;
    },
    async agent(id, change = {}) {
      const body = { id, access_manifest: { ...manifest, ...change } };
      const { body: made, status } = await verifier.admin('POST', '/v1/agents', body);
      if (status !== 201) throw new Error(`no agent: ${JSON.stringify(made)}`);
      const [clientId, secret, spiffeId] = ['client_id', 'client_secret', 'spiffe_id'].map((name) =>
        String(made[name]),
      );
      return { id, clientId: clientId ?? '', secret: secret ?? '', spiffeId: spiffeId ?? '' };
    },
    async consent(subjectId, agentId, wanted = {}, request = {}) {
      const asked = {
        resources: [crm],
        scopes: ['crm:read', 'crm:search'],
        purpose: 'tests',
        agentId,
        subjectId,
        ...wanted,
      };
      const { id } = await services().delegations.requestConsent(createAuthor('default', 'operator'), asked);
      return services().delegations.grant(asPerson(subjectId), agentId, { consent_request_id: id, ...request });
    },
    async subjectToken(userId, change = {}) {
      const grantId = createId('grant', verifier.clock);
      await db()
        .insert(oauthRecordsTable)
        .values({
          model: 'Grant',
          id_sha256: grantId,
          payload: {},
          grant_id: grantId,
          uid: null,
          client_id: 'assay-cli',
          account_id: userId,
          created_at: verifier.clock.now(),
          consumed_at: null,
          expires_at: verifier.clock.now() + 30 * 24 * 60 * 60_000,
        });
      return sign({
        iss: issuer.url,
        sub: userId,
        aud: `${issuer.url}/v1`,
        client_id: 'assay-cli',
        org_id: 'default',
        scope: 'assay:full',
        jti: createId('jti', verifier.clock),
        grant_id: grantId,
        iat: nowS(),
        exp: nowS() + 300,
        ...change,
      });
    },
    async actorToken(agentId, audience = issuer.url) {
      const { body } = await verifier.admin('POST', `/v1/agents/${agentId}/identity-document`, { audience });
      return String(body['svid']);
    },
    async exchange(path, fields, headers = {}) {
      const form = new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) {
        for (const each of [value].flat()) if (each !== undefined) form.append(name, String(each));
      }
      const answer = await fetch(`${issuer.url}${path}`, { method: 'POST', body: form, headers });
      const body: TestAnswer['body'] = JSON.parse(await answer.text());
      return { status: answer.status, headers: answer.headers, body };
    },
    async fields(userId, agent, change = {}) {
      return {
        grant_type: tokenExchangeGrant,
        client_id: agent.clientId,
        client_secret: agent.secret,
        subject_token: await scene.subjectToken(userId),
        subject_token_type: tokenTypes.accessToken,
        actor_token: await scene.actorToken(agent.id),
        actor_token_type: tokenTypes.jwt,
        ...change,
      };
    },
  };
  return scene;
}

export { basic };
