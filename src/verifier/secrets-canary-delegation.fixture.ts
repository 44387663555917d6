/** For the test of secrets: tokens by which an agent acts for a person, from their sources to their end. */
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { tokenExchangeGrant } from '../contract/api/token-exchange/states.ts';
import { loadVerifierConfig } from './base/config.ts';
import { createAuthor } from './base/control/author.ts';
import { replaceHooks } from './base/hooks.fixture.ts';
import { anEscalation, evidenceId } from './delegation/escalations/escalations.fixture.ts';
import { createTokenExchangeServices } from './delegation/token-exchange/create.ts';
import { crm, toScene } from './delegation/token-exchange/exchange-token.fixture.ts';
import { basic, type TestIssuer } from './identity/issuer/issuer.fixture.ts';
import { createResources } from './identity/issuer/resources.ts';

export interface DelegationCanary {
  readonly issuer: TestIssuer;
  readonly later: Map<string, string>;
  keep(kind: string, secret: unknown): string;
  keepJwt(kind: string, token: unknown): string;
}

/** Consent, exchange in every form, a chain, refusals, a database fault, and revocation. */
export async function runDelegation(canary: DelegationCanary): Promise<void> {
  const { issuer, later, keep, keepJwt } = canary;
  const { verifier } = issuer;
  const scene = toScene(issuer);
  const api = `${issuer.url}/v1`;
  const grace = await scene.person('grace@acme.example');
  const agent = await scene.agent('canary-delegate', { resources: [api, crm] });
  keep('client secret', agent.secret);
  const request = { agentId: agent.id, subjectId: grace, resources: [api, crm], scopes: ['agents:read', 'crm:read'] };
  const { delegations } = verifier.verifier().services;
  const { id } = await delegations.requestConsent(createAuthor('default', 'operator'), {
    ...request,
    purpose: 'tests',
  });
  await delegations.grant(scene.asPerson(grace), agent.id, { consent_request_id: id });

  const exchange = async (name: string, path: string, change: Record<string, unknown> = {}) => {
    const fields = await scene.fields(grace, agent, { resource: api, ...change });
    keepJwt('subject token', fields['subject_token']);
    keepJwt('actor token', fields['actor_token']);
    const answer = await scene.exchange(path, fields);
    // The same call again is a replay.
    later.set(`${name}, again`, JSON.stringify((await scene.exchange(path, fields)).body));
    if (answer.status !== 200) later.set(name, JSON.stringify(answer.body));
    return answer;
  };
  const first = await exchange('an exchange', '/v1/token-exchange');
  const token = keepJwt('delegated token', first.body['access_token']);
  const onward = await exchange('a chain', '/oauth/token', { subject_token: token });
  keepJwt('delegated token', onward.body['access_token']);
  const refused = {
    'no consent': { resource: 'https://elsewhere.example' },
    'a wrong type': { actor_token_type: 'urn:ietf:params:oauth:token-type:saml2' },
    'tokens that changed places': { subject_token: await scene.actorToken(agent.id), actor_token: token },
    'a wrong secret': { client_secret: keep('client secret of nobody', randomBytes(24).toString('base64url')) },
    'a member that repeats': { scope: ['a', 'b'] },
  };
  for (const [name, change] of Object.entries(refused)) {
    const { status } = await exchange(name, '/v1/token-exchange', change);
    if (status < 400) throw new Error(`${name}: ${status}`);
  }
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/v1/agents', '/v1/audit-logs', '/v1/approvals']) {
    later.set(`${path} by a delegated token`, (await verifier.get(path, headers)).raw.toString('utf8'));
  }

  keep(
    'opaque delegated token',
    await getOpaque(canary, async () => (await exchange('an opaque one', '/oauth/token', { resource: crm })).body),
  );
  await runFault(canary, () => exchange('a failing exchange', '/v1/token-exchange'));
  await runEscalation(canary);
  later.set('introspection', JSON.stringify((await issuer.form('/oauth/introspect', { token }, basic(agent))).body));
  await issuer.form('/oauth/revoke', { token }, basic(agent));
  later.set('a token that was taken back', (await verifier.get('/v1/agents', headers)).raw.toString('utf8'));
  const reads = [
    '/v1/approvals?limit=100',
    '/v1/events?limit=500',
    '/v1/on-behalf-of',
    `/v1/agents/${agent.id}/delegations`,
  ];
  for (const path of reads) {
    const { status, raw } = await verifier.admin('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status} ${raw.toString('utf8')}`);
    later.set(path, raw.toString('utf8'));
  }
}

/** Gets an opaque token: the exchange is configured for a resource that wants those meanwhile. */
async function getOpaque({ issuer }: DelegationCanary, ask: () => Promise<Readonly<Record<string, unknown>>>) {
  const { verifier, url } = issuer;
  const services = verifier.verifier().services;
  const resource = { uri: crm, name: 'CRM', scopes: ['crm:read'], defaultScope: 'crm:read', format: 'opaque' } as const;
  const grantParts = { ...services.issuer.grantParts, resources: createResources(url, [resource]) };
  const { tokenExchangeGrant: answer } = createTokenExchangeServices({
    ...services,
    db: verifier.testDb.database().db,
    clock: verifier.clock,
    config: loadVerifierConfig({}),
    randomBytes,
    countExchange: () => undefined,
    issuer: { ...services.issuer, grantParts },
  });
  const putBack = replaceHooks(services.lifecycleHooks, { grantHandlers: new Map([[tokenExchangeGrant, answer]]) });
  const { access_token: token } = await ask();
  putBack();
  return token;
}

/** Makes the record of a token fail to be written: no log may contain it. */
async function runFault({ issuer }: DelegationCanary, ask: () => Promise<{ readonly status: number }>): Promise<void> {
  const { db } = issuer.verifier.testDb.database();
  await db.execute(sql`alter table delegated_tokens add constraint never check (jti = '') not valid`);
  const { status } = await ask();
  await db.execute(sql`alter table delegated_tokens drop constraint never`);
  if (status !== 500) throw new Error(`a token without a record: ${status}`);
}

/** The token of a gateway for one exchange, which no other may get. */
async function runEscalation({ issuer, later, keepJwt }: DelegationCanary): Promise<void> {
  const { verifier } = issuer;
  const ask = async (change = {}) => {
    const asked = { ...anEscalation({ agent_id: 'canary-delegate' }), ...change };
    return { asked, body: (await verifier.admin('POST', '/v1/gateways/gw-1/escalations', asked)).body };
  };
  const { asked, body } = await ask();
  const path = `/v1/approvals/${String(body['approval_id'])}`;
  await verifier.admin('POST', `${path}/approve`, {});
  const { body: used } = await ask(asked);
  keepJwt('approval grant', used['grant']);
  later.set('an approval that was used', (await verifier.admin('GET', path)).raw.toString('utf8'));
  later.set('another exchange', JSON.stringify((await ask({ ...asked, evidence_id: evidenceId() })).body));
}
