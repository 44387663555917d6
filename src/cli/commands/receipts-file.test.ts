import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exportVectors, receiptProofVectors } from '../../proof/receipt-conformance.fixture.ts';
import { type FakeService, runFake, serveFake } from '../cli.fake.ts';
import { createCountProgress } from '../render/count-progress.ts';

let folder: string;
let gateway: FakeService | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipts-file-'));
});
afterEach(async () => {
  await gateway?.close();
  gateway = undefined;
  await rm(folder, { recursive: true });
});

async function anExport(name: string): Promise<{ path: string; witness: string }> {
  const { witness_keys, exports } = await exportVectors();
  const path = join(folder, 'receipts.jsonl');
  await writeFile(path, exports.find((one) => one.name === name)?.export ?? '');
  return { path, witness: witness_keys[0] ?? '' };
}

const env = () => ({ ASSAY_DATA_DIR: folder });

describe('receipts verify FILE', () => {
  it('needs no network, and states how far a witness vouches', async () => {
    const { path, witness } = await anExport('whole');
    for (const mode of [[], ['--fast']]) {
      const { code, out } = await runFake(['receipts', 'verify', path, '--witness', witness, ...mode], { env: env() });
      expect(code).toBe(0);
      for (const text of ['INTACT', '0, 10', 'up to 11: nothing before that was cut off']) expect(out).toContain(text);
    }
  });

  it('uses the witness of the data folder, and otherwise reports that the end is unknown', async () => {
    const { path, witness } = await anExport('whole');
    expect((await runFake(['receipts', 'verify', path], { env: env() })).out).toContain('by nobody known here');
    await writeFile(join(folder, 'witness-keys.txt'), `${witness}\n`);
    const { out } = await runFake(['receipts', 'verify', path, '--json'], { env: env() });
    expect(JSON.parse(out)).toMatchObject({ chain_intact: true, witnessed_size: 11, truncated: false, mode: 'full' });
  });

  it('exits 1 for a broken chain, and 2 for an invalid export or key', async () => {
    const { path } = await anExport('one deleted');
    const broken = await runFake(['receipts', 'verify', path], { env: env() });
    expect([broken.code, broken.out]).toEqual([1, expect.stringContaining('BROKEN at receipt 6: seq_gap')]);
    await writeFile(path, '{}\n');
    expect((await runFake(['receipts', 'verify', path], { env: env() })).code).toBe(2);
    expect((await runFake(['receipts', 'verify', join(folder, 'none')], { env: env() })).code).toBe(2);
    expect((await runFake(['receipts', 'verify', path, '--witness', 'x'], { env: env() })).code).toBe(2);
    expect((await runFake(['receipts', 'verify', path, path], { env: env() })).code).toBe(2);
  });
});

it('receipts verify does not accept a truncated answer', async () => {
  gateway = await serveFake((_request, response) => response.writeHead(200).end('{"checked":5,"total":9}\n'));
  const { code, err } = await runFake(['receipts', 'verify', '--gateway', gateway.url]);
  expect([code, err]).toEqual([3, expect.stringContaining('stopped before the chain was checked')]);
});

describe('verify of a receipt proof', () => {
  it.each([
    ['sound', true, 0, ['Signed by an attested key', 'record 6 of the 11', 'witness.example/w1 saw the checkpoint']],
    ['sound', false, 1, ['No trusted witness']],
    ['a hash left out', true, 1, ['is not at its position']],
    ['a checkpoint of another key', true, 1, ['is not signed by an attested key of the chain']],
  ] as const)('%s, witness trusted: %s', async (name, isTrusted, expected, texts) => {
    const { witness_keys, proofs } = await receiptProofVectors();
    const path = join(folder, 'proof.json');
    await writeFile(path, JSON.stringify(proofs.find((one) => one.name === name)?.proof));
    const witness = isTrusted ? ['--witness', witness_keys[0] ?? ''] : [];
    const { code, out } = await runFake(['verify', path, '--now', '2026-01-01T00:01:00Z', ...witness], { env: env() });
    expect(code, out).toBe(expected);
    for (const text of texts) expect(out.toLowerCase().replaceAll(/\s+/g, ' ')).toContain(text.toLowerCase());
  });
});

describe('progress', () => {
  it('is shown once a second: count, rate and time left', () => {
    let now = 0;
    const lines: string[] = [];
    const progress = createCountProgress({ write: (text) => lines.push(text) }, () => now, 'receipts');
    progress.report(10, 4000);
    now = 1000;
    progress.report(1000, 4000);
    now = 1500;
    progress.report(1500, 4000);
    now = 2000;
    progress.report(2000, undefined);
    expect(lines).toEqual(['1,000 of 4,000 receipts (25 %), 1,000/s, 3 s left\n', '2,000 receipts, 1,000/s\n']);
  });
});
