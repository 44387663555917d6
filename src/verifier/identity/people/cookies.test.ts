import { randomBytes } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createPageCookies } from './cookies.ts';

async function setBy(isSecure: boolean, shown = ''): Promise<string> {
  const cookies = createPageCookies({ isSecure, randomBytes });
  const app = fastify();
  await app.register(cookie);
  app.get('/', async (request, reply) => cookies.ensureConnect(request, reply));
  const answer = await app.inject({ url: '/', headers: { cookie: shown } });
  return String(answer.headers['set-cookie']);
}

it('the connection cookie is limited to this host when the pages are served by https', async () => {
  const set = await setBy(true);
  expect(set).toMatch(
    /^__Host-assay_connect=[A-Za-z0-9_-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(await setBy(false)).toMatch(/^assay_connect=.*; HttpOnly; SameSite=Lax$/);
});

it('concurrent connections keep the existing cookie, and never a made-up one', async () => {
  const kept = `__Host-assay_connect=${'k'.repeat(43)}`;
  expect(await setBy(true, kept)).toContain(kept);
  expect(await setBy(true, '__Host-assay_connect=short')).not.toContain('short');
  // A cookie without the prefix may come from a sister host.
  expect(await setBy(true, `assay_connect=${'k'.repeat(43)}`)).not.toContain('kkk');
});
