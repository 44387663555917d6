/** Commands for members, against a test verifier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let url: string;
beforeAll(async () => {
  verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: 'https://assay.example' });
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
}, 60_000);
afterAll(() => verifier.close());

/** As the local operator, with the verifier's data folder. */
function assay(...args: string[]) {
  return runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
}

async function json(...args: string[]) {
  return JSON.parse((await assay(...args, '--json')).out);
}

/** Invites by the command and accepts as a person. */
async function join(email: string, role: string) {
  const { id, token } = await json('member', 'invite', email, '--role', role);
  const path = `/v1/invitations/${id}/accept`;
  const { status, body } = await verifier.post(path, { token, name: 'Ada', password: 'nine violet engines' });
  expect(status).toBe(200);
  return String(body['user_id']);
}

describe('assay member', () => {
  it('invites with a link shown once, lists invitations and withdraws them', async () => {
    const made = await assay('member', 'invite', 'New@Example.com', '--days', '2');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^link +https:\/\/assay\.example\/invite\/assay_invite_[\w-]{43}$/m);
    expect(made.out).toMatch(/^role +viewer$/m);
    const listed = await assay('member', 'invitations');
    expect(listed.out).toMatch(/^inv_\S+ +new@example\.com +viewer +pending /m);
    expect(listed.out).not.toContain('assay_invite_');
    const { items } = await json('member', 'invitations');
    const { out } = await assay('member', 'revoke-invitation', items[0].id);
    expect(out).toBe(`Removed invitation ${items[0].id}\n`);
    expect((await assay('member', 'invitations')).out).toMatch(/ revoked /);
  });

  it('lists members, changes their role and status by address or id, and removes them', async () => {
    await join('boss@example.com', 'admin');
    const id = await join('ada@example.com', 'viewer');
    expect((await assay('member', 'list')).out).toMatch(/^ada@example\.com +Ada +viewer +active /m);
    expect((await assay('member', 'role', 'Ada@example.com', 'operator')).out).toMatch(/^role +operator$/m);
    expect((await assay('member', 'status', id, 'disabled')).out).toMatch(/^status +disabled$/m);
    expect((await assay('member', 'status', id, 'active')).out).toMatch(/^status +active$/m);
    expect((await assay('member', 'remove', id)).out).toBe('Removed member ada@example.com\n');
    expect(await assay('member', 'role', 'ada@example.com', 'viewer')).toMatchObject({ code: 1 });
  });

  it('keeps the last admin, and distinguishes a wrong role or address from a refusal', async () => {
    expect(await assay('member', 'remove', 'boss@example.com')).toMatchObject({
      code: 1,
      err: expect.stringContaining('last active admin'),
    });
    expect(await assay('member', 'role', 'boss@example.com', 'king')).toMatchObject({
      code: 2,
      err: expect.stringContaining('admin, operator, reviewer, viewer'),
    });
    expect(await assay('member', 'invite', 'nobody')).toMatchObject({
      code: 2,
      err: expect.stringContaining('e-mail address'),
    });
  });

  it('invites with the operator token or as an admin', async () => {
    const { code, err } = await runFake(['member', 'invite', 'x@example.com', '--verifier', url], {
      env: { ASSAY_DATA_DIR: '/nowhere' },
    });
    expect([code, err]).toEqual([3, expect.stringContaining('role admin')]);
  });
});

describe('assay person', () => {
  it('lists everybody, disables them everywhere, and sets a one-time password', async () => {
    await join('eve@example.com', 'reviewer');
    expect((await assay('person', 'list')).out).toMatch(/^eve@example\.com +Ada +active +default \(reviewer\) /m);
    const reset = await assay('person', 'reset-password', 'eve@example.com');
    expect(reset.out).toMatch(/^password +[\w-]{24}$/m);
    expect((await assay('person', 'status', 'eve@example.com', 'disabled')).out).toMatch(/^status +disabled$/m);
    expect((await assay('member', 'list')).out).toMatch(/^eve@example\.com +Ada +reviewer +disabled /m);
    expect(await assay('person', 'status', 'nobody@example.com', 'active')).toMatchObject({ code: 1 });
  });
});

describe('assay whoami', () => {
  it('shows the caller as the verifier sees it', async () => {
    const { code, out } = await assay('whoami');
    expect(code).toBe(0);
    expect(out).toMatch(/^you are +local$/m);
    expect(out).toMatch(/^role +operator$/m);
    expect(await json('whoami')).toEqual((await verifier.get('/v1/me')).body);
  });
});
