/** The results of verifications, over a real image registry, real auditors and the contract kit of the SDK. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAuditor } from '@assay/sdk';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../../../platform/db/test-db.ts';
import { eventsTable } from '../../base/events/tables.ts';
import { soundLabels } from './image-registry.fixture.ts';
import { openRegistry, operator, type RegistryFixture, root, tone } from './registry.fixture.ts';
import { leaseMs } from './run-store.ts';
import { auditorVerificationsTable } from './tables.ts';

/** Nothing listens there: the kit is then skipped. */
const nowhere = 'http://127.0.0.1:1';
const kinds = testDatabaseUrl === undefined ? (['pglite'] as const) : (['postgres'] as const);

describe.each(kinds)('verification on %s', { timeout: 60_000 }, (kind) => {
  let fixture: RegistryFixture;
  beforeAll(async () => {
    fixture = await openRegistry(kind);
  });
  afterAll(() => fixture.closeAll());
  beforeEach(() => {
    fixture.images.mode = 'open';
    // The calls per minute are limited.
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 61_000);
  });

  const checksOf = async (id: string): Promise<Record<string, { status: string; detail: string }>> => {
    const { body } = await fixture.lastRun(id);
    const checks = body['checks'] as { name: string; status: string; detail: string }[];
    return Object.fromEntries(checks.map((check) => [check.name, check]));
  };

  it('verifies a valid auditor: labels of its image, vocabulary, and every check of the contract kit', async () => {
    const id = await fixture.registered();
    const { body } = await fixture.verified(id);
    const checks = await checksOf(id);
    expect(Object.values(checks).filter(({ status }) => status === 'failed')).toEqual([]);
    expect(body).toMatchObject({ status: 'verified', status_reason: null, auditor_id: 'tone' });
    expect(body['verified_at']).not.toBeNull();
    expect(checks['labels']?.status).toBe('passed');
    expect(checks['vocabulary']?.status).toBe('passed');
    expect(checks['advice/wrong-method']?.status).toBe('passed');
    expect((await fixture.lastRun(id)).body).toMatchObject({ status: 'passed', labels_source: 'image' });
    const told = await fixture.db().select().from(eventsTable).where(eq(eventsTable.code, 'auditor.verified'));
    expect(told.map(({ data }) => (data['fields'] as Record<string, unknown>)['registered_auditor'])).toContain(id);
  });

  it('reads an image without an index, with a public token, and shows that token to nobody else', async () => {
    fixture.images.mode = 'token';
    fixture.images.asked.length = 0;
    const id = await fixture.registered({ image: fixture.images.push(soundLabels, { isPlain: true }) });
    expect((await fixture.verified(id)).body['status']).toBe('verified');
    const { asked } = fixture.images;
    expect(asked.filter((path) => path.startsWith('/token'))).toEqual(['/token']);
    expect(asked.filter((path) => path.startsWith('/v2/tone/blobs')).every((path) => path.includes('Bearer'))).toBe(
      true,
    );
  });

  const { 'io.vendor.interfaces': _left, ...withoutInterfaces } = soundLabels;
  it.each([
    ['labels that are missing', () => ({ image: fixture.images.push(withoutInterfaces) }), 'io.vendor.interfaces'],
    ['no labels at all', () => ({ image: fixture.images.push(null) }), 'io.vendor.auditor'],
    [
      'labels that differ from the record',
      () => ({ image: fixture.images.push({ ...soundLabels, 'io.vendor.phase': 'request' }) }),
      'the record has',
    ],
    [
      'an image for another platform only',
      () => ({ image: fixture.images.push(soundLabels, { architecture: 'arm64' }) }),
      'linux/amd64',
    ],
    [
      'content that is an image and an index at once',
      () => ({ image: `${fixture.images.host}/tone@${fixture.images.put({ manifests: [], config: {} })}` }),
      'both an image and an index',
    ],
    ['an image that is not there', () => ({ image: `${fixture.images.host}/tone@sha256:${'1'.repeat(64)}` }), 'has no'],
  ])('fails for %s, and the release is a draft again', async (_case, change, expected) => {
    const id = await fixture.registered(change());
    const { body } = await fixture.verified(id, { url: nowhere, labels: soundLabels });
    expect(body).toMatchObject({ status: 'draft', auditor_id: null, verified_at: null });
    expect(body['status_reason']).toContain(expected);
    expect((await checksOf(id))['labels']).toMatchObject({ status: 'failed' });
  });

  it('refuses content with another digest, with any submitted labels', async () => {
    fixture.images.mode = 'lies';
    const id = await fixture.registered();
    const { body } = await fixture.verified(id, { url: nowhere, labels: soundLabels });
    expect(body['status']).toBe('draft');
    expect(body['status_reason']).toContain('another digest');
  });

  it('uses submitted labels when the registry gives nothing, and reports it', async () => {
    fixture.images.mode = 'shut';
    const id = await fixture.registered();
    expect((await fixture.verified(id, { url: nowhere })).body['status_reason']).toContain('submit the labels');
    expect((await fixture.verified(id, { url: fixture.auditor.url, labels: soundLabels })).body['status']).toBe(
      'verified',
    );
    expect((await fixture.lastRun(id)).body['labels_source']).toBe('submitted');
    expect((await checksOf(id))['labels']?.detail).toContain('the image itself was not read');
  });

  it('fails an auditor whose vocabulary differs from the record', async () => {
    const id = await fixture.registered({ vocabulary_digest: `sha256:${'2'.repeat(64)}` });
    expect((await fixture.verified(id)).body['status_reason']).toContain('gives another vocabulary');
  });

  it('fails an auditor that violates the contract, naming the check', async () => {
    const sound = createAuditor(tone);
    const broken = createServer((request, response) => {
      const answers: Record<string, unknown> = { '/health': sound.health(), '/vocabulary': sound.vocabulary() };
      request.resume();
      request.on('end', () => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[request.url ?? ''] ?? {}));
      });
    });
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    const id = await fixture.registered();
    const url = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const { body } = await fixture.verified(id, { url });
    broken.closeAllConnections();
    await new Promise((resolve) => broken.close(resolve));
    expect(body['status']).toBe('draft');
    const checks = await checksOf(id);
    expect(checks['vocabulary']?.status).toBe('passed');
    expect(checks['contract/claims-success']).toMatchObject({ status: 'failed' });
    expect(checks['advice/not-found']).toMatchObject({ status: 'skipped', detail: expect.stringContaining('404') });
    const told = await fixture
      .db()
      .select()
      .from(eventsTable)
      .where(eq(eventsTable.code, 'auditor.verification_failed'));
    expect(told.map(({ data }) => (data['fields'] as Record<string, unknown>)['registered_auditor'])).toContain(id);
  });

  it('fails when nobody answers, and skips the kit', async () => {
    const id = await fixture.registered();
    expect((await fixture.verified(id, { url: nowhere })).body['status']).toBe('draft');
    expect((await checksOf(id))['contract']?.status).toBe('skipped');
  });

  it('waits, without a failure, while the organisation is over its call limit', async () => {
    const id = await fixture.registered();
    const client = fixture.verifier.verifier().services.outbound.forOrganisation('default');
    const call = () => client(fixture.auditor.url, { accept: [] });
    await expect(Promise.all(Array.from({ length: 601 }, call))).rejects.toMatchObject({ code: 'too_many_requests' });
    expect((await fixture.verified(id, { url: nowhere })).body['status']).toBe('verifying');
    fixture.verifier.clock.set(fixture.verifier.clock.now() + 61_000);
    await sweep();
    expect((await fixture.see(id)).body['status']).toBe('draft');
  });

  it('refuses addresses that the organisation may not call', async () => {
    const id = await fixture.registered();
    const { body } = await fixture.verified(id, { url: 'http://169.254.169.254' });
    expect(body['status']).toBe('draft');
    const denied = await fixture.as(operator, 'POST', `${root}/${id}/verify`, { url: 'http://user:pw@127.0.0.1/' });
    expect(denied.status).toBe(422);
  });

  const runsTable = auditorVerificationsTable;
  /** Leaves a run as a process does that was killed in the middle. */
  const leaveBehind = async (id: string, attempts: number): Promise<string> => {
    const services = fixture.verifier.verifier().services;
    const author = { ...operator, orgId: 'default' };
    const begun = await fixture
      .db()
      .transaction((tx) => services.auditorReleases.verify(tx, author, id, { url: fixture.auditor.url }));
    const lease = { lease_by: 'prc_dead', lease_until: fixture.verifier.clock.now() + leaseMs, attempts };
    await fixture.db().update(runsTable).set(lease).where(eq(runsTable.id, begun.run.id));
    return begun.run.id;
  };
  const sweep = async (): Promise<void> => {
    const { auditorVerifications } = fixture.verifier.verifier().services;
    await auditorVerifications.sweep();
    await auditorVerifications.idle();
  };

  it("continues a killed process's work after its lease, and not before", async () => {
    const id = await fixture.registered();
    await leaveBehind(id, 1);
    await sweep();
    expect((await fixture.see(id)).body['status']).toBe('verifying');
    fixture.verifier.clock.set(fixture.verifier.clock.now() + leaseMs + 1);
    await sweep();
    expect((await fixture.see(id)).body['status']).toBe('verified');
  });

  it('fails a run that killed every process', async () => {
    const id = await fixture.registered();
    await leaveBehind(id, 3);
    fixture.verifier.clock.set(fixture.verifier.clock.now() + leaseMs + 1);
    await sweep();
    expect((await fixture.see(id)).body).toMatchObject({
      status: 'draft',
      status_reason: expect.stringContaining('never finished'),
    });
  });

  it('returns running work when the verifier stops, and a new one completes it', async () => {
    const hanging = createServer(() => undefined);
    await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
    const id = await fixture.registered();
    const url = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    const asked = new Promise((resolve) => hanging.once('request', resolve));
    expect((await fixture.as(operator, 'POST', `${root}/${id}/verify`, { url })).status).toBe(202);
    await asked;
    if (kind === 'postgres') await fixture.verifier.restart();
    else await fixture.verifier.verifier().services.auditorVerifications.close();
    hanging.closeAllConnections();
    await new Promise((resolve) => hanging.close(resolve));
    const [run] = await fixture.db().select().from(runsTable).where(eq(runsTable.release_id, id));
    expect(run).toMatchObject({ status: 'running', lease_by: null, attempts: 0 });
    await fixture.verifier.restart();
    await sweep();
    expect((await fixture.see(id)).body['status']).toBe('draft');
  });

  it('does not restore a release revoked during its verification', async () => {
    const id = await fixture.registered();
    const runId = await leaveBehind(id, 1);
    const revoked = await fixture.as(operator, 'POST', `${root}/${id}/revoke`, { reason: 'found out' });
    expect(revoked.body['status']).toBe('revoked');
    fixture.verifier.clock.set(fixture.verifier.clock.now() + leaseMs + 1);
    await sweep();
    expect((await fixture.see(id)).body['status']).toBe('revoked');
    const run = await fixture.as(operator, 'GET', `${root}/${id}/verifications/${runId}`);
    expect(run.body['status']).toBe('cancelled');
  });
});
