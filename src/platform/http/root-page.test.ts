import { expect, it } from 'vitest';
import { createLogger } from '../log.ts';
import { createAccess } from './access.ts';
import { createHttpApp } from './app.ts';
import { addRootPage } from './root-page.ts';

function open(verifierUrl: string | undefined) {
  const log = createLogger({ service: 'test', level: 'silent' });
  const app = createHttpApp({ service: 'test', log, access: createAccess({ host: '127.0.0.1' }) });
  const command = "curl {origin}/v1 -d '{}'";
  app.register(async (scope) =>
    addRootPage(scope, { title: 'A <gateway>', about: 'It judges.', command, verifierUrl }),
  );
  return app;
}

const accept = 'text/html,application/xhtml+xml';
const host = '127.0.0.1:8300';

it('a browser gets a page that runs nothing, names the console, and has a command for this address', async () => {
  const { statusCode, body, headers } = await open('http://127.0.0.1:8200').inject({
    url: '/',
    headers: { accept, host },
  });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(String(headers['content-security-policy'])).toContain("default-src 'none'");
  expect(body).toContain('<h1>A &lt;gateway&gt;</h1>');
  expect(body).toContain('<a href="http://127.0.0.1:8200/console/">');
  expect(body).toContain('<pre>curl http://127.0.0.1:8300/v1 -d &#39;{}&#39;</pre>');
  expect(body).not.toMatch(/<script|<link|<img|style=/);
});

it('without a known verifier the page links nowhere', async () => {
  const { body } = await open(undefined).inject({ url: '/', headers: { accept, host } });
  expect(body).not.toContain('<a ');
  expect(body).toContain('of your verifier');
});

it.each([undefined, '*/*', 'application/json', 'text/htmlx'])('a client that accepts %s gets 404', async (other) => {
  const headers = { host, ...(other === undefined ? {} : { accept: other }) };
  const answer = await open(undefined).inject({ url: '/', headers });
  expect([answer.statusCode, answer.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
});

it('a name that DNS rebinding leads here gets no page', async () => {
  const answer = await open(undefined).inject({ url: '/', headers: { accept, host: 'evil.example' } });
  expect(answer.statusCode).toBe(403);
});

it('a route that a setting puts at the root stays there', async () => {
  const log = createLogger({ service: 'test', level: 'silent' });
  const app = createHttpApp({ service: 'test', log, access: createAccess({ host: '127.0.0.1' }) });
  app.register(async (scope) => {
    scope.get('/', async () => 'own');
    addRootPage(scope, { title: 'x', about: 'x', command: 'x', verifierUrl: undefined });
  });
  expect((await app.inject({ url: '/', headers: { accept, host } })).body).toBe('own');
});
