import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuditor } from '@assay/sdk';
import { runContractKit } from '@assay/sdk/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from './archive/zip.fixture.ts';
import { createModelSecurityAuditor } from './auditor.ts';
import { readRoots } from './config.ts';
import { bytesOf, callOf, op, streamOf } from './pickle/assembler.fixture.ts';

const clean = streamOf(op.global('collections', 'OrderedDict'), op.emptyTuple, op.reduce);
const malicious = streamOf(callOf('os', 'system'));
const broken = bytesOf(op.proto(4), op.emptyDict);

let folder = '';
let outside = '';

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-models-')));
  outside = await realpath(await mkdtemp(join(tmpdir(), 'assay-outside-')));
  await writeFile(join(folder, 'clean.pkl'), clean);
  await writeFile(join(folder, 'malicious.pkl'), malicious);
  await writeFile(join(folder, 'broken.pkl'), broken);
  await mkdir(join(folder, 'model'));
  await writeFile(join(folder, 'model', 'a.pkl'), clean);
  await writeFile(join(folder, 'model', 'README.md'), '# A model\n');
  await writeFile(join(outside, 'secret.pkl'), malicious);
  await symlink(join(outside, 'secret.pkl'), join(folder, 'link.pkl'));
  await symlink(outside, join(folder, 'linked-folder'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(outside, { recursive: true, force: true });
});

function make(env: Record<string, string> = {}) {
  const definition = createModelSecurityAuditor({ roots: () => [folder], trustedRootPath: () => undefined });
  return createAuditor(definition, { env });
}

async function examine(metadata: Record<string, unknown>, env: Record<string, string> = {}) {
  return make(env).claims({ phase: 'artifact', data: { metadata } });
}

async function claimsOf(metadata: Record<string, unknown>, env: Record<string, string> = {}) {
  const response = await examine(metadata, env);
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim]));
}

function inline(bytes: Uint8Array): Record<string, unknown> {
  return { artifact_base64: Buffer.from(bytes).toString('base64') };
}

it.each([{}, { MODEL_SECURITY_ROOTS: '' }])('inspects no folder unless the operator names one: %j', async (env) => {
  expect(readRoots(env)).toEqual([]);
  const definition = createModelSecurityAuditor({ roots: () => readRoots(env), trustedRootPath: () => undefined });
  for (const path of ['package.json', process.cwd(), join(folder, 'clean.pkl')]) {
    const answer = await createAuditor(definition, { env: {} }).claims({
      phase: 'artifact',
      data: { metadata: { artifact_path: path } },
    });
    expect(answer).toMatchObject({
      status: 'error',
      error: { message: expect.stringContaining('MODEL_SECURITY_ROOTS') },
    });
  }
});

it('keeps the contract', async () => {
  const samples = { artifact: [{ metadata: inline(clean) }, { metadata: inline(malicious) }] };
  const { checks } = await runContractKit(make(), { samples });
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});

describe('a file below the roots', () => {
  it('is free of malware when harmless', async () => {
    const claims = await claimsOf({ artifact_path: 'clean.pkl' });
    expect(claims.get('model_malware_free')?.value).toBe(true);
    expect(claims.get('model_check_complete')?.value).toBe(true);
    expect(claims.get('model_format_valid')?.value).toBe(true);
    expect(claims.get('model_format')?.value).toBe('pickle');
    expect(claims.get('model_hash')?.value).toBe(createHash('sha256').update(clean).digest('hex'));
    expect(claims.get('model_unsafe_globals')?.value).toEqual([]);
    expect(claims.get('model_vulnerabilities')?.value).toEqual([]);
  });

  it('is named with its import, never with its arguments, when it runs commands', async () => {
    const claims = await claimsOf({ artifact_path: join(folder, 'malicious.pkl') });
    expect(claims.get('model_malware_free')?.value).toBe(false);
    expect(claims.get('model_unsafe_globals')?.value).toEqual(['os.system']);
    expect(claims.get('model_vulnerabilities')?.value).toEqual(['pickle_unsafe_global']);
    expect(claims.get('model_check_complete')?.detail).toMatchObject({
      findings: [{ id: 'pickle_unsafe_global', severity: 'critical', module: 'os.system', offset: 2 }],
    });
  });

  it('has no claim to be free of malware when broken', async () => {
    const claims = await claimsOf({ artifact_path: 'broken.pkl' });
    expect(claims.has('model_malware_free')).toBe(false);
    expect(claims.get('model_check_complete')?.value).toBe(false);
    expect(claims.get('model_format_valid')?.value).toBe(false);
  });

  it('has its hash compared in any spelling', async () => {
    const digest = createHash('sha256').update(clean).digest('hex');
    const right = await claimsOf({ artifact_path: 'clean.pkl', expected_sha256: `sha256:${digest.toUpperCase()}` });
    expect(right.get('model_hash_verified')?.value).toBe(true);
    const wrong = await claimsOf({ artifact_path: 'malicious.pkl', expected_sha256: digest });
    expect(wrong.get('model_hash_verified')?.value).toBe(false);
    expect((await claimsOf({ artifact_path: 'clean.pkl' })).has('model_hash_verified')).toBe(false);
  });
});

