import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toBase64Url } from '@assay/sdk/crypto';
import { hashRecord } from '@assay/sdk/receipts';
import { encode as encodeCbor } from 'cbor2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aChain,
  anEvidence,
  aPassport,
  aVerifier,
  type FakeVerifier,
  madeAt,
} from '../../../test/support/artefacts.ts';
import { createExchanges } from '../../../test/support/exchanges.ts';
import { type Attestor, createAttestor } from '../../attestor/attestor.ts';
import { loadAttestorConfig } from '../../attestor/config.ts';
import { createSoftwareTee } from '../../attestor/tee/software/software.ts';
import { type Bundle, bundleFormat } from '../../contract/bundle.ts';
import { createLogger } from '../../platform/log.ts';
import { UsageError } from '../options.ts';
import { verify } from './verify.ts';

const clock = { now: () => madeAt };
const decoder = new TextDecoder();
let folder: string;
let attestor: Attestor;
let verifier: FakeVerifier;
let bundle: Bundle;
let jwsList: string[];
let exported: string;

/** Writes a file into the test's folder. */
async function put(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function run(args: string[], options: { env?: Record<string, string>; color?: boolean; stdin?: string } = {}) {
  const out: string[] = [];
  const stdin = (async function* () {
    yield new TextEncoder().encode(options.stdin ?? '');
  })();
  const code = await verify.run({
    args,
    stdout: { write: (text) => out.push(text) },
    stderr: { write: () => true },
    stdin,
    color: options.color ?? false,
    env: { ASSAY_DATA_DIR: join(folder, 'no-data'), ...options.env },
    clock,
  });
  return { code, text: out.join('') };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  const log = createLogger({ service: 'attestor', level: 'silent' });
  const tee = createSoftwareTee({ clock, build: 'test' });
  attestor = await createAttestor({ config: loadAttestorConfig({ GATEWAY_ID: 'test' }), clock, randomBytes, log, tee });
  verifier = await aVerifier();
  await makeArtefacts();
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function makeArtefacts(): Promise<void> {
  const hash = attestor.keyAttestationHash;
  const evidence = [1, 2, 3].map(() => anEvidence(hash));
  const batch = createExchanges(attestor).next(evidence);
  const signed = await attestor.signExchanges(batch.records, batch.evidence);
  jwsList = signed.attachments.slice(1).map((jws) => Buffer.from(jws ?? []).toString('latin1'));
  const records = aChain(attestor, hash, jwsList);
  const signatures = signed.signatures.map(toBase64Url);
  const texts = records.map((record) => JSON.stringify(record, Object.keys(record).sort()));
  const newest = records.at(-1);
  if (newest === undefined) throw new Error('a chain is never empty');
  const head = Buffer.from(hashRecord(newest)).toString('hex');
  const passport = aPassport({ ...attestor, sign: () => new Uint8Array(), destroy: () => {} }, hash, jwsList, {
    receipt: { chain_id: newest.chain_id, seq: newest.seq, hash: head },
  });
  bundle = {
    format: bundleFormat,
    exported_at: new Date(madeAt).toISOString(),
    passport: await verifier.sign(passport),
    evidence: evidence.map((item, index) => ({ evidence_id: item.evidence_id, jws: jwsList[index] ?? '' })),
    key_attestations: [attestor.keyAttestation],
    receipts: texts
      .slice(1)
      .map((text, index) => ({ record: toBase64Url(Buffer.from(text)), signature: signatures[index + 1] ?? '' })),
    verifier_keys: [verifier.jwk],
  };
  const key = { seq: 0, public_key: attestor.jwk.x, attestation_hash: hash };
  const header = {
    format: 'assay-receipts/1',
    chain_id: newest.chain_id,
    attestation_hash: hash,
    keys: [key],
    size: 4,
    head,
  };
  const lines = texts.map((record, index) => ({
    record,
    signature: signatures[index],
    ...(index === 0 ? {} : { attachment: toBase64Url(Buffer.from(jwsList[index - 1] ?? '')) }),
  }));
  exported = [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
  await put('keys.json', JSON.stringify({ keys: [verifier.jwk] }));
  await put('attestation.json', JSON.stringify(attestor.keyAttestation));
  await put('bundle.json', JSON.stringify(bundle));
}

const at = (name: string) => join(folder, name);

describe('a bundle', () => {
  it("is proven with its verifier's keys, and reports that no hardware was verified", async () => {
    const { code, text } = await run([at('bundle.json'), '--keys', at('keys.json')]);
    expect(code).toBe(0);
    expect(text).toContain('PROVEN: all of its claims are proven.');
    expect(text).toContain('no hardware was verified');
    expect(text).toContain('Trusted verifier keys: 1 from');
  });

  it('is summed up in ten lines at most, names each key once, and says what warning means; -v lists all', async () => {
    const args = [at('bundle.json'), '--keys', at('keys.json'), '--attestation', at('attestation.json')];
    const { text } = await run(args);
    const lines = text.split('\n').filter((line) => line !== '');
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(text).toContain('! Status warning: nothing is wrong, but not everything');
    expect(text).toMatch(/✓ \d+ more \(/);
    expect(text).not.toContain('exchanges: ');
    expect(text).toContain('assay verify -v lists all checks');
    const key = attestor.jwk.x;
    const times = (shown: string) => shown.split(key).length - 1;
    expect(times(text)).toBeLessThanOrEqual(1);
    const whole = (await run([...args, '-v'])).text;
    expect(whole.match(/key attestation of/g)).toHaveLength(1);
    expect(whole.match(/✓ proven {2}evidence ev_/g)).toHaveLength(3);
    expect(whole).toContain('! Status warning');
    expect(whole).not.toContain('more (');
  });

  it('that is wrong in many places shows the first of them, and how many there are', async () => {
    const evidence = bundle.evidence.map((item) => ({ ...item, jws: `${item.jws.slice(0, -6)}AAAAAA` }));
    const path = await put(
      'many.json',
      JSON.stringify({ ...bundle, evidence: [...evidence, ...evidence, ...evidence] }),
    );
    const { code, text } = await run([path, '--keys', at('keys.json')]);
    expect(code).toBe(1);
    expect(text).toContain('WRONG:');
    expect(text.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10);
    expect(text).toMatch(/✗ \d+ more \(evidence\)/);
  });

  it("uses a local verifier's keys in the data folder, and reports that", async () => {
    await put('verifier-keys.json', JSON.stringify({ keys: [verifier.jwk] }));
    const { code, text } = await run([at('bundle.json')], { env: { ASSAY_DATA_DIR: folder } });
    expect(code).toBe(0);
    expect(text).toContain('verifier-keys.json');
  });

  it('is not proven without keys: its signer is only self-declared', async () => {
    const { code, text } = await run([at('bundle.json')]);
    expect(code).toBe(1);
    expect(text).toContain('NOT PROVEN');
    expect(text).toContain('only named by the bundle itself');
    expect(text).not.toContain('✗');
  });

  it('is proven as CBOR too', async () => {
    const path = await put('bundle.cbor', encodeCbor(bundle));
    expect((await run([path, '--keys', at('keys.json')])).code).toBe(0);
  });

  it('is wrong as CBOR with a repeated member', async () => {
    const bytes = [...encodeCbor({ format: bundleFormat })];
    const doubled = Uint8Array.from([0xa2, ...bytes.slice(1), ...bytes.slice(1)]);
    expect(await run([await put('double.cbor', doubled)])).toMatchObject({
      code: 1,
      text: expect.stringContaining('not valid CBOR'),
    });
  });

  it('is wrong with one byte changed in any signed part', async () => {
    const text = JSON.stringify(bundle);
    const places = [
      text.indexOf('"passport":"') + 400,
      text.indexOf('"jws":"') + 700,
      text.indexOf('"receipts"') + 300,
      text.indexOf('"cmw"') + 200,
      text.indexOf('"nonce"') + 12,
    ];
    for (const place of places) {
      const other = text[place] === 'A' ? 'B' : 'A';
      const path = await put('changed.json', `${text.slice(0, place)}${other}${text.slice(place + 1)}`);
      const result = await run([path, '--keys', at('keys.json')]);
      expect(result.code, `byte ${place}`).toBe(1);
      expect(result.text).toContain('✗ wrong');
    }
  });

  it('is judged at the given time', async () => {
    const { code, text } = await run([at('bundle.json'), '--keys', at('keys.json'), '--now', '2027-06-01T00:00:00Z']);
    expect(code).toBe(1);
    expect(text).toContain('expired');
  });
});

describe('evidence', () => {
  it('is proven with its key attestation, from a file and from standard input', async () => {
    const path = await put('evidence.jws', `${jwsList[0]}\n`);
    expect((await run([path, '--attestation', at('attestation.json')])).code).toBe(0);
    expect((await run(['-', '--attestation', at('bundle.json')], { stdin: jwsList[0] ?? '' })).code).toBe(0);
  });

  it('without a key attestation is not proven', async () => {
    const { code, text } = await run([await put('evidence.jws', jwsList[0] ?? '')]);
    expect(code).toBe(1);
    expect(text).toContain('who signed it is not proven');
  });

  it('is wrong in a view that differs from its signed content', async () => {
    const jws = jwsList[0] ?? '';
    const payload: Record<string, unknown> = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
    const honest = await put('view.json', JSON.stringify({ ...payload, jws, trust_tier: 'warning' }));
    expect((await run([honest, '--attestation', at('attestation.json')])).code).toBe(0);
    const lying = await put('lie.json', JSON.stringify({ ...payload, jws, enforced: 'deny' }));
    const { code, text } = await run([lying, '--attestation', at('attestation.json')]);
    expect(code).toBe(1);
    expect(text).toContain('another value of enforced than the signed evidence');
  });
});

describe('a receipt export', () => {
  it('is proven with the key attestation of its epoch, including its evidence', async () => {
    const { code, text } = await run([await put('receipts.jsonl', exported), '--attestation', at('attestation.json')]);
    expect(text).toContain('Intact: records 0 to 3');
    expect(text).toContain('3 evidence');
    expect(code).toBe(0);
  });

  it('without a key attestation has an unknown key holder', async () => {
    const { code, text } = await run([await put('receipts.jsonl', exported)]);
    expect(code).toBe(1);
    expect(text).toContain('who holds this key is not proven');
  });

  it('is wrong with a record changed, cut off or left out', async () => {
    const lines = exported.split('\n');
    const cases = [
      exported.replace('\\"latency_ms\\":7', '\\"latency_ms\\":8'),
      lines.slice(0, -2).join('\n'),
      lines.filter((_, index) => index !== 2).join('\n'),
      exported.slice(0, -20),
    ];
    for (const text of cases) {
      const path = await put('broken.jsonl', text);
      expect((await run([path, '--attestation', at('attestation.json')])).code).toBe(1);
    }
  });
});

describe('single artefacts', () => {
  it.each([
    ['a passport', () => bundle.passport ?? '', ['--keys', 'keys.json'], 0],
    ['a passport of an unknown verifier', () => bundle.passport ?? '', [], 1],
    [
      'a passport record',
      () => JSON.stringify({ passport_id: 'pp', jwt: bundle.passport }),
      ['--keys', 'keys.json'],
      0,
    ],
    ['a receipt', () => JSON.stringify(bundle.receipts[0]), ['--attestation', 'attestation.json'], 0],
    ['a receipt of an unknown key', () => JSON.stringify(bundle.receipts[0]), [], 1],
    ['a key attestation', () => JSON.stringify(attestor.keyAttestation), [], 0],
    ['something else', () => 'hello', [], 1],
    ['another token', () => `${toBase64Url(Buffer.from('{"typ":"JWT"}'))}.e30.AA`, [], 1],
    ['an empty file', () => '', [], 1],
    ['JSON with a member twice', () => '{"jws":"a","jws":"b"}', [], 1],
    ['binary rubbish', () => '\u0001\u0002\uffff', [], 1],
  ])('are verified from their text: %s', async (_name, content, args, code) => {
    const path = await put('single', content());
    const result = await run([path, ...args.map((arg) => (arg.startsWith('--') ? arg : at(arg)))]);
    expect(result.code).toBe(code);
    expect(result.text).toMatch(code === 0 ? /PROVEN/ : /WRONG|NOT PROVEN/);
  });
});

describe('the output', () => {
  it('has the verdict, the findings and the trust anchors as JSON', async () => {
    const { text } = await run([at('bundle.json'), '--json']);
    const report: unknown = JSON.parse(text);
    expect(report).toMatchObject({
      artefact: 'evidence bundle',
      ok: false,
      evaluated_at: new Date(madeAt).toISOString(),
    });
    expect(report).toHaveProperty('findings.0.status', 'unproven');
  });

  it('explains its meaning on request', async () => {
    const { text } = await run([at('bundle.json'), '--explain']);
    expect(text).toContain('Name the key that signed it');
    expect(text).toContain('A bundle proves');
  });

  it('has no escape codes without colours, for any file', async () => {
    const evil = await put(
      'evil.json',
      JSON.stringify({ ...bundle, format: 'assay-bundle/1', receipts: [{ record: '\u001b[2J', signature: '' }] }),
    );
    const { text } = await run([evil]);
    expect(decoder.decode(new TextEncoder().encode(text))).not.toContain('\u001b');
    expect((await run([evil], { color: true })).text).toContain('\u001b[31m');
  });
});

describe('wrong use', () => {
  it.each([
    [[]],
    [['a', 'b']],
    [['missing-file']],
    [['bundle.json', '--now', 'tomorrow']],
    [['bundle.json', '--keys', 'missing']],
    [['bundle.json', '--keys', 'bundle.json']],
    [['bundle.json', '--unknown']],
  ])('%j is distinguished from a bad artefact', async (args) => {
    await expect(run(args.map((arg) => (arg === 'bundle.json' ? at(arg) : arg)))).rejects.toBeInstanceOf(UsageError);
  });
});
