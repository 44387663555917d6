import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createAuditor } from '@assay/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModelSecurityAuditor } from './auditor.ts';
import { newKey, toPem } from './provenance/der.fixture.ts';
import { aBundle, aStatement, type FileContents, keyMaterial } from './provenance/signer.fixture.ts';

const key = newKey();
const pem = key.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const contents: FileContents = { 'config.json': '{"a":1}', 'deep/notes.txt': 'notes' };
const signature = JSON.stringify(aBundle(aStatement(contents), key, keyMaterial(key)));

let root = '';

async function put(folder: string, files: FileContents): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'assay-signed-')));
  await put('signed', { ...contents, 'model.sig': signature });
  await put('changed', { ...contents, 'config.json': '{"a":2}', 'model.sig': signature });
  await put('unsigned', contents);
});

afterAll(() => rm(root, { recursive: true, force: true }));

async function claimsOf(
  metadata: Record<string, unknown>,
  overrides: Record<string, unknown> = { trusted_keys: [pem] },
) {
  const definition = createModelSecurityAuditor({ roots: () => [root], trustedRootPath: () => undefined });
  const detection_overrides = { model_signature_valid: overrides, model_provenance_verified: overrides };
  const response = await createAuditor(definition).claims({
    phase: 'artifact',
    data: { metadata },
    vendor_context: { detection_overrides },
  });
  if (response.status === 'error') throw new Error(response.error.message);
  return new Map(response.claims.map((claim) => [claim.name, claim.value]));
}

describe('the signature in a folder', () => {
  it('by a trusted key verifies the folder', async () => {
    const claims = await claimsOf({ artifact_path: 'signed' });
    expect(claims.get('model_signature_valid')).toBe(true);
    expect(claims.get('model_provenance_verified')).toBe(true);
  });

  it('is valid over other content, but verifies nothing', async () => {
    const claims = await claimsOf({ artifact_path: 'changed' });
    expect(claims.get('model_signature_valid')).toBe(true);
    expect(claims.get('model_provenance_verified')).toBe(false);
  });

  it('by another key is not valid', async () => {
    const other = newKey().publicKey.export({ type: 'spki', format: 'pem' }).toString();
    const claims = await claimsOf({ artifact_path: 'signed' }, { trusted_keys: [other] });
    expect(claims.get('model_signature_valid')).toBe(false);
    expect(claims.get('model_provenance_verified')).toBe(false);
  });

  it('is unknown without any trust', async () => {
    const claims = await claimsOf({ artifact_path: 'signed' }, {});
    expect(claims.has('model_signature_valid')).toBe(false);
    expect(claims.has('model_provenance_verified')).toBe(false);
  });

  it('may come with the request instead', async () => {
    const signature_base64 = Buffer.from(signature).toString('base64');
    expect((await claimsOf({ artifact_path: 'unsigned', signature_base64 })).get('model_provenance_verified')).toBe(
      true,
    );
    expect((await claimsOf({ artifact_path: 'unsigned' })).has('model_signature_valid')).toBe(false);
  });
});

it('trust settings that cannot be read are refused', async () => {
  const certificate = toPem(Buffer.from('no certificate'));
  await expect(claimsOf({ artifact_path: 'signed' }, { trusted_keys: ['no key'] })).rejects.toThrow('trust settings');
  await expect(claimsOf({ artifact_path: 'signed' }, { trusted_certificates: [certificate] })).rejects.toThrow('trust');
  const trusted_identities = ['somebody https://issuer.example'];
  await expect(claimsOf({ artifact_path: 'signed' }, { trusted_identities })).rejects.toThrow('trusted root');
});
