import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServedAuditor, serveAuditor } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';
import { anAuditor } from './auditor.fixture.ts';

const goodLabels = {
  'io.vendor.auditor': 'true',
  'io.vendor.schema_version': '2.0',
  'io.vendor.phase': 'request, response',
  'io.vendor.interfaces': 'health,claims,vocabulary',
};

let folder: string;
let sound: ServedAuditor;
let guarded: ServedAuditor;
let broken: FakeService;
/** Keeps the contract, and answers anything: no check of requests, no 404. */
let lenient: FakeService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'auditor-verify-'));
  const options = { env: {}, host: '127.0.0.1', port: 0 };
  sound = await serveAuditor(anAuditor, options);
  guarded = await serveAuditor(anAuditor, { ...options, token: 'the-token-of-this-auditor' });
  broken = await serveFake(({ url }, response) => {
    if (url === '/health')
      sendJson(response, 200, { status: 'healthy', auditor_id: 'x', version: '1.0.0', ready: true });
    else sendJson(response, 200, { status: 'blocked', decision: 'deny' });
  });
  lenient = await serveFake(({ url }, response) => {
    const face = { auditor_id: 'lenient', version: '1.0.0' };
    if (url === '/health') sendJson(response, 200, { status: 'healthy', ...face, ready: true });
    else if (url === '/vocabulary') sendJson(response, 200, { ...face, vocabulary: [], phases: ['request'] });
    else
      sendJson(response, 200, {
        status: 'success',
        claims: [{ name: 'mood', type: 'string', value: 'calm', timestamp: null, compliance_framework: 'SOC2' }],
      });
  });
});

afterAll(async () => {
  await Promise.all([lenient.close(), sound.close(), guarded.close(), broken.close()]);
  await rm(folder, { recursive: true });
});

async function verifyLabels(value: unknown) {
  const file = join(folder, 'labels.json');
  await writeFile(file, JSON.stringify(value));
  return runFake(['auditor', 'verify', '--image-labels', file]);
}

describe('auditor verify URL', () => {
  it('exits 0 for a conforming auditor', async () => {
    const { code, out, err } = await runFake(['auditor', 'verify', sound.url]);
    expect(out).toContain('KEEPS THE CONTRACT');
    expect([code, err]).toEqual([0, '']);
  });

  it('exits 1 for a violation, and names the rules', async () => {
    const { code, out } = await runFake(['auditor', 'verify', broken.url]);
    expect(code).toBe(1);
    expect(out).toContain('BREAKS THE CONTRACT');
    expect(out).toContain('✗ the vocabulary declares every claim');
  });

  it('exits 1 for another auditor than the one that --id names, and says which one answers', async () => {
    expect(await runFake(['auditor', 'verify', sound.url, '--id', anAuditor.id])).toMatchObject({ code: 0 });
    const { code, out } = await runFake(['auditor', 'verify', sound.url, '--id', 'politeness']);
    expect(code).toBe(1);
    expect(out).toContain('✗ the auditor is politeness');
    expect(out).toContain(`/health says ${anAuditor.id}, /vocabulary says ${anAuditor.id}`);
    expect(await runFake(['auditor', 'verify', '--image-labels', '-', '--id', 'x'])).toMatchObject({ code: 2 });
  });

  it('calls only broken rules of the contract broken, and prints advice apart', async () => {
    const { code, out } = await runFake(['auditor', 'verify', lenient.url]);
    expect(out).toContain('KEEPS THE CONTRACT');
    expect(out).toMatch(/ADVICE beyond the contract: \d+ of \d+ not followed/);
    expect(out.indexOf('✗')).toBe(-1);
    expect(code).toBe(0);
    expect((await runFake(['auditor', 'verify', lenient.url, '--strict'])).code).toBe(1);
  });

  it('prints every check as JSON and skips excluded ones', async () => {
    const { out } = await runFake([
      'auditor',
      'verify',
      sound.url,
      '--json',
      '--skip',
      'oversize',
      '--skip',
      'long-text',
    ]);
    const { passed, results } = JSON.parse(out);
    const skipped = results[0].checks.filter(({ status }: { status: string }) => status === 'skipped');
    expect(passed).toBe(true);
    expect(skipped.map(({ id }: { id: string }) => id)).toEqual(['long-text', 'oversize']);
  });

  it('uses the token of the environment', async () => {
    const env = { AUDITOR_TOKEN: 'the-token-of-this-auditor' };
    expect((await runFake(['auditor', 'verify', guarded.url])).code).toBe(1);
    expect((await runFake(['auditor', 'verify', guarded.url], { env })).code).toBe(0);
  });

  it('exits 3 when nothing answers', async () => {
    const { code, err } = await runFake(['auditor', 'verify', 'http://127.0.0.1:1']);
    expect(code).toBe(3);
    expect(err).toContain('Nothing answers at http://127.0.0.1:1/health.');
  });
});

describe('auditor verify --image-labels', () => {
  it.each([
    ['an object of labels', goodLabels],
    ['docker image inspect', [{ Id: 'sha256:1', Config: { Labels: { ...goodLabels, other: 'x' } } }]],
  ])('accepts %s', async (_title, value) => {
    expect((await verifyLabels(value)).code).toBe(0);
  });

  it.each([
    ['io.vendor.auditor', 'yes', 'must be "true"'],
    ['io.vendor.schema_version', '3.0', 'not "3.0"'],
    ['io.vendor.schema_version', 'two', 'must be a version'],
    ['io.vendor.phase', 'request,answer', 'names "answer"'],
    ['io.vendor.phase', '', 'must be a comma-separated list'],
    ['io.vendor.interfaces', 'health,claims', 'does not name vocabulary'],
  ])('refuses %s = %j', async (label, value, sentence) => {
    const { code, out } = await verifyLabels({ ...goodLabels, [label]: value });
    expect(code).toBe(1);
    expect(out).toContain(sentence);
  });

  it('refuses an image without labels, and distinguishes it from another file', async () => {
    const none = await verifyLabels([{ Config: { Labels: null } }]);
    expect(none.code).toBe(1);
    expect(none.out).toContain('4 of 4 checks failed');
    expect((await verifyLabels([1, 2])).code).toBe(2);
    expect((await runFake(['auditor', 'verify', '--image-labels', '-'], { stdin: 'no json' })).code).toBe(2);
  });
});
