import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeProofCrypto as crypto, sha256Hex } from '@assay/sdk/crypto';
import { describe, expect, it } from 'vitest';
import { type ArtefactOptions, createOfflineVerifier } from '../src/proof/offline-verifier.ts';
import { reportPassportStatus } from '../src/proof/passport-status-report.ts';
import { parseVerifierKeys } from '../src/proof/verifier-key.ts';

const root = fileURLToPath(new URL('./golden/', import.meta.url));

/** Artefacts of each release, as a hash of names and contents. No entry ever changes; a release adds a line. */
const releases: Readonly<Record<string, string>> = {
  '0.1.0': '10037dadd9a98c0edaad58a5f88dfd146d8dad9e8814833a24b60c0ebbda6290',
};

const artefacts: Readonly<Record<string, string>> = {
  'bundle.cbor': 'evidence bundle',
  'bundle.json': 'evidence bundle',
  'evidence-view.json': 'evidence',
  'evidence.jws': 'evidence',
  'key-attestation.json': 'key attestation',
  'passport.jwt': 'passport',
  'receipt-proof.json': 'receipt proof',
  'receipt.json': 'receipt',
  'receipts.jsonl': 'receipt export',
};

const versions = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it('every release, and no other, has its artefacts', () => {
  expect(versions.sort()).toEqual(Object.keys(releases).sort());
});

describe.each(versions)('an artefact of release %s', (version) => {
  const read = (name: string) => new Uint8Array(readFileSync(join(root, version, name)));
  const text = (name: string) => Buffer.from(read(name)).toString('utf8').trim();
  const options: ArtefactOptions = {
    now: Date.parse(text('now.txt')),
    keys: JSON.parse(text('keys.json')),
    attestations: [JSON.parse(text('key-attestation.json'))],
    witnesses: text('witness-keys.txt').split('\n'),
  };
  const { verifyArtefact } = createOfflineVerifier(crypto);

  it('is unchanged', () => {
    const names = readdirSync(join(root, version)).sort();
    const hashes = names.map((name) => `${sha256Hex(Buffer.from(read(name)))}  ${name}\n`);
    expect(sha256Hex(hashes.join(''))).toBe(releases[version]);
  });

  it.each(Object.entries(artefacts))('%s verifies for ever', async (name, artefact) => {
    const verdict = await verifyArtefact(read(name), options);
    expect(verdict.findings.filter(({ status }) => status !== 'proven')).toEqual([]);
    expect(verdict).toMatchObject({ artefact, ok: true });
  });

  it('is never proven with a byte changed', async () => {
    // Members that a view adds to the Evidence are only the server's word, and are marked so.
    for (const name of Object.keys(artefacts).filter((one) => one !== 'evidence-view.json')) {
      const bytes = read(name);
      const at = Math.floor(bytes.length / 2);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect((await verifyArtefact(bytes, options)).ok, name).toBe(false);
    }
  });

  it('has a valid passport status', async () => {
    const keys = await parseVerifierKeys(options.keys, crypto);
    if (!keys.ok) throw new Error(keys.message);
    const { token } = JSON.parse(text('passport-status.json'));
    const check = { keys: keys.keys, now: options.now, crypto };
    const { findings } = await reportPassportStatus(token, text('passport.jwt'), check);
    expect(findings.map(({ status }) => status)).toEqual(['proven']);
  });
});
