import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createTestVisitor, fieldOf, goodPassword, joinAs, type TestVisitor, tokenOf } from './test-visitor.ts';

let verifier: TestVerifier;
let ada: TestVisitor;
let bob: TestVisitor;

beforeAll(async () => {
  verifier = await openTestVerifier({ ASSAY_AUTHENTICATION: 'required' });
  ada = await joinAs(verifier, { email: 'ada@example.com', role: 'admin', name: 'Ada Lovelace' });
  bob = await joinAs(verifier, { email: 'bob@example.com', role: 'viewer', name: 'Bob' });
});
afterAll(() => verifier.close());

const textOf = (page: string) => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
const secretOf = (page: string) => /class="secret"[^>]*>([^<]*)</.exec(page)?.[1] ?? '';

describe('every page', () => {
  it.each([
    ...['/login', '/account', '/account/password', '/account/sessions', '/account/keys', '/account/applications'],
    ...['/account/members', '/account/nothing', '/invite/assay_invite_x', '/oauth/interaction/nothing'],
  ])('%s loads nothing from elsewhere, runs nothing, is neither framed nor cached', async (path) => {
    const visitor = path === '/login' ? createTestVisitor(verifier) : ada;
    const { text, headers } = await visitor.open(path);
    const policy = String(headers['content-security-policy']);
    expect(policy.split('; ')).toEqual([
      ...["default-src 'none'", "style-src 'self'", "img-src 'self'", "form-action 'self'", "base-uri 'none'"],
      "frame-ancestors 'none'",
    ]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=|<iframe|src=/);
    expect(text).not.toMatch(/(?:href|action)="(?:https?:)?\/\//);
  });

  it.each(['/login', '/account', '/account/password', '/account/keys', '/account/members'])(
    '%s has a language, landmarks, one heading, and a label for each field',
    async (path) => {
      const { text } = await (path === '/login' ? createTestVisitor(verifier) : ada).open(path);
      expect(text).toContain('<html lang="en">');
      expect(text.match(/<h1/g)).toHaveLength(1);
      expect(text.match(/<main/g)).toHaveLength(1);
      const fields = [
        ...text.matchAll(/<(?:input|select)(?![^>]*(?:type="hidden"|type="checkbox"|aria-hidden))[^>]*>/g),
      ];
      for (const [field] of fields) {
        const id = /\sid="([^"]+)"/.exec(field)?.[1];
        expect(text, field).toContain(`<label for="${id}">`);
      }
      const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it('has its style at an address that changes with it, which may be cached', async () => {
    const { text } = await createTestVisitor(verifier).open('/login');
    const address = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(address).toMatch(/^\/assets\/pages\.css\?v=[0-9a-f]{12}$/);
    const { status, headers } = await createTestVisitor(verifier).open(address);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/css; charset=utf-8' });
    expect(headers['cache-control']).toContain('immutable');
  });
});

describe('API keys', () => {
  const fields = { alias: 'deploy', purpose: 'ci', days: '30', scopes: ['workspaces:read', 'keys:read'] };

  it('are made with the chosen scopes, shown once, and work', async () => {
    const { text } = await ada.open('/account/keys');
    const sent = { ...fields, form_token: tokenOf(text), once: fieldOf(text, 'once') };
    const made = await ada.send('/account/keys', sent);
    const key = secretOf(made.text);
    expect(key).toMatch(/^assay_key_[\w-]{43}$/);
    const me = await verifier.get('/v1/me', { authorization: `Bearer ${key}` });
    expect(me).toMatchObject({
      status: 200,
      body: { email: 'ada@example.com', scopes: expect.arrayContaining(fields.scopes) },
    });

    // Sending the same form again makes no second key, and does not show the first one again.
    const again = await ada.send('/account/keys', sent);
    expect(again.text).toContain('This form was already sent');
    expect(again.text).not.toContain(key);
    const listed = await ada.open('/account/keys');
    expect(listed.text).not.toContain(key);
    expect(listed.text.match(/<h2>deploy/g)).toHaveLength(1);
  });

  it('are rotated and revoked', async () => {
    const { text } = await ada.open('/account/keys');
    const [id, revision] = [fieldOf(text, 'id'), fieldOf(text, 'revision')];
    const rotation = { form_token: tokenOf(text), id, revision, overlap: 'none' };
    const key = secretOf((await ada.send('/account/keys/rotate', rotation)).text);
    const headers = { authorization: `Bearer ${key}` };
    expect((await verifier.get('/v1/me', headers)).status).toBe(200);
    expect((await ada.send('/account/keys/rotate', rotation)).status).toBe(412);
    const revoked = await ada.send('/account/keys/revoke', { form_token: tokenOf(text), id });
    expect(revoked).toMatchObject({ status: 303, location: '/account/keys?done=revoked' });
    expect((await verifier.get('/v1/me', headers)).status).toBe(401);
  });

  it('with invalid input name the wrong field, and keep the typed text', async () => {
    const answer = await ada.fill('/account/keys', { ...fields, alias: '', scopes: [], once: 'A'.repeat(22) });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('<a href="#alias">Give the key a name.</a>');
    expect(answer.text).toContain('<a href="#scopes">Choose at least one thing that it may do.</a>');
    expect(answer.text).toMatch(/<input id="alias"[^>]*aria-describedby="alias-hint alias-wrong" aria-invalid="true"/);
    expect(answer.text).toContain('<title>Error: API keys – Assay</title>');
    expect(answer.text).toContain('<option value="30" selected>');
  });

  it('have no right that their maker lacks, with any form', async () => {
    const { text } = await bob.open('/account/keys');
    expect(text).toContain('value="workspaces:read"');
    expect(text).not.toContain('value="workspaces:write"');
    expect(text).not.toContain('value="gateway"');
    const sent = { ...fields, form_token: tokenOf(text), once: fieldOf(text, 'once') };
    expect(text).not.toContain('name="gateway_id"');
    const gateway = { purpose: 'gateway', gateway_id: 'edge-1', scopes: ['gateways:serve'] };
    for (const change of [{ scopes: ['workspaces:write'] }, gateway]) {
      const answer = await bob.send('/account/keys', { ...sent, ...change });
      expect(answer.status).toBe(403);
      expect(secretOf(answer.text)).toBe('');
    }
  });

  it('of a gateway are made by admins, and name it', async () => {
    const gateway = { ...fields, alias: 'edge', purpose: 'gateway', scopes: ['gateways:serve'], once: 'C'.repeat(22) };
    expect((await ada.fill('/account/keys', gateway)).text).toContain('Purpose gateway needs gateway_id');
    const made = await ada.fill('/account/keys', { ...gateway, gateway_id: 'edge-1', once: 'D'.repeat(22) });
    const headers = { authorization: `Bearer ${secretOf(made.text)}` };
    expect((await verifier.get('/v1/gateways/edge-1/bundle', headers)).status).toBe(200);
    expect((await verifier.get('/v1/gateways/edge-2/bundle', headers)).status).toBe(403);
  });

  it('of others do not exist, even when named', async () => {
    const mine = await ada.fill('/account/keys', { ...fields, alias: 'mine', once: 'B'.repeat(22) });
    expect(secretOf(mine.text)).not.toBe('');
    const id = fieldOf((await ada.open('/account/keys')).text, 'id');
    expect((await bob.fill('/account/keys', { id }, '/account/keys/revoke')).status).toBe(404);
    expect((await bob.open('/account/keys')).text).not.toContain('mine');
  });
});

describe('the password', () => {
  it('is changed with the present one, and every other session ends', async () => {
    const eve = await joinAs(verifier, { email: 'eve@example.com', role: 'viewer' });
    const elsewhere = createTestVisitor(verifier);
    await elsewhere.fill('/login', { email: 'eve@example.com', password: goodPassword });
    const next = 'ten violet engines hum';
    const wrong = await eve.fill('/account/password', { current: 'not my password', next, again: next });
    expect(wrong).toMatchObject({ status: 403 });
    expect(wrong.text).toContain('<a href="#current">The password is wrong.</a>');
    const unlike = await eve.fill('/account/password', { current: goodPassword, next, again: `${next}!` });
    expect(unlike.text).toContain('<a href="#again">The two new passwords are not the same.</a>');
    const short = await eve.fill('/account/password', { current: goodPassword, next: 'short', again: 'short' });
    expect(short.text).toContain('<a href="#next">A password needs at least 12 characters.</a>');
    const done = await eve.fill('/account/password', { current: goodPassword, next, again: next });
    expect(done).toMatchObject({ status: 303, location: '/account/password?done=changed' });
    expect((await eve.open('/account')).status).toBe(200);
    expect((await elsewhere.open('/account')).status).toBe(303);
    const login = await createTestVisitor(verifier).fill('/login', { email: 'eve@example.com', password: next });
    expect(login.status).toBe(303);
  });
});

describe('sessions', () => {
  it('are listed, and ended one by one or all but this one; never those of others', async () => {
    const eve = await joinAs(verifier, { email: 'eve2@example.com', role: 'viewer' });
    const others: TestVisitor[] = [];
    for (let count = 0; count < 2; count += 1) {
      const other = createTestVisitor(verifier);
      await other.fill('/login', { email: 'eve2@example.com', password: goodPassword });
      others.push(other);
    }
    const { text } = await eve.open('/account/sessions');
    expect(text.match(/this browser<\/span>/g)).toHaveLength(1);
    const id = fieldOf(text, 'id');
    const foreign = await bob.fill('/account/password', { id }, '/account/sessions/end');
    expect(foreign.status).toBe(404);
    expect((await eve.send('/account/sessions/end', { id, form_token: tokenOf(text) })).status).toBe(303);
    const alive = () => Promise.all(others.map(async (other) => (await other.open('/account')).status === 200));
    expect((await alive()).filter(Boolean)).toHaveLength(1);
    await eve.send('/account/sessions/end-others', { form_token: tokenOf(text) });
    expect((await alive()).filter(Boolean)).toHaveLength(0);
    expect((await eve.open('/account')).status).toBe(200);
  });
});

describe('members', () => {
  it('are only for admins, for the page and each of its forms', async () => {
    expect((await bob.open('/account')).text).not.toContain('/account/members');
    expect((await bob.open('/account/members')).status).toBe(403);
    const email = 'x@example.com';
    for (const form of ['invite', 'withdraw', 'role', 'remove']) {
      const answer = await bob.fill('/account/password', { email, role: 'admin', id: 'x' }, `/account/members/${form}`);
      expect(answer.status, form).toBe(403);
    }
  });

  it('are invited by a link shown once, change role and are removed; their objects end with it', async () => {
    const invited = await ada.fill(
      '/account/members',
      { email: 'new@example.com', role: 'viewer' },
      '/account/members/invite',
    );
    const link = secretOf(invited.text);
    expect(link).toMatch(/^http:\/\/localhost\/invite\/assay_invite_[\w-]{43}$/);
    const waiting = await ada.open('/account/members');
    expect(textOf(waiting.text)).toContain('Pending invitations new@example.com Invited as Viewer');
    expect(waiting.text).not.toContain(link);

    const visitor = createTestVisitor(verifier);
    const path = new URL(link).pathname;
    expect((await visitor.open(path)).text).toContain('Join default');
    await visitor.fill(path, { name: 'Newcomer', password: goodPassword, again: goodPassword });
    expect(textOf((await visitor.open('/account')).text)).toContain('Role Viewer');
    expect((await createTestVisitor(verifier).open(path)).text).toContain('This invitation is no longer valid');

    const { text } = await ada.open('/account/members');
    const start = text.slice(text.indexOf('Newcomer'));
    const [id, revision] = [fieldOf(start, 'id'), fieldOf(start, 'revision')];
    const form_token = tokenOf(text);
    const raised = await ada.send('/account/members/role', { form_token, id, revision, role: 'operator' });
    expect(raised.location).toBe('/account/members?done=changed');
    expect(textOf((await visitor.open('/account')).text)).toContain('Role Operator');
    const stale = await ada.send('/account/members/role', { form_token, id, revision, role: 'viewer' });
    expect(stale.status).toBe(412);
    await ada.send('/account/members/remove', { form_token, id });
    expect((await visitor.open('/account')).status).toBe(303);
  });

  it('with an invalid address are not invited, and the page says so', async () => {
    const answer = await ada.fill('/account/members', { email: 'nobody', role: 'viewer' }, '/account/members/invite');
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('<a href="#email">');
  });
});

describe('a person in two organisations', () => {
  it('joins the second with the account of the first, and chooses the shown one', async () => {
    await verifier.admin('POST', '/v1/organizations', { id: 'acme', name: 'Acme Corp' });
    const headers = { 'x-assay-organization': 'acme' };
    const invitation = { email: 'bob@example.com', role: 'admin' };
    const { body } = await verifier.admin('POST', '/v1/invitations', invitation, headers);
    const path = `/invite/${String(body['token'])}`;
    const wrong = await bob.fill(path, { known: '1', password: 'wrong violet engines' });
    expect(wrong.text).toContain('The address or the password is wrong.');
    const joined = await bob.fill(path, { known: '1', password: goodPassword });
    expect(joined.location).toBe('/account?done=joined');
    expect(textOf((await bob.open('/account')).text)).toContain('Organisation Acme Corp ( acme ) Role Admin');
    expect((await bob.open('/account/members')).text).not.toContain('ada@example.com');

    await bob.fill('/account', { org_id: 'default' }, '/account/organization');
    expect(textOf((await bob.open('/account')).text)).toContain('Organisation default Role Viewer');
    expect((await bob.fill('/account', { org_id: 'other' }, '/account/organization')).status).toBe(404);
    bob.cookies.set('assay_organization', 'other');
    expect(textOf((await bob.open('/account')).text)).toContain('Organisation default Role Viewer');
  });

  it('makes no new account by mistake', async () => {
    const { body } = await verifier.admin('POST', '/v1/invitations', { email: 'fresh@example.com', role: 'viewer' });
    const path = `/invite/${String(body['token'])}`;
    const answer = await createTestVisitor(verifier).fill(path, { known: '1', password: goodPassword });
    expect(answer).toMatchObject({
      status: 403,
      text: expect.stringContaining('The address or the password is wrong'),
    });
  });
});
