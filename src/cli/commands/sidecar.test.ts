/** `assay sidecar` between an application and a gateway, with tokens of a real verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScene, type Scene } from '../../verifier/delegation/token-exchange/exchange-token.fixture.ts';
import { claimsOf, type TestAgent } from '../../verifier/identity/issuer/issuer.fixture.ts';
import { type FakeService, runFake, sendJson, serveFake, startFake } from '../cli.fake.ts';

let scene: Scene;
let agent: TestAgent;
let gateway: FakeService;
let folder = '';
let status = 200;
beforeAll(async () => {
  scene = await openScene();
  const resource = `${scene.issuer.url}/gateway`;
  agent = await scene.agent('clerk', { resources: [resource], scopes: ['gateway:call'] });
  gateway = await serveFake((_request, response) => sendJson(response, status, { answered: true }));
  folder = await mkdtemp(join(tmpdir(), 'assay-sidecar-'));
  await writeFile(join(folder, 'secret'), `${agent.secret}\n`);
}, 60_000);
afterAll(async () => {
  await scene.issuer.close();
  await gateway.close();
  await rm(folder, { recursive: true });
});

const argumentsOf = ({ id, clientId }: TestAgent) => [
  ...['sidecar', '--agent', id, '--client-id', clientId, '--client-secret-file', join(folder, 'secret')],
  ...['--port', '0', '--verifier', scene.issuer.url, '--gateway', gateway.url],
];

async function withSidecar(work: (url: string) => Promise<void>): Promise<void> {
  const over = new AbortController();
  const run = startFake(argumentsOf(agent), { signal: over.signal });
  const [, url = ''] = await run.said(/(http:\/\/127\.0\.0\.1:\d+) \(models/);
  await work(url);
  over.abort();
  expect(await run.done).toMatchObject({ code: 0 });
}

const call = (url: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/v1/chat/completions?x=1`, { method: 'POST', headers, body: '{"a":1}' });
const lastToken = () => String(gateway.seen.at(-1)?.headers.authorization).replace('Bearer ', '');

it('calls of the application go on as the agent, without the credentials and names that it sent', async () => {
  await withSidecar(async (url) => {
    const hostile = {
      authorization: 'Bearer mine',
      'x-api-key': 'mine',
      'x-assay-key': 'mine',
      'x-assay-agent-id': 'other',
      cookie: 'a=b',
      'x-assay-session-id': 'kept',
    };
    const answer = await call(url, hostile);
    expect([answer.status, await answer.json()]).toEqual([200, { answered: true }]);
    const seen = gateway.seen.at(-1);
    expect(seen).toMatchObject({ method: 'POST', url: '/v1/chat/completions?x=1', body: '{"a":1}' });
    expect(JSON.stringify(seen?.headers)).not.toContain('mine');
    expect(seen?.headers).not.toHaveProperty('x-assay-agent-id');
    expect(seen?.headers).not.toHaveProperty('cookie');
    expect(seen?.headers['x-assay-session-id']).toBe('kept');
    const token = lastToken();
    expect(claimsOf(token)).toMatchObject({
      sub: agent.spiffeId,
      aud: `${scene.issuer.url}/gateway`,
      agent_id: 'clerk',
      scope: 'gateway:call',
    });
    await call(url);
    expect(lastToken()).toBe(token);
    expect(await (await fetch(`${url}/token`)).json()).toMatchObject({ access_token: token, token_type: 'Bearer' });
  });
});

it('a token that the gateway refuses is not used again', async () => {
  await withSidecar(async (url) => {
    await call(url);
    const token = lastToken();
    status = 401;
    expect((await call(url)).status).toBe(401);
    status = 200;
    await call(url);
    expect(lastToken()).not.toBe(token);
  });
});

it('with the token of a person the call is made for that person, as far as they consented', async () => {
  const ada = await scene.person('ada@acme.example');
  const subject = await scene.subjectToken(ada);
  await withSidecar(async (url) => {
    const before = gateway.seen.length;
    const refused = await call(url, { 'x-assay-subject-token': subject });
    expect(refused.status).toBe(503);
    expect(gateway.seen).toHaveLength(before);
    await scene.consent(ada, agent.id, { resources: [`${scene.issuer.url}/gateway`], scopes: ['gateway:call'] });
    expect((await call(url, { 'x-assay-subject-token': subject })).status).toBe(200);
    expect(claimsOf(lastToken())).toMatchObject({ sub: ada, act: { sub: agent.spiffeId } });
    expect(gateway.seen.at(-1)?.headers).not.toHaveProperty('x-assay-subject-token');
    await call(url);
    expect(claimsOf(lastToken())).toMatchObject({ sub: agent.spiffeId });
  });
});

it('an address in place of a path never chooses where the token goes', async () => {
  await withSidecar(async (url) => {
    const before = gateway.seen.length;
    const { hostname: host, port } = new URL(url);
    for (const path of ['http://elsewhere.example/v1/models', '//elsewhere.example/v1/models']) {
      const answered = await new Promise<number | undefined>((resolve, reject) => {
        request({ host, port, path }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject)
          .end();
      });
      expect([path, answered]).toEqual([path, 200]);
    }
    expect(gateway.seen.slice(before).map(({ url: seen }) => seen)).toEqual(['/v1/models', '/v1/models']);
  });
});

it('a page of a browser is not answered, under no name', async () => {
  await withSidecar(async (url) => {
    const before = gateway.seen.length;
    expect((await call(url, { origin: 'https://evil.example' })).status).toBe(403);
    expect(await statusUnder(url, 'evil.example')).toBe(403);
    expect((await fetch(`${url}/admin`)).status).toBe(404);
    expect(gateway.seen).toHaveLength(before);
  });
});

it('a wrong credential ends it before it listens', async () => {
  await writeFile(join(folder, 'secret'), 'wrong');
  expect(await runFake(argumentsOf(agent))).toMatchObject({ code: 3, out: '' });
  await writeFile(join(folder, 'secret'), agent.secret);
});

/** With another `Host`, which fetch does not allow. */
function statusUnder(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}/token`, { headers: { host } }, ({ statusCode }) => resolve(statusCode))
      .once('error', reject)
      .end();
  });
}
