/** Commands over publishers and the auditor registry, against a verifier, an image registry and an auditor of the test. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '../../platform/db/test-db.ts';
import { soundLabels } from '../../verifier/composition/auditor-registry/image-registry.fixture.ts';
import { openRegistry, type RegistryFixture } from '../../verifier/composition/auditor-registry/registry.fixture.ts';
import { runFake } from '../cli.fake.ts';

let fixture: RegistryFixture;
let url: string;
let folder: string;
beforeAll(async () => {
  fixture = await openRegistry(testDatabaseKind);
  url = await fixture.verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(join(tmpdir(), 'assay-registry-'));
});
afterAll(async () => {
  await fixture.closeAll();
  await rm(folder, { recursive: true });
});

const run = (...args: readonly string[]) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: fixture.verifier.testDb.dataDir } });
const file = async (name: string, content: unknown) => {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const idIn = (out: string, name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(out)?.[1] ?? '';

describe('a release', { timeout: 60_000 }, () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it('is signed offline, registered, verified and revoked', async () => {
    const publicKey = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'release-2026' };
    const added = await run(
      'registry',
      'publisher',
      'add',
      'Tone Ltd',
      '--keys',
      await file('jwks.json', { keys: [publicKey] }),
    );
    expect([added.code, added.err]).toEqual([0, '']);
    expect(added.out).toMatch(/^key +release-2026 \(P-256\)$/m);
    const publisher = idIn(added.out, 'publisher');
    expect((await run('registry', 'publisher', 'list')).out).toContain(publisher);

    const release = await file('tone.json', fixture.aRelease());
    const key = await file('key.jwk', { ...pair.privateKey.export({ format: 'jwk' }), kid: 'release-2026' });
    const signed = await runFake(['registry', 'sign', release, '--key', key]);
    expect([signed.code, signed.err]).toEqual([0, expect.stringContaining('"vocabulary_digest"')]);
    expect(signed.out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const jws = await file('release.jws', signed.out);

    const made = await run('registry', 'auditor', 'register', release, '--publisher', publisher, '--signature', jws);
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).toMatch(/^signature +trusted/m);
    const id = idIn(made.out, 'id');
    expect((await run('registry', 'auditor', 'register', release)).code).toBe(1);

    const verified = await run('registry', 'auditor', 'verify', id, '--url', fixture.auditor.url);
    expect([verified.code, verified.out]).toEqual([0, expect.stringMatching(/^avr_\S+ passed: \d+ checks passed\n/)]);
    expect((await run('registry', 'auditor', 'list', '--status', 'verified')).out).toContain(id);

    expect((await run('registry', 'auditor', 'deprecate', id)).out).toMatch(/^status +deprecated$/m);
    expect((await run('registry', 'auditor', 'revoke', id)).code).toBe(2);
    const revoked = await run('registry', 'auditor', 'revoke', id, '--reason', 'leaks \u001b[31m');
    expect([revoked.code, revoked.err.replace(/\s/g, '')]).toEqual([2, expect.anything()]);
    expect((await run('registry', 'auditor', 'revoke', id, '--reason', 'leaks')).out).toMatch(
      /^status +revoked: leaks$/m,
    );
    expect((await run('registry', 'auditor', 'deprecate', id)).err).toContain('does not take deprecate');

    expect((await run('registry', 'publisher', 'remove', publisher)).out).toBe(`Removed publisher ${publisher}\n`);
    expect((await run('registry', 'auditor', 'show', id)).out).toMatch(/^signature +untrusted/m);
  });

  it('that does not pass shows what failed, and says where labels were only submitted', async () => {
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 61_000);
    const release = await file('other.json', fixture.aRelease({ image: `127.0.0.1:1/tone@sha256:${'f'.repeat(64)}` }));
    const id = idIn((await run('registry', 'auditor', 'register', release)).out, 'id');
    expect((await run('registry', 'auditor', 'show', id, '--verification')).code).toBe(1);
    const failed = await run('registry', 'auditor', 'verify', id, '--url', 'http://127.0.0.1:1');
    expect([failed.code, failed.out]).toEqual([1, expect.stringContaining('✗ vocabulary')]);
    const labels = await file('inspect.json', [{ Config: { Labels: soundLabels } }]);
    const again = await run('registry', 'auditor', 'verify', id, '--url', fixture.auditor.url, '--labels', labels);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('the image was not read')]);
    expect((await run('registry', 'auditor', 'show', id, '--verification')).out).toBe(again.out);
  });

  it('is signed with private keys alone, and what is no release is not signed', async () => {
    const model = await file('model.json', {
      name: 'scorer',
      version: 1,
      model_hash: `sha256:${'a'.repeat(64)}`,
      more: 1,
    });
    const key = await file('ed.jwk', generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
    const signed = await runFake(['registry', 'sign', model, '--key', key, '--json']);
    expect(JSON.parse(signed.out)).toMatchObject({ release: { name: 'scorer', version: 1 } });
    expect(JSON.parse(signed.out)).not.toHaveProperty('release.more');
    const open = await file('public.jwk', pair.publicKey.export({ format: 'jwk' }));
    expect((await runFake(['registry', 'sign', model, '--key', open])).code).toBe(2);
    expect((await runFake(['registry', 'sign', await file('no.json', { name: 'x' }), '--key', key])).code).toBe(2);
  });
});