describe('a folder', () => {
  it('is checked file by file, and its hash is that of sha256sum over its sorted files', async () => {
    const claims = await claimsOf({ artifact_path: 'model' });
    const line = (bytes: string | Buffer, name: string) =>
      `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
    const text = line('# A model\n', 'README.md') + line(clean, 'a.pkl');
    expect(claims.get('model_format')?.value).toBe('folder');
    expect(claims.get('model_malware_free')?.value).toBe(true);
    expect(claims.get('model_hash')?.value).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it('is never complete with links that lead out, and they are not followed', async () => {
    const claims = await claimsOf({ artifact_path: folder });
    const detail = JSON.stringify(claims.get('model_check_complete')?.detail);
    expect(claims.get('model_check_complete')?.value).toBe(false);
    expect(detail).toContain('link_outside');
    expect(detail).not.toContain('secret');
  });
});

describe('bytes in the request', () => {
  it('are checked like a file', async () => {
    const claims = await claimsOf({
      ...inline(zipOf([{ name: 'a/data.pkl', content: malicious }])),
      artifact_name: 'm.pt',
    });
    expect(claims.get('model_format')?.value).toBe('torch');
    expect(claims.get('model_malware_free')?.value).toBe(false);
  });

  it('may use globals that the operator allows', async () => {
    const body = inline(streamOf(callOf('my_package.layers', 'Dense')));
    expect((await claimsOf(body)).get('model_malware_free')?.value).toBe(false);
    const env = { MODEL_SECURITY_ALLOWED_GLOBALS: 'my_package.layers.Dense' };
    expect((await claimsOf(body, env)).get('model_malware_free')?.value).toBe(true);
  });
});

describe('wrong input is an in-band error that says what to send', () => {
  it.each([
    [{}, 'artifact_path'],
    [{ artifact_path: 5 }, 'artifact_path'],
    [{ artifact_path: '' }, 'artifact_path'],
    [{ artifact_path: 'a\0b' }, 'NUL'],
    [{ artifact_path: 'missing.pkl' }, 'MODEL_SECURITY_ROOTS'],
    [{ artifact_path: '../outside' }, 'MODEL_SECURITY_ROOTS'],
    [{ artifact_path: '/etc/passwd' }, 'MODEL_SECURITY_ROOTS'],
    [{ artifact_path: 'link.pkl' }, 'MODEL_SECURITY_ROOTS'],
    [{ artifact_path: 'linked-folder/secret.pkl' }, 'MODEL_SECURITY_ROOTS'],
    [{ artifact_path: 'clean.pkl', artifact_base64: 'AAAA' }, 'not both'],
    [{ artifact_base64: 'not base64!' }, 'Base64'],
    [{ artifact_base64: 'AAA' }, 'Base64'],
    [{ artifact_base64: 'A'.repeat(10_000_000) }, '7 MiB'],
    [{ artifact_path: 'clean.pkl', expected_sha256: 'abc' }, 'expected_sha256'],
  ])('%j', async (metadata, text) => {
    const response = await examine(metadata);
    expect(response.status).toBe('error');
    const error = response.status === 'error' ? response.error : undefined;
    expect(error?.code).toBe('INVALID_REQUEST');
    expect(error?.message).toContain(text);
  });
});

it('an answer reveals nothing about files outside of the roots', async () => {
  const answers = await Promise.all(
    ['/etc/passwd', '/etc/no-such-file'].map((path) => examine({ artifact_path: path })),
  );
  expect(answers[0]).toEqual(answers[1]);
});
