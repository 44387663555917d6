/** Commands for tokens, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { crm, openScene, type Scene } from '../../verifier/delegation/token-exchange/exchange-token.fixture.ts';
import type { TestAgent } from '../../verifier/identity/issuer/issuer.fixture.ts';
import { runFake } from '../cli.fake.ts';

let scene: Scene;
let folder: string;
let ada: string;
let agent: TestAgent;
beforeAll(async () => {
  scene = await openScene();
  folder = await mkdtemp(join(tmpdir(), 'assay-token-'));
  ada = await scene.person('ada@acme.example');
  agent = await scene.agent('helper');
  await scene.consent(ada, agent.id);
});
// Clients sign with the time of the machine.
beforeEach(() => scene.issuer.verifier.clock.set(Date.now()));
afterAll(async () => {
  await scene?.issuer.close();
  await rm(folder, { recursive: true });
});

async function aFile(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}
const assay = (args: readonly string[], env: Record<string, string> = {}) =>
  runFake([...args, '--verifier', scene.issuer.url], { env });
const secretOf = async () => [
  '--client-id',
  agent.clientId,
  '--client-secret-file',
  await aFile('secret', agent.secret),
];
const tokens = async () => [
  ...['--subject-token-file', await aFile('subject', `${await scene.subjectToken(ada)}\n`)],
  ...['--actor-token-file', await aFile('actor', await scene.actorToken(agent.id))],
];

describe('assay token exchange', () => {
  it("shows the agent's token, and for whom it is", async () => {
    const done = await assay(['token', 'exchange', ...(await tokens()), ...(await secretOf()), '--scope', 'crm:read']);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toMatch(/^token +eyJ\S+$/m);
    expect(done.out).toMatch(/^scopes +crm:read$/m);
    expect(done.out).toContain(agent.spiffeId);
    const token = /^token +(\S+)$/m.exec(done.out)?.[1] ?? '';
    const asked = await assay(['token', 'introspect', '--token-env', 'TOKEN', ...(await secretOf()), '--json'], {
      TOKEN: token,
    });
    expect([asked.code, asked.err]).toEqual([0, '']);
    expect(JSON.parse(asked.out)).toMatchObject({ active: true, sub: ada, aud: crm, act: { sub: agent.spiffeId } });
  });

  it('takes tokens and the secret from the environment, or a key from a file', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const keyed = await scene.agent('keyed', {});
    const jwks = { keys: [await exportJWK(publicKey)] };
    await scene.issuer.verifier.admin('POST', '/v1/agents/keyed/rotate-credentials', { jwks });
    await scene.consent(ada, 'keyed');
    const env = { SUBJECT: await scene.subjectToken(ada), ACTOR: await scene.actorToken('keyed') };
    const named = ['--subject-token-env', 'SUBJECT', '--actor-token-env', 'ACTOR', '--client-id', keyed.clientId];
    const key = await aFile('key.json', JSON.stringify(await exportJWK(privateKey)));
    const done = await assay(['token', 'exchange', ...named, '--key-file', key, '--json'], env);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(JSON.parse(done.out)).toMatchObject({ scope: 'crm:read crm:search', act: { sub: keyed.spiffeId } });
  });

  it('prints where the person may consent, with exit code 1, and no token', async () => {
    const other = await scene.agent('other');
    const env = {
      SUBJECT: await scene.subjectToken(ada),
      ACTOR: await scene.actorToken('other'),
      SECRET: other.secret,
    };
    const named = ['--subject-token-env', 'SUBJECT', '--actor-token-env', 'ACTOR', '--client-id', other.clientId];
    const done = await assay(
      ['token', 'exchange', ...named, '--client-secret-env', 'SECRET', '--resource', crm, '--scope', 'crm:read'],
      env,
    );
    expect(done.code).toBe(1);
    expect(done.err).toContain('no_active_delegation');
    expect(done.err).toMatch(/The person decides at http:\/\/127\.0\.0\.1:\d+\/consent\/apr_/);
    for (const secret of Object.values(env)) expect(done.out + done.err).not.toContain(secret);
  });

  it('asks for missing values, and repeats nothing secret', async () => {
    const none = await assay(['token', 'exchange']);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining('--subject-token-file FILE is missing')]);
    const bad = await aFile('bad', 'two words');
    const wrong = await assay(['token', 'exchange', '--subject-token-file', bad]);
    expect(wrong.code).toBe(2);
    expect(wrong.err).not.toContain('two words');
  });
});

describe('assay token introspect', () => {
  it('exits with 1 for an invalid token', async () => {
    const done = await assay(['token', 'introspect', '--token-env', 'TOKEN', ...(await secretOf())], { TOKEN: 'x' });
    expect([done.code, done.out]).toEqual([1, 'active  no\n']);
  });
});
