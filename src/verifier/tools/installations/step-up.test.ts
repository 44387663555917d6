/** Tests apps whose servers demand more scopes than they stated: the person is asked again for all of them, and not for ever. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../../platform/http/access.ts';
import { type ForeignServer, openForeignServer } from '../foreign-oauth/foreign-server.fixture.ts';
import { type InstallationsFixture, openInstallations, root } from './installations.fixture.ts';
import { aTool, createMcpAnswer, createMcpBehaviour } from './mcp-server.fixture.ts';

let fixture: InstallationsFixture;
let foreign: ForeignServer;
let owner: Caller;
const server = createMcpBehaviour([aTool('private')]);
let agents = 0;

beforeAll(async () => {
  fixture = await openInstallations();
  owner = await fixture.person('viewer');
  const answer = createMcpAnswer(server);
  foreign = await openForeignServer({ handler: (request, response) => answer(request, response) });
  // Every caller has a good token: the test is about the scopes that the server demands.
  foreign.behaviour.isProtected = true;
});
afterAll(async () => {
  await fixture.verifier.close();
  await foreign.close();
});

/** Installs for a new agent, up to the step where a person has to connect. */
async function waiting() {
  agents += 1;
  const agent = `bot-${agents}`;
  await fixture.agent(agent, [owner]);
  const app = await fixture.app({ remotes: [{ type: 'streamable-http', url: foreign.resource }] });
  foreign.behaviour.isProtected = true;
  const id = await fixture.installed(await fixture.person('admin'), app, { agent_id: agent });
  const credential = String(Object((await fixture.see(id)).body['auth'])['credential_id']);
  foreign.behaviour.isProtected = false;
  await fixture.connect(credential, 'token');
  return { id, credential };
}

/** Connects again like a person, and grants all requested scopes. */
async function connectAgain(credential: string): Promise<void> {
  const { installations } = fixture.verifier.verifier().services;
  await fixture
    .db()
    .execute(sql`update scoped_credentials set granted_scopes = requested_scopes where id = ${credential}`);
  await installations.onConnected('default', credential);
}

it('the person is asked for former and new scopes, and then it is installed', async () => {
  Object.assign(server, { fault: 'insufficient_scope', wantedScopes: ['tools.admin'] });
  const { id, credential } = await waiting();
  const all = ['tools.read', 'tools.call', 'tools.admin'];
  expect((await fixture.see(id)).body).toMatchObject({
    status: 'awaiting_connect',
    next_action: 'connect',
    error: null,
    auth: { scopes: all },
  });
  const record = await fixture.admin('GET', `/v1/scoped-credentials/${credential}`);
  expect(record.body).toMatchObject({ requested_scopes: all, granted_scopes: ['tools.read', 'tools.call'] });
  const retried = await fixture.as(owner, 'POST', `${root}/${id}/retry`);
  expect(retried.body['connect_url']).toMatch(/^https:\/\/assay\.example\/connect\//);
  server.fault = undefined;
  await connectAgain(credential);
  expect((await fixture.see(id)).body).toMatchObject({ status: 'installed', tools_count: 1 });
});

it('a server that requests the same again is refused, and one that always wants something new soon too', async () => {
  Object.assign(server, { fault: 'insufficient_scope', wantedScopes: ['tools.admin'] });
  const same = await waiting();
  await connectAgain(same.credential);
  const failed = { status: 'failed', error: { step: 'tools', code: 'insufficient_scope' } };
  expect((await fixture.see(same.id)).body).toMatchObject(failed);
  server.wantedScopes = ['more.0'];
  const other = await waiting();
  for (let turn = 1; turn <= 3; turn += 1) {
    expect((await fixture.see(other.id)).body).toMatchObject({ status: 'awaiting_connect' });
    server.wantedScopes = [`more.${turn}`];
    await connectAgain(other.credential);
  }
  expect((await fixture.see(other.id)).body).toMatchObject(failed);
});
