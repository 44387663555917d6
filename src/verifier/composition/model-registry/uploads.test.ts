/** Uploads of model files: stored completely or not at all, scanned, and removed, whichever process dies in the middle. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { uploadsFolder } from './create.ts';
import { admin, base, type ModelWorld, openModelWorld, registrant, reviewer, sha256 } from './models.fixture.ts';

const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('files of models on %s', (kind) => {
  let world: ModelWorld;
  beforeAll(async () => {
    world = await openModelWorld(kind, { env: { VERIFIER_MODEL_MAX_BYTES: String(1024 * 1024) } });
  });
  afterAll(() => world.verifier.close());

  const intake = () => world.verifier.verifier().services.modelIntake;
  const runsOf = async (id: string, version: number) => {
    const { body } = await world.as(registrant, 'GET', `/${id}/versions/${version}/verifications`);
    return body['items'] as {
      id: string;
      status: string;
      checks: { name: string; status: string; detail: string }[];
    }[];
  };
  const approve = (id: string, version: number, body: unknown, by = admin) =>
    world.as(by, 'POST', `/${id}/versions/${version}/approve`, body);

  it('are scanned, and make the version ready once all of them were clean', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.json': '{}', 'b/model.safetensors': 'weights' });
    expect((await world.upload([id, version], 'b/model.safetensors', 'weights')).body).toMatchObject({
      status: 'pending_registration',
      files: [
        { path: 'a.json', state: 'missing' },
        { path: 'b/model.safetensors', state: 'clean' },
      ],
    });
    const last = await world.upload([id, version], 'a.json', Readable.from([Buffer.from('{'), Buffer.from('}')]));
    expect(last.body).toMatchObject({ status: 'ready', verification: { verdict: 'clean' } });
    expect(await world.leftFiles()).toEqual([]);
    const [run] = await runsOf(id, version);
    expect(run).toMatchObject({ kind: 'upload', status: 'passed', checks: [{ name: 'a.json', status: 'passed' }] });
    const one = await world.as(registrant, 'GET', `/${id}/versions/${version}/verifications/${run?.id}`);
    expect(one.body).toEqual(run);
    expect((await world.upload([id, version], 'other.json', '{}')).status).toBe(404);
  });

  it('fail the version permanently when unsafe', async () => {
    const id = await world.aModel({ served_as: [`evil-${kind}`] });
    const version = await world.aVersion(id, { 'a.pkl': 'evil', 'b.bin': 'weights' });
    const answer = await world.upload([id, version], 'a.pkl', 'evil');
    expect(answer.body).toMatchObject({ status: 'failed', verification: { verdict: 'unsafe' } });
    expect(answer.body['files']).toMatchObject([{ state: 'unsafe', findings: [{ rule: 'a_rule' }] }, {}]);
    expect((await world.upload([id, version], 'b.bin', 'weights')).body).toMatchObject({ reason: 'version_immutable' });
    for (const body of [{}, { accept_unchecked: true }]) {
      expect((await approve(id, version, body)).body).toMatchObject({ reason: 'version_failed' });
    }
    const { modelRegistry } = world.verifier.verifier().services;
    expect(await modelRegistry.stateOf(world.db(), 'default', `evil-${kind}`)).toBe('unregistered');
    expect((await world.as(registrant, 'PUT', `/${id}/aliases/prod`, { version })).body).toMatchObject({
      reason: 'version_not_ready',
    });
  });

  it('fail it when they could not be scanned, until an admin accepts it knowingly', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'odd' });
    expect((await world.upload([id, version], 'a.bin', 'odd')).body).toMatchObject({ status: 'failed' });
    expect((await approve(id, version, {})).body).toMatchObject({ reason: 'version_unchecked' });
    expect((await approve(id, version, { accept_unchecked: true }, reviewer)).status).toBe(403);
    expect((await approve(id, version, { accept_unchecked: true })).body).toMatchObject({
      status: 'ready',
      review: 'approved',
      verification: { verdict: 'unchecked' },
    });
  });

  it('of another length or content are refused, and may be sent again', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'weights' });
    const chunked = (text: string) => Readable.from([Buffer.from(text)]);
    const wrong: [string, string | Readable][] = [
      ['hash_mismatch', 'WEIGHTS'],
      ['size_mismatch', 'weights and more'],
      ['size_mismatch', 'wei'],
      ['size_mismatch', chunked('weights and more')],
      ['size_mismatch', chunked('wei')],
    ];
    for (const [reason, bytes] of wrong) {
      const answer = await world.upload([id, version], 'a.bin', bytes);
      expect([answer.status, answer.body['reason']]).toEqual([422, reason]);
      expect(await world.leftFiles()).toEqual([]);
    }
    const [run] = await runsOf(id, version);
    expect(run).toMatchObject({
      status: 'failed',
      checks: [{ name: 'a.bin', detail: expect.stringContaining('3 of 7') }],
    });
    expect((await world.upload([id, version], 'a.bin', 'weights')).body).toMatchObject({ status: 'ready' });
  });

  it('with a broken upload leave nothing, and the version waits for them', async () => {
    const id = await world.aModel();
    const text = 'w'.repeat(100_000);
    const version = await world.aVersion(id, { 'a.bin': text });
    const url = await world.verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
    // The test caller is identified by its credential only.
    const { headers } = await headersOf(world);
    const sending = request(`${url}${base}/${id}/versions/${version}/files/a.bin`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/octet-stream', 'content-length': '100000' },
    });
    sending.on('error', () => undefined);
    sending.write(text.slice(0, 50_000));
    await expect.poll(async () => (await world.leftFiles()).length).toBe(1);
    sending.destroy();
    await expect.poll(async () => (await runsOf(id, version))[0]?.status).toBe('failed');
    expect(await world.leftFiles()).toEqual([]);
    expect((await world.upload([id, version], 'a.bin', text)).body).toMatchObject({ status: 'ready' });
  });

  it('left by a killed process are removed by the next one, and its run does not stay open', async () => {
    const id = await world.aModel();
    const version = await world.aVersion(id, { 'a.bin': 'weights' });
    const now = world.verifier.clock.now();
    await world.verifier.verifier().services.db.transaction(async (tx) => {
      const { createVersionStore } = await import('./version-store.ts');
      await createVersionStore(world.verifier.clock).insertRun(tx, {
        org_id: 'default',
        id: `mvr_lost_${kind}`,
        model_id: id,
        version,
        kind: 'upload',
        status: 'running',
        checks: [],
        started_at: now,
        started_by: 'x',
        ended_at: null,
      });
    });
    // A process that has already ended.
    const gone = spawn(process.execPath, ['-e', '']);
    await once(gone, 'exit');
    const host = sha256(hostname()).slice(0, 12);
    const folder = join(world.verifier.testDb.dataDir, uploadsFolder);
    await mkdir(folder, { recursive: true });
    const left = [`${host}-${gone.pid}-0123456789abcdef-1.bin`, `${host}-${process.pid}-0123456789abcdef-1.bin`];
    const others = [
      `${host}-${process.ppid}-0123456789abcdef-1.bin`,
      `${sha256('other').slice(0, 12)}-1-0123456789abcdef-1.bin`,
    ];
    for (const name of [...left, ...others]) await writeFile(join(folder, name), 'half');
    await world.verifier.restart();
    await expect.poll(async () => (await world.leftFiles()).sort()).toEqual(others.sort());
    expect(await intake().endLost()).toBe(0);
    world.verifier.clock.set(now + 120_001);
    expect(await intake().endLost()).toBe(1);
    expect((await runsOf(id, version))[0]).toMatchObject({
      status: 'failed',
      checks: [{ detail: expect.stringContaining('has ended') }],
    });
    expect((await world.upload([id, version], 'a.bin', 'weights')).body).toMatchObject({ status: 'ready' });
  });

  it("are refused over the verifier's size limit, or in another format", async () => {
    const id = await world.aModel();
    const files = [{ path: 'a.bin', size: 1024 * 1024 + 1, sha256: sha256('') }];
    expect((await world.as(registrant, 'POST', `/${id}/versions`, { files })).status).toBe(422);
    const version = await world.aVersion(id, { 'a.bin': '{}' });
    expect((await world.as(registrant, 'PUT', `/${id}/versions/${version}/files/a.bin`, {})).status).toBe(415);
    // Routes for JSON accept nothing else.
    const other = await world.verifier.verifier().app.inject({
      method: 'POST',
      url: base,
      payload: 'x',
      headers: { ...(await headersOf(world)).headers, 'content-type': 'application/octet-stream' },
    });
    expect(other.statusCode).toBe(415);
  });
});

/** A credential of the registrant. */
async function headersOf(world: ModelWorld): Promise<{ headers: Record<string, string> }> {
  await world.as(registrant, 'GET', '');
  return { headers: { 'x-assay-key': `as-${Buffer.from(JSON.stringify(registrant)).toString('base64url')}` } };
}
